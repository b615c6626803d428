-- The trouble that the agency was notified of, named as in the code.
ALTER TABLE lead_source RENAME COLUMN told_trouble TO notified_trouble;
