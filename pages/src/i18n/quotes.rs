//! The texts of a quote's sheet, which the client reads, and of its page and settings.

use app::phrases;
use domain::Language::{En, It};
use domain::{Percent, QuoteNumber};

use super::I18n;

phrases! { QUOTES:
    /// The way from the lines to the sheet.
    sheet_open = "Preventivo da inviare", "Quote to send";
    /// On the lines' form and in their table.
    quote_vat = "IVA %", "VAT %";
    quote_vat_hint = "Se è 0, scrivi il motivo nelle note del preventivo.", "If it is 0, give the reason in the notes of the quote.";
    quote_vat_total = "IVA", "VAT";
    quote_with_vat = "Totale con IVA", "Total with VAT";
    sheet_back = "Voci del preventivo", "Lines of the quote";
    sheet_print = "Prepara il PDF", "Prepare the PDF";
    sheet_print_hint = "Nella finestra di stampa scegli «Salva come PDF»: sul foglio resta solo il preventivo.", "Choose “Save as PDF” in the print window: only the quote is printed.";
    /// Without scripts there is no button.
    sheet_print_by_hand = "Per stampare o salvare in PDF usa il comando Stampa del browser (Ctrl+P, sul Mac ⌘P): sul foglio resta solo il preventivo.", "To print or save as PDF, use your browser’s Print command (Ctrl+P, ⌘P on a Mac): only the quote is printed.";
    sheet_no_lines = "Il preventivo non ha ancora voci.", "The quote has no lines yet.";
    sheet_add_lines = "Aggiungi le voci", "Add the lines";
    sheet_no_letterhead = "Sul foglio mancano ancora indirizzo e partita IVA dello studio.", "Your studio’s address and VAT number are not on the sheet yet.";
    sheet_set_letterhead = "Scrivi l’intestazione", "Write the letterhead";
    /// Heading of the form of a quote without a number.
    sheet_complete = "Completa il preventivo", "Complete the quote";
    sheet_private = "Lo mandi tu, stampato o in PDF: nel portale il cliente non lo vede.", "You send it yourself, printed or as PDF: your client does not see it in the portal.";
    sheet_edit = "Modifica numero, date e testi", "Edit number, dates and texts";
    sheet_number = "Numero", "Number";
    sheet_number_hint = "Numero e anno, come 12/2026.", "Number and year, such as 12/2026.";
    /// Below a number that is proposed.
    sheet_next_number = "È il prossimo dell’anno. Puoi scriverne un altro, come 12/2026.", "It is the next of the year. You can write another, such as 12/2026.";
    sheet_addressee = "Indirizzo e dati fiscali del cliente", "Client’s address and tax details";
    sheet_addressee_hint = "Quelli della scheda del cliente. Compaiono sotto il nome, così come stanno qui.", "Those of the client’s page. They appear below the name, as they stand here.";
    sheet_terms = "Note e condizioni", "Notes and terms";
    sheet_terms_hint = "Tempi, modalità di pagamento, il motivo di un’IVA allo 0 %.", "Timing, terms of payment, the reason for VAT at 0%.";
    sheet_assign = "Salva e assegna il numero", "Save and assign the number";
    sheet_delete = "Elimina numero e testi", "Delete number and texts";
    shares_heading = "Dividi in pagamenti", "Divide into payments";
    shares_hint = "Creiamo un pagamento per ogni quota del totale con IVA, uno al mese dalla prima scadenza.", "One payment is created for each share of the total with VAT, one a month from the first due date.";
    shares_field = "Quote in percentuale", "Shares in percent";
    shares_field_hint = "Per esempio 30/40/30. La somma deve essere 100.", "Such as 30/40/30. They must add up to 100.";
    shares_first_due = "Prima scadenza", "First due date";
    shares_without_date = "Senza una data i pagamenti restano senza scadenza: né noi né il cliente riceviamo promemoria.", "Without a date the payments have no due date: neither you nor the client are reminded.";
    shares_from_quote = "Il totale viene dal preventivo.", "The total comes from the quote.";
    shares_create = "Crea i pagamenti", "Create the payments";
    payments_created = "Pagamenti creati.", "Payments created.";
    quotes_heading = "Preventivi", "Quotes";
    quotes_hint = "Compaiono sui preventivi da inviare, insieme a nome e logo dello studio.", "They appear on the quotes you send, with your studio’s name and logo.";
    letterhead = "Intestazione", "Letterhead";
    letterhead_hint = "Indirizzo, partita IVA, telefono: poche righe, così come le scrivi.", "Address, VAT number, telephone: a few lines, as you write them.";
    vat_rate = "Aliquota IVA abituale", "Usual VAT rate";
    vat_rate_hint = "In percentuale. Ogni voce può averne un’altra.", "In percent. Each line can have another one.";
    /// On the sheet, in the client’s language; likewise those below.
    sheet_draft = "in bozza", "draft";
    sheet_date = "Data", "Date";
    sheet_valid_until = "Scadenza", "Valid until";
    sheet_project = "Progetto", "Project";
    sheet_to = "Spett.le", "To";
    /// Before a person without a company.
    sheet_to_person = "Gentile", "Dear";
    sheet_vat_number = "P. IVA", "VAT no.";
    sheet_tax_code = "C.F.", "Tax code";
    /// Before the person’s name, below a company’s.
    sheet_attention = "c.a.", "Attn";
    sheet_what = "Descrizione", "Description";
    sheet_quantity = "Quantità", "Quantity";
    sheet_price = "Prezzo", "Price";
    sheet_amount = "Importo", "Amount";
    sheet_taxable = "Imponibile", "Taxable amount";
    sheet_total = "Totale", "Total";
    sheet_notes = "Note", "Notes";
    shares_exist(count: usize, amounts: &str) = "Il progetto ha già un pagamento di {amounts}: i nuovi si aggiungono." | "Il progetto ha già {count} pagamenti per {amounts}: i nuovi si aggiungono.", "The project already has a payment of {amounts}: new ones are added to it." | "The project already has {count} payments of {amounts}: new ones are added to them.";
    sheet_delete_question(number: QuoteNumber) = "Eliminare il numero {number}, le date, il destinatario e le note? Le voci restano.", "Delete the number {number}, the dates, the addressee and the notes? The lines stay.";
}

impl I18n {
    /// `IVA 22 %`; of several rates also the amount it is calculated on.
    pub fn vat_of(self, rate: Percent, taxable: Option<String>) -> String {
        let rate = rate.shown(self.0);
        match (self.0, taxable) {
            (It, None) => format!("IVA {rate}"),
            (En, None) => format!("VAT {rate}"),
            (It, Some(taxable)) => format!("IVA {rate} su {taxable}"),
            (En, Some(taxable)) => format!("VAT {rate} on {taxable}"),
        }
    }
}
