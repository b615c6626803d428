-- The leads the agency is notified of: which source brought them, and when. '' is the main address. Null: nobody is
-- notified, as of imported ones.
ALTER TABLE lead ADD COLUMN notified_source TEXT;
ALTER TABLE lead ADD COLUMN notified_at BIGINT;
CREATE INDEX lead_notified ON lead (notified_source, notified_at, id) WHERE notified_source IS NOT NULL;

-- When a source last refused a delivery for its limits, and which one. Not exported.
ALTER TABLE lead_source ADD COLUMN limited_at BIGINT;
ALTER TABLE lead_source ADD COLUMN limited TEXT CHECK (limited IN ('full', 'too_many'));
