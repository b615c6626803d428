-- A search for several words reads of each record that has one of them whether it has the others: from the index alone.
DROP INDEX client_word_client;
DROP INDEX project_word_project;
DROP INDEX phase_word_phase;
DROP INDEX task_word_task;
DROP INDEX deliverable_word_deliverable;
DROP INDEX document_word_document;
DROP INDEX note_word_note;
DROP INDEX lead_word_lead;
CREATE INDEX client_word_client ON client_word (client_id, word);
CREATE INDEX project_word_project ON project_word (project_id, word);
CREATE INDEX phase_word_phase ON phase_word (phase_id, word);
CREATE INDEX task_word_task ON task_word (task_id, word);
CREATE INDEX deliverable_word_deliverable ON deliverable_word (deliverable_id, word);
CREATE INDEX document_word_document ON document_word (document_id, word);
CREATE INDEX note_word_note ON note_word (note_id, word);
CREATE INDEX lead_word_lead ON lead_word (lead_id, word);

-- Counting what is in quarantine takes this index where it begins with the outcome, else one with every outcome.
DROP INDEX lead_delivery_waiting;
CREATE INDEX lead_delivery_waiting ON lead_delivery (outcome, source_id) WHERE outcome = 'quarantined' AND trial = 0;
