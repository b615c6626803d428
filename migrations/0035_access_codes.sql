-- How a client's people come in: 'link', by their address alone, or 'code', with a code sent to their e-mail besides.
ALTER TABLE client ADD COLUMN access TEXT NOT NULL DEFAULT 'link';

-- When the agency last had everybody of the client asked for a code again: what was entered before opens nothing.
ALTER TABLE client ADD COLUMN codes_since BIGINT;

-- The codes sent to people within the last hour. Of the code and of the browser that asked for it only digests; the code is
-- null once it was used or replaced. had_session: whether a code of the person was entered in the
-- browser before. Never exported.
CREATE TABLE access_code (
    id TEXT NOT NULL PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id) ON DELETE CASCADE,
    contact_id TEXT REFERENCES contact (id) ON DELETE CASCADE,
    browser TEXT NOT NULL,
    had_session BIGINT NOT NULL,
    code TEXT,
    tries BIGINT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX access_code_client ON access_code (client_id, at);
CREATE INDEX access_code_contact ON access_code (contact_id);
