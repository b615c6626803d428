-- What people search by: the words of each record, folded (store/src/words). BYTEA, not TEXT, so that
-- both databases compare bytes, whatever order the database sorts letters in: a search for a beginning
-- is then a range of the index.
CREATE TABLE client_word (
    word BYTEA NOT NULL,
    client_id TEXT NOT NULL REFERENCES client (id) ON DELETE CASCADE,
    PRIMARY KEY (word, client_id)
);
CREATE INDEX client_word_client ON client_word (client_id);

CREATE TABLE project_word (
    word BYTEA NOT NULL,
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    PRIMARY KEY (word, project_id)
);
CREATE INDEX project_word_project ON project_word (project_id);

CREATE TABLE lead_word (
    word BYTEA NOT NULL,
    lead_id TEXT NOT NULL REFERENCES lead (id) ON DELETE CASCADE,
    PRIMARY KEY (word, lead_id)
);
CREATE INDEX lead_word_lead ON lead_word (lead_id);

-- The words of all that was written with a client.
CREATE TABLE thread_word (
    word BYTEA NOT NULL,
    client_id TEXT NOT NULL REFERENCES client (id) ON DELETE CASCADE,
    PRIMARY KEY (word, client_id)
);
CREATE INDEX thread_word_client ON thread_word (client_id);

-- The name, folded: lists go by it. Null only until the program that knows how has filled it in.
ALTER TABLE client ADD COLUMN sort_name TEXT;
CREATE INDEX client_sort_name ON client (sort_name, id);
