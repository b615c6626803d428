-- Deliveries that the agency itself posted to try a source out: in every list, and in no count.

ALTER TABLE lead_delivery ADD COLUMN trial BIGINT NOT NULL DEFAULT 0 CHECK (trial IN (0, 1));

-- What waits for somebody to look at it, to be counted.
CREATE INDEX lead_delivery_waiting ON lead_delivery (source_id) WHERE outcome = 'quarantined' AND trial = 0;
-- Newest first.
CREATE INDEX lead_delivery_trials ON lead_delivery (source_id, received_at, id) WHERE trial = 1;
