-- Guesses of slugs are counted for the network they come from, an IPv6 /48 or an IPv4 address, by this index alone.
DROP INDEX slug_guess_age;
ALTER TABLE slug_guess RENAME COLUMN address TO network;
CREATE INDEX slug_guess_age ON slug_guess (at, name, network);

-- A device of the agency ends with the session that registered it, and with the account of that session: its e-mail and
-- password, signed by the server. Those of earlier versions have no session that could end them, so they end now: the
-- switch in their browser shows that they are off.
DELETE FROM push_subscription WHERE client_id IS NULL;
ALTER TABLE push_subscription ADD COLUMN session_id TEXT CHECK ((session_id IS NULL) = (client_id IS NOT NULL));
ALTER TABLE push_subscription ADD COLUMN account TEXT CHECK ((account IS NULL) = (client_id IS NOT NULL));
CREATE INDEX push_subscription_session ON push_subscription (session_id);
