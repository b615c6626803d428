-- Leads that were merged into another by hand, with all it takes to make them two again. Not exported.
CREATE TABLE lead_merge (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    -- The lead that has everything now.
    lead_id TEXT NOT NULL REFERENCES lead (id) ON DELETE CASCADE,
    -- The merge by which the lead that stayed went itself later, if it did.
    outer_id TEXT REFERENCES lead_merge (id) ON DELETE CASCADE,
    -- The lead that went.
    gone_id TEXT NOT NULL,
    -- Its e-mail: what comes from there still belongs to it, and leads to lead_id.
    email TEXT,
    -- Of the merges of one lead no two have the same moment.
    merged_at BIGINT NOT NULL,
    -- Both leads as they were, and what the merge moved, as JSON (domain/src/lead/merge).
    snapshot TEXT NOT NULL
);
CREATE INDEX lead_merge_lead ON lead_merge (lead_id, merged_at);
CREATE INDEX lead_merge_outer ON lead_merge (outer_id);
CREATE INDEX lead_merge_gone ON lead_merge (gone_id, merged_at);
CREATE INDEX lead_merge_email ON lead_merge (email, merged_at);
