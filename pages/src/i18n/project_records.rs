//! The texts of payments, documents, notes, time and quotes.

use app::phrases;

use super::I18n;

phrases! { RECORDS:
    record_due = "Scadenza", "Due";
    /// Column of what can be done with a row; only screen readers meet it.
    record_actions = "Azioni", "Actions";
    payment_new = "Nuovo pagamento", "New payment";
    payment_label = "Causale", "Description";
    payment_label_hint = "Il cliente la vede nel suo portale insieme alla scadenza. L’importo non lo vede mai.", "Your client sees it in their portal with the due date. They never see the amount.";
    payment_amount = "Importo", "Amount";
    payment_amount_hint = "Per esempio 1.250,00", "Such as 1,250.00";
    payment_currency = "Valuta", "Currency";
    payment_state = "Stato", "Status";
    payment_overdue = "In ritardo", "Overdue";
    payment_mark = "Segna come pagato", "Mark as paid";
    payment_unmark = "Annulla pagamento", "Undo payment";
    payment_paid_on = "Data del pagamento", "Payment date";
    payments_empty = "Ancora nessun pagamento. Registra qui acconto, rate e saldo: vedrai quanto è stato concordato, quanto hai incassato e quanto manca. Il cliente vede causale e scadenza, mai gli importi.", "No payments yet. Record the deposit, instalments and balance here: you will see what was agreed, what you have received and what is outstanding. Your client sees descriptions and due dates, never the amounts.";
    total_agreed = "Concordato", "Agreed";
    total_paid = "Incassato", "Paid";
    total_open = "Da incassare", "Unpaid";
    document_new = "Aggiungi un link", "Add a link";
    document_name = "Nome", "Name";
    document_upload = "Carica un file", "Upload a file";
    document_name_of_file = "Se lo lasci vuoto, è quello del file.", "If you leave it empty, it is the file’s.";
    document_url = "Link", "Link";
    document_url_hint = "Il cliente apre il documento da questo link: controlla che possa accedervi.", "Your client opens the document from this link: make sure they have access.";
    documents_empty = "Ancora nessun documento. Aggiungi qui contratto, brief e altri file, caricati o come link: il cliente li trova nel suo portale.", "No documents yet. Add contract, brief and other files here, uploaded or as links: your client finds them in their portal.";
    note_new = "Nuova nota", "New note";
    note_text = "Testo della nota", "Note";
    note_hint = "Solo per lo studio: il cliente non la vede.", "For the studio only: your client does not see it.";
    notes_empty = "Ancora nessuna nota. Annota qui ciò che vale la pena ricordare del progetto: decisioni, accessi, telefonate. Il cliente non le vede.", "No notes yet. Keep what is worth remembering about the project here: decisions, logins, calls. Your client does not see them.";
    time_new = "Aggiungi ore", "Add time";
    time_day = "Data", "Date";
    time_spent = "Tempo", "Time spent";
    time_spent_hint = "Minuti, oppure 1:30 o 1,5 h", "Minutes, or 1:30 or 1.5 h";
    time_what = "Descrizione", "Description";
    time_task = "Attività", "Task";
    /// No task.
    time_no_task = "Tutto il progetto", "The whole project";
    /// An entry without description and task.
    time_plain = "Senza descrizione", "No description";
    time_empty = "Ancora nessuna ora registrata. Avvia il timer quando inizi, oppure aggiungi le ore a fine giornata. Il cliente non le vede.", "No hours logged yet. Start the timer when you begin, or add your hours at the end of the day. Your client does not see them.";
    time_months = "Per mese", "By month";
    time_month = "Mese", "Month";
    time_entries = "Voci", "Entries";
    time_total = "Totale", "Total";
    time_list = "Ore registrate", "Logged hours";
    timer_heading = "Timer", "Timer";
    estimate_field = "Ore stimate", "Estimated hours";
    estimate_hint = "Per esempio 40:00. Il cliente non le vede.", "Such as 40:00. The client does not see them.";
    timer_on = "Progetto", "Project";
    timer_start = "Avvia il timer", "Start the timer";
    timer_stop = "Ferma e salva", "Stop and save";
    timer_discard = "Scarta", "Discard";
    timer_discard_question = "Scartare il tempo del timer senza salvarlo?", "Discard the timer’s time without saving it?";
    /// Stands before the moment a timer was started.
    timer_started = "Avviato:", "Started:";
    /// Another timer runs.
    timer_elsewhere = "Se ne avvii uno qui, l’altro si ferma e viene salvato.", "If you start one here, the other stops and is saved.";
    timer_forgotten = "È attivo da più di 24 ore: quando lo fermi salviamo 24 h, che potrai correggere.", "It has run for more than 24 hours: stopping it saves 24 h, which you can correct.";
    /// Shown after a forgotten timer was saved.
    timer_cut = "Il timer era attivo da più di 24 ore: abbiamo salvato 24 h. Puoi correggerle qui sotto.", "The timer had run for more than 24 hours: 24 h were saved. Correct them below.";
    /// Shown after a timer was stopped at once.
    timer_too_short = "Il timer era attivo da meno di un minuto: non abbiamo registrato nulla.", "The timer had run for less than a minute: nothing was logged.";
    /// Name of the button beside the running timer on every page.
    timer_stop_here = "Ferma il timer", "Stop the timer";
    /// Shown after a timer was stopped by another.
    timer_changed = "Il timer precedente è stato fermato e salvato.", "The previous timer was stopped and saved.";
    quote_new = "Nuova voce", "New line";
    quote_what = "Voce", "Line";
    quote_quantity = "Quantità", "Quantity";
    quote_price = "Prezzo unitario", "Unit price";
    quote_price_hint = "In euro. Per uno sconto scrivi un prezzo negativo, come -100.", "In euros. For a discount write a negative price, such as -100.";
    quote_line_total = "Totale", "Total";
    quote_total = "Totale del preventivo", "Quote total";
    /// More than can be counted.
    quote_too_large = "Troppo grande", "Too large";
    quote_empty = "Ancora nessuna voce. Elenca cosa offri, in che quantità e a che prezzo: il totale si calcola da solo. Il cliente non vede il preventivo.", "No lines yet. List what you offer, the quantity and the price: the total adds up by itself. Your client does not see the quote.";
    paid_on(day: &str) = "Pagato: {day}", "Paid: {day}";
    unmark_question(label: &str) = "Annullare il pagamento di «{label}»?", "Undo the payment of “{label}”?";
    delete_named(name: &str) = "Eliminare «{name}»?", "Delete “{name}”?";
    timer_runs_on(project: &str) = "Timer attivo su «{project}»", "Timer running on “{project}”";
}
