-- Quotes with a number, and VAT of an item.
INSERT INTO quote (project_id, number, year, issued_on, valid_until, addressee, notes) VALUES
    ('sito', 7, 2025, '2025-06-20', '2025-07-20', 'Verdi srl', 'Pagamento a 30 giorni');
UPDATE quote_item SET vat_rate = '22' WHERE id = 'voce';
