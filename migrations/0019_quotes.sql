-- A quote as a document: what its sheet says besides the items.
CREATE TABLE quote (
    project_id TEXT NOT NULL PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
    -- Such as 1/2026.
    number TEXT NOT NULL UNIQUE,
    -- The year of the number.
    year BIGINT NOT NULL,
    issued_on TEXT NOT NULL,
    valid_until TEXT NOT NULL,
    addressee TEXT,
    notes TEXT
);
CREATE INDEX quote_year ON quote (year);

-- A percentage such as 22 or 5.5; null is the setting vat_rate.
ALTER TABLE quote_item ADD COLUMN vat_rate TEXT;
