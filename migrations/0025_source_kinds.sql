-- The kinds of sources are checked by the code alone, so that a new one needs no migration.

-- SQLite cannot drop the CHECK of a column, so the column is replaced.
ALTER TABLE lead_source RENAME COLUMN kind TO checked_kind;
ALTER TABLE lead_source ADD COLUMN kind TEXT NOT NULL DEFAULT 'auto';
UPDATE lead_source SET kind = checked_kind;
ALTER TABLE lead_source DROP COLUMN checked_kind;
