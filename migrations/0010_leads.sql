-- Leads as the agency lists them: by last contact, narrowed by status, by source, or by both. Each
-- way has its index, which holds all that paging and counting need.
DROP INDEX lead_last_contact;
CREATE INDEX lead_newest ON lead (last_contact_date, id);
CREATE INDEX lead_status ON lead (status, last_contact_date, id);
CREATE INDEX lead_source ON lead (source, last_contact_date, id);
CREATE INDEX lead_source_status ON lead (source, status, last_contact_date, id);

-- What happened with a lead, in the order of time; the id decides between equals.
DROP INDEX activity_lead;
CREATE INDEX activity_history ON activity (lead_id, created_at, id);
