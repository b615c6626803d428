-- A document and a version of a deliverable is a link or a file, exactly one of them. No foreign key: a file that ends with the client
-- whose upload it is leaves a record without content.
ALTER TABLE document ADD COLUMN link TEXT;
UPDATE document SET link = url;
ALTER TABLE document DROP COLUMN url;
ALTER TABLE document RENAME COLUMN link TO url;
ALTER TABLE document ADD COLUMN file_id TEXT;
CREATE INDEX document_file ON document (file_id);

ALTER TABLE deliverable_version ADD COLUMN link TEXT;
UPDATE deliverable_version SET link = url;
ALTER TABLE deliverable_version DROP COLUMN url;
ALTER TABLE deliverable_version RENAME COLUMN link TO url;
ALTER TABLE deliverable_version ADD COLUMN file_id TEXT;
CREATE INDEX deliverable_version_file ON deliverable_version (file_id);
