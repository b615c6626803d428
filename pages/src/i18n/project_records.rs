//! The texts of payments, documents, notes, time and quotes.

use app::phrases;
use domain::Language::{En, It};

use super::I18n;

phrases! { RECORDS:
    /// Column and label: when something is due.
    record_due = "Scadenza", "Due";
    /// Column of what can be done with a row; only screen readers meet it.
    record_actions = "Azioni", "Actions";
    /// Opens the form of a new payment.
    payment_new = "Nuovo pagamento", "New payment";
    /// Column and label: what a payment is for.
    payment_label = "Causale", "What for";
    /// What of a payment the client sees.
    payment_label_hint = "Il cliente la vede nel suo portale con la scadenza. L’importo non lo vede mai.", "Your client sees it in their portal with the due date. They never see the amount.";
    /// Column and label: how much.
    payment_amount = "Importo", "Amount";
    /// How an amount may be written.
    payment_amount_hint = "Per esempio 1.250,00", "Such as 1,250.00";
    /// Label: the currency.
    payment_currency = "Valuta", "Currency";
    /// Column: whether it is paid.
    payment_state = "Stato", "State";
    /// A payment whose day has passed.
    payment_overdue = "In ritardo", "Overdue";
    /// Link and button: a payment was made.
    payment_mark = "Segna pagato", "Mark as paid";
    /// Link and button: a payment was not made after all.
    payment_unmark = "Segna da pagare", "Mark as unpaid";
    /// Label: the day a payment was made.
    payment_paid_on = "Giorno del pagamento", "Day of the payment";
    /// A project without payments.
    payments_empty = "Ancora nessun pagamento. Segna qui acconto, rate e saldo: vedrai quanto è concordato, quanto è arrivato e quanto manca. Al cliente si mostrano causale e scadenza, mai gli importi.", "No payments yet. Write down deposit, instalments and balance here: you will see what is agreed, what has come in and what is open. Your client is shown what for and when, never the amounts.";
    /// Total: all that was agreed.
    total_agreed = "Concordato", "Agreed";
    /// Total: what has come in.
    total_paid = "Incassato", "Received";
    /// Total: what is still to come.
    total_open = "Da incassare", "Open";
    /// Opens the form of a new document.
    document_new = "Nuovo documento", "New document";
    /// Label: what a document is called.
    document_name = "Nome", "Name";
    /// Label: where a document is.
    document_url = "Indirizzo", "Address";
    /// Who sees a document.
    document_url_hint = "Il cliente apre il documento da qui: controlla che possa vederlo.", "Your client opens the document here: make sure they can see it.";
    /// A project without documents.
    documents_empty = "Ancora nessun documento. Aggiungi qui i link a contratto, brief e file: il cliente li trova nel suo portale.", "No documents yet. Add links to contract, brief and files here: your client finds them in their portal.";
    /// Opens the form of a new note.
    note_new = "Nuova nota", "New note";
    /// Label: what a note says.
    note_text = "Testo della nota", "Text of the note";
    /// Who sees a note.
    note_hint = "Solo per lo studio: il cliente non la vede.", "For the studio only: your client does not see it.";
    /// A project without notes.
    notes_empty = "Ancora nessuna nota. Qui restano le cose da ricordare del progetto: decisioni, accessi, telefonate. Il cliente non le vede.", "No notes yet. What is worth remembering of the project stays here: decisions, logins, calls. Your client does not see them.";
    /// Opens the form of a new time entry.
    time_new = "Aggiungi ore", "Add time";
    /// Column and label: on which day.
    time_day = "Giorno", "Day";
    /// Column and label: how long.
    time_spent = "Tempo", "Time spent";
    /// How time may be written.
    time_spent_hint = "Minuti, oppure 1:30 o 1,5 h", "Minutes, or 1:30 or 1.5 h";
    /// Column and label: on what.
    time_what = "Cosa", "What";
    /// Label: on which task.
    time_task = "Attività", "Task";
    /// No task.
    time_no_task = "Tutto il progetto", "The whole project";
    /// An entry without description and task.
    time_plain = "Senza descrizione", "No description";
    /// A project without time.
    time_empty = "Ancora nessuna ora. Avvia il timer quando cominci, oppure aggiungi le ore a fine giornata. Il cliente non le vede.", "No time yet. Start the timer when you begin, or add the hours at the end of the day. Your client does not see them.";
    /// Heading: the totals of each month.
    time_months = "Per mese", "By month";
    /// Column: a month.
    time_month = "Mese", "Month";
    /// Column: how many entries.
    time_entries = "Voci", "Entries";
    /// Total of all months.
    time_total = "In tutto", "All told";
    /// Heading of the list of entries.
    time_list = "Voci di tempo", "Time entries";
    /// Heading of the timer.
    timer_heading = "Timer", "Timer";
    /// Button: starts it.
    timer_start = "Avvia il timer", "Start the timer";
    /// Button: stops it.
    timer_stop = "Ferma e salva", "Stop and save";
    /// Link and button: ends it without saving.
    timer_discard = "Butta via", "Discard";
    /// Before a timer is thrown away.
    timer_discard_question = "Buttare via il tempo del timer senza salvarlo?", "Discard the timer’s time without saving it?";
    /// Stands before the moment a timer was started.
    timer_started = "Avviato:", "Started:";
    /// Another timer runs.
    timer_elsewhere = "Se ne avvii uno qui, quello si ferma e viene salvato.", "If you start one here, that one stops and is saved.";
    /// The timer runs since more than a day.
    timer_forgotten = "Gira da più di 24 ore: fermandolo salviamo 24 h, che potrai correggere.", "It has run for more than 24 hours: stopping it saves 24 h, which you can correct.";
    /// Shown after a forgotten timer was saved.
    timer_cut = "Il timer girava da più di 24 ore: abbiamo salvato 24 h. Correggile qui sotto.", "The timer had run for more than 24 hours: 24 h were saved. Correct them below.";
    /// Shown after a timer was stopped by another.
    timer_changed = "Il timer di prima è stato fermato e salvato.", "The timer from before was stopped and saved.";
    /// Opens the form of a new line.
    quote_new = "Nuova voce", "New line";
    /// Column and label: what a line is.
    quote_what = "Voce", "Line";
    /// Column and label: how many.
    quote_quantity = "Quantità", "Quantity";
    /// Column and label: the price of one.
    quote_price = "Prezzo unitario", "Unit price";
    /// How a price may be written.
    quote_price_hint = "In euro. Per uno sconto scrivi un prezzo negativo, come -100.", "In euros. For a discount write a negative price, such as -100.";
    /// Column: quantity times price.
    quote_line_total = "Totale", "Total";
    /// The sum of all lines.
    quote_total = "Totale del preventivo", "Total of the quote";
    /// More than can be counted.
    quote_too_large = "Troppo grande", "Too large";
    /// A project without quote.
    quote_empty = "Ancora nessuna voce. Scrivi qui cosa offri, quanto e a che prezzo: il totale si fa da sé. Il cliente non vede il preventivo.", "No lines yet. Write down what you offer, how much of it and at what price: the total adds itself up. Your client does not see the quote.";
}

impl I18n {
    /// The day a payment was made.
    pub fn paid_on(self, day: &str) -> String {
        match self.0 {
            It => format!("Pagato: {day}"),
            En => format!("Paid: {day}"),
        }
    }

    /// Whether a payment was made after all.
    pub fn unmark_question(self, label: &str) -> String {
        match self.0 {
            It => format!("«{label}» non è stato pagato?"),
            En => format!("“{label}” was not paid?"),
        }
    }

    /// Asks whether to delete what is called `name`.
    pub fn delete_named(self, name: &str) -> String {
        match self.0 {
            It => format!("Eliminare «{name}»?"),
            En => format!("Delete “{name}”?"),
        }
    }

    /// Since when a timer runs, and on which project.
    pub fn timer_runs_on(self, project: &str) -> String {
        match self.0 {
            It => format!("Il timer gira su «{project}»"),
            En => format!("The timer runs on “{project}”"),
        }
    }
}
