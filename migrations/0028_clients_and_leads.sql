-- What quotes say of a client below their name.
ALTER TABLE client ADD COLUMN address TEXT;
ALTER TABLE client ADD COLUMN vat_number TEXT;
ALTER TABLE client ADD COLUMN tax_code TEXT;

-- The last invitation to the portal: when the agency sent it, and its first sentence. Never exported.
ALTER TABLE client ADD COLUMN invited_at BIGINT;
ALTER TABLE client ADD COLUMN invitation TEXT;
-- When the client first opened the portal; null if they never did or had before this column. Never exported.
ALTER TABLE client ADD COLUMN first_visit_at BIGINT;
CREATE INDEX client_email ON client (email);

-- What a lead is worth, and what the agency does next.
ALTER TABLE lead ADD COLUMN value_cents BIGINT;
ALTER TABLE lead ADD COLUMN next_step TEXT;
ALTER TABLE lead ADD COLUMN next_step_on TEXT;
CREATE INDEX lead_value ON lead (status, value_cents) WHERE value_cents IS NOT NULL;
CREATE INDEX lead_next_step ON lead (next_step_on, id) WHERE next_step_on IS NOT NULL;
