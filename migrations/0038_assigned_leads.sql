-- The members who look after a lead: a JSON array of ids, sorted.
ALTER TABLE lead ADD COLUMN assigned TEXT NOT NULL DEFAULT '[]';
