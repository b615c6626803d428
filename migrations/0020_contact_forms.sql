-- Contact forms of Atrio: a kind of source with a page and texts of its own.

-- SQLite cannot change the CHECK of a column, so the column is replaced.
ALTER TABLE lead_source RENAME COLUMN kind TO old_kind;
ALTER TABLE lead_source ADD COLUMN kind TEXT NOT NULL DEFAULT 'auto' CHECK (kind IN ('auto', 'atrio_form',
    'elementor', 'contact_form_7', 'gravity_forms', 'wpforms', 'typeform', 'tally', 'webflow', 'cal_com', 'calendly',
    'framer', 'google_ads', 'meta', 'standard_webhooks', 'generic'));
UPDATE lead_source SET kind = old_kind;
ALTER TABLE lead_source DROP COLUMN old_kind;

-- JSON: the texts and fields of a contact form; null while they are the default.
ALTER TABLE lead_source ADD COLUMN form TEXT;
