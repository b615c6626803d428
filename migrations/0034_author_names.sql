-- Who of the agency spent the time: null for the account of the environment, and once they are deleted.
ALTER TABLE time_entry ADD COLUMN member_id TEXT REFERENCES member (id) ON DELETE SET NULL;
CREATE INDEX time_entry_member ON time_entry (member_id);
DROP INDEX time_entry_month;
CREATE INDEX time_entry_month ON time_entry (spent_on, project_id, minutes, member_id);
-- Who started it.
ALTER TABLE timer ADD COLUMN member_id TEXT REFERENCES member (id) ON DELETE SET NULL;

-- The name of the member who wrote it, as it was then.
ALTER TABLE note ADD COLUMN author_name TEXT;
ALTER TABLE activity ADD COLUMN author_name TEXT;
