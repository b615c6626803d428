//! The texts of forms and lists of the admin pages.

use app::phrases;
use domain::Language::{En, It};
use domain::files::Quarantine;
use domain::{File, Problem};

use super::I18n;

phrases! { FORMS:
    /// Above a form that shows what was typed before another page was opened.
    draft_restored = "Bozza: quello che avevi scritto qui non è ancora salvato.", "Draft: what you wrote here is not saved yet.";
    draft_discard = "Scarta la bozza", "Discard the draft";
    /// Above the form of a new record that was sent before with other content, as after the browser's Back.
    form_sent_before = "Nel frattempo questo modulo è già stato inviato con altri dati, che restano come sono. Qui trovi quello che hai scritto ora: invialo di nuovo per aggiungerlo.", "This form has been sent in the meantime with something else, which stays as it is. Here is what you have written now; send it again to add it.";
    /// Beside the label of a field that may stay empty.
    optional = "opzionale", "optional";
    problem_empty = "Compila questo campo." / "Compili questo campo.", "Fill in this field.";
    file = "File", "File";
    file_upload = "Carica", "Upload";
    /// The form was refused after its file had arrived.
    file_kept = "Il file è già arrivato: per tenerlo non serve sceglierlo di nuovo.", "The file has arrived already: there is no need to choose it again.";
    file_gone = "Il file non c’è più.", "The file is gone.";
    /// Beside a file that the virus scanner has not looked at.
    file_waits = "in controllo", "being checked";
    file_infected = "eliminato: conteneva un virus", "deleted: it had a virus";
    problem_nul = "Contiene un carattere non ammesso.", "It contains a character that is not allowed.";
    problem_email = "Scrivi un indirizzo e-mail, come anna@esempio.it." / "Scriva un indirizzo e-mail, come anna@esempio.it.", "Write an e-mail address, such as anna@example.com.";
    problem_date = "Scrivi una data valida, come 2026-11-20.", "Write a valid date, such as 2026-11-20.";
    problem_moment = "Scrivi data e ora, come 2026-11-20T10:30.", "Write a date and a time, such as 2026-11-20T10:30.";
    problem_time = "Scrivi un’ora, come 21:00.", "Write a time, such as 21:00.";
    problem_same_time = "Inizio e fine sono alla stessa ora.", "Start and end are at the same time.";
    problem_number = "Scrivi un numero intero.", "Write a whole number.";
    problem_amount = "Scrivi un importo, come 1.250,00.", "Write an amount, such as 1250.00.";
    problem_quantity = "Scrivi una quantità, come 2 o 1,5.", "Write a quantity, such as 2 or 1.5.";
    problem_percent = "Scrivi una percentuale da 0 a 100, come 22 o 5,5.", "Write a percentage from 0 to 100, such as 22 or 5.5.";
    problem_quote_number = "Scrivi numero e anno, come 1/2026.", "Write number and year, such as 1/2026.";
    problem_shares = "Scrivi da 1 a 12 percentuali, come 30/40/30.", "Write 1 to 12 percentages, such as 30/40/30.";
    problem_whole = "La somma delle quote deve essere 100.", "The shares must add up to 100.";
    problem_nothing_due = "Il totale del preventivo deve essere maggiore di zero.", "The total of the quote must be greater than zero.";
    problem_before_issue = "È prima della data del preventivo.", "This is before the date of the quote.";
    problem_minutes = "Scrivi una durata, come 90, 1:30 o 1,5 h.", "Write a duration, such as 90, 1:30 or 1.5 h.";
    problem_url = "Scrivi un indirizzo che inizi con https:// o http://.", "Write an address that begins with https:// or http://.";
    problem_choice = "Scegli una delle opzioni.", "Choose one of the options.";
    problem_before_start = "È prima della data di inizio.", "This is before the start date.";
    problem_in_future = "La data è nel futuro.", "This date is in the future.";
    problem_taken = "È già in uso.", "It is already in use.";
    problem_too_long(most: usize) = "Al massimo {most} caratteri: accorcia il testo." / "Al massimo {most} caratteri: accorci il testo.", "At most {most} characters: shorten it.";
    problem_missing = "Non esiste più: scegli di nuovo.", "It no longer exists: choose again.";
    create = "Crea", "Create";
    add = "Aggiungi", "Add";
    edit = "Modifica", "Edit";
    delete = "Elimina", "Delete";
    delete_for_good = "L’operazione è definitiva.", "This cannot be undone.";
    /// What goes along with something deleted.
    delete_takes = "Verranno eliminati anche:", "This will also delete:";
    show_more = "Mostra altri", "Show more";
    from_the_start = "Torna all’inizio dell’elenco", "Back to the start of the list";
    search = "Cerca", "Search";
    filter_clear = "Togli i filtri", "Clear filters";
    filter_all = "Tutti", "All";
    nothing_found = "Nessun risultato. Prova con meno parole o togli i filtri.", "No results. Try fewer words or clear the filters.";
    copy = "Copia", "Copy";
    move_up = "Sposta su", "Move up";
    move_down = "Sposta giù", "Move down";
    move_to = "Sposta in", "Move to";
    /// Button: moves to the chosen target.
    move_there = "Sposta", "Move";
    client_created = "Cliente creato.", "Client created.";
    project_created = "Progetto creato.", "Project created.";
    payment_created = "Pagamento aggiunto.", "Payment added.";
    document_created = "Documento aggiunto.", "Document added.";
    note_created = "Nota aggiunta.", "Note added.";
    time_created = "Ore aggiunte.", "Hours added.";
    quote_line_created = "Voce aggiunta.", "Line added.";
    lead_created = "Lead creato.", "Lead created.";
    source_created = "Fonte creata.", "Source created.";
    deleted = "Eliminato.", "Deleted.";
    problem_range(least: i64, most: i64) = "Scrivi un numero da {least} a {most}.", "Write a number from {least} to {most}.";
}

