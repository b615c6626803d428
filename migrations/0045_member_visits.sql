-- When a member was last seen in the agency's pages, to five minutes. Never exported.
ALTER TABLE member ADD COLUMN last_visit_at BIGINT;
UPDATE member SET last_visit_at = (SELECT MAX(seen_at) FROM agency_session WHERE agency_session.member_id = member.id);
