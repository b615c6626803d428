-- Where leads are delivered from, and what is delivered, as it came.

-- An index and a table cannot share a name.
DROP INDEX lead_source;
CREATE INDEX lead_origin ON lead (source, last_contact_date, id);

CREATE TABLE lead_source (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    kind TEXT NOT NULL CHECK (kind IN ('auto', 'elementor', 'contact_form_7', 'gravity_forms', 'wpforms',
        'typeform', 'tally', 'webflow', 'cal_com', 'calendly', 'framer', 'google_ads', 'meta',
        'standard_webhooks', 'generic')),
    -- The secret part of its address.
    key TEXT NOT NULL UNIQUE CHECK (length(key) BETWEEN 16 AND 128),
    signing_secret TEXT CHECK (length(signing_secret) BETWEEN 1 AND 500),
    honeypot TEXT CHECK (length(honeypot) BETWEEN 1 AND 100),
    -- JSON: the place of each field of a lead.
    mapping TEXT NOT NULL,
    active BIGINT NOT NULL CHECK (active IN (0, 1)),
    created_at BIGINT NOT NULL,
    -- Counted as they come: deliveries are deleted after a while, and these stay.
    received BIGINT NOT NULL CHECK (received >= 0),
    taken_in BIGINT NOT NULL CHECK (taken_in >= 0),
    last_received_at BIGINT,
    last_success_at BIGINT,
    -- When a delivery was last turned away before it was stored, and why.
    refused_at BIGINT,
    refusal TEXT CHECK (refusal IN ('bad_signature', 'too_large')),
    CHECK ((refused_at IS NULL) = (refusal IS NULL))
);

CREATE TABLE lead_delivery (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    -- None: the main address.
    source_id TEXT REFERENCES lead_source (id) ON DELETE CASCADE,
    received_at BIGINT NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('received', 'created', 'updated', 'noted', 'ignored',
        'quarantined', 'spam', 'refused')),
    -- A reason and, after a colon, what there is to say about it.
    error TEXT,
    lead_id TEXT REFERENCES lead (id) ON DELETE CASCADE,
    -- No reference: one that was deleted is still known to have been there, and is not made again.
    activity_id TEXT,
    -- By what the same delivery is known when it comes again.
    dedup_key TEXT UNIQUE,
    -- How often it did.
    repeats BIGINT NOT NULL CHECK (repeats >= 0),
    -- JSON: what was read, and which fields the lead has of it.
    reading TEXT,
    content_type TEXT,
    -- JSON: an object.
    headers TEXT NOT NULL,
    encoding TEXT NOT NULL CHECK (encoding IN ('text', 'base64')),
    -- At the end of the row: what comes before is read without it.
    body TEXT NOT NULL,
    CHECK ((outcome IN ('created', 'updated', 'noted')) = (lead_id IS NOT NULL))
);
-- Newest first: all of them, of a source or of the main address, with an outcome or any.
CREATE INDEX lead_delivery_newest ON lead_delivery (received_at, id);
CREATE INDEX lead_delivery_outcome ON lead_delivery (outcome, received_at, id);
CREATE INDEX lead_delivery_source ON lead_delivery (source_id, received_at, id);
CREATE INDEX lead_delivery_source_outcome ON lead_delivery (source_id, outcome, received_at, id);
CREATE INDEX lead_delivery_main ON lead_delivery (received_at, id) WHERE source_id IS NULL;
CREATE INDEX lead_delivery_main_outcome ON lead_delivery (outcome, received_at, id) WHERE source_id IS NULL;
CREATE INDEX lead_delivery_lead ON lead_delivery (lead_id);