impl I18n {
    /// Its size, and why it cannot be read.
    pub fn file_facts(self, file: &File) -> String {
        let size = self.size(file.size);
        self.quarantine(file.quarantine).map_or_else(|| size.clone(), |why| format!("{size} · {why}"))
    }

    /// Why a file cannot be read.
    pub fn quarantine(self, quarantine: Option<Quarantine>) -> Option<&'static str> {
        quarantine.map(|why| match why {
            Quarantine::Waiting => self.file_waits(),
            Quarantine::Infected => self.file_infected(),
        })
    }

    /// The problem of a field, and how to correct it.
    pub fn problem(self, problem: Problem) -> String {
        match problem {
            Problem::Empty => self.problem_empty().to_owned(),
            Problem::TooLong(most) => self.problem_too_long(most),
            Problem::TooShort(least) => self.problem_too_short(least),
            Problem::Common => self.problem_common().to_owned(),
            Problem::Personal => self.problem_personal().to_owned(),
            Problem::Nul => self.problem_nul().to_owned(),
            Problem::NotEmail => self.problem_email().to_owned(),
            Problem::NotDate => self.problem_date().to_owned(),
            Problem::NotMoment => self.problem_moment().to_owned(),
            Problem::NotTime => self.problem_time().to_owned(),
            Problem::SameTime => self.problem_same_time().to_owned(),
            Problem::NotNumber => self.problem_number().to_owned(),
            Problem::NotAmount => self.problem_amount().to_owned(),
            Problem::NotQuantity => self.problem_quantity().to_owned(),
            Problem::NotMinutes => self.problem_minutes().to_owned(),
            Problem::NotPercent => self.problem_percent().to_owned(),
            Problem::NotQuoteNumber => self.problem_quote_number().to_owned(),
            Problem::NotShares => self.problem_shares().to_owned(),
            Problem::NotWhole => self.problem_whole().to_owned(),
            Problem::NothingDue => self.problem_nothing_due().to_owned(),
            Problem::BeforeIssue => self.problem_before_issue().to_owned(),
            Problem::NotUrl => self.problem_url().to_owned(),
            Problem::NotColour => self.error_no_colour().to_owned(),
            Problem::NotOneOf => self.problem_choice().to_owned(),
            Problem::OutOfRange(least, most) => self.problem_range(least, most),
            Problem::BeforeStart => self.problem_before_start().to_owned(),
            Problem::InFuture => self.problem_in_future().to_owned(),
            Problem::Taken => self.problem_taken().to_owned(),
            Problem::Missing => self.problem_missing().to_owned(),
            Problem::NoAddress => self.problem_no_address().to_owned(),
            Problem::NoMailServer => self.problem_no_mail_server().to_owned(),
        }
    }

    /// The saved value of a field that another session changed.
    pub fn current_value(self, value: &str) -> String {
        match (self.0, value.is_empty()) {
            (It, true) => "Ora è vuoto.".to_owned(),
            (It, false) => format!("Valore attuale: {value}"),
            (En, true) => "It is empty now.".to_owned(),
            (En, false) => format!("Current value: {value}"),
        }
    }
}
