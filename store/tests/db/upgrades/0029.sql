-- What the schemas from 0020 to 0029 added to clients, leads, projects and tasks.
UPDATE client SET notify = 'daily', remind_payments = 0, address = 'Via Roma 1, Milano', vat_number = '01234567890' WHERE id = 'anna';
UPDATE lead SET value_cents = 250000, next_step = 'Richiamare', next_step_on = '2025-07-10';
UPDATE project SET estimate_minutes = 2400 WHERE id = 'sito';
UPDATE task SET estimate_minutes = 600 WHERE id = 'home';
