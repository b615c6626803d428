-- Why a file cannot be read: it waits for the scanner, or was found to be infected. None: it can.
ALTER TABLE file ADD COLUMN quarantine TEXT CHECK (quarantine IN ('waiting', 'infected'));
UPDATE file SET quarantine = scan WHERE scan <> 'clean';
ALTER TABLE file DROP COLUMN scan;

-- Of one that waits: from when on a process may give it to the scanner, and how often that was in vain.
ALTER TABLE file ADD COLUMN scan_due BIGINT NOT NULL DEFAULT 0;
ALTER TABLE file ADD COLUMN scan_failures BIGINT NOT NULL DEFAULT 0;
-- When it was found out here.
ALTER TABLE file ADD COLUMN infected_at BIGINT;

CREATE INDEX file_waiting ON file (scan_due) WHERE quarantine = 'waiting';
CREATE INDEX file_infected ON file (sha256) WHERE quarantine = 'infected';
