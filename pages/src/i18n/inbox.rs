//! The texts of the inbox, threads and live refresh.

use app::phrases;

use super::I18n;

phrases! { INBOX:
    search_inbox = "Cerca nomi e messaggi", "Search names and messages";
    search_clear = "Togli la ricerca", "Clear the search";
    /// What was searched for is in none of the newest messages.
    found_elsewhere = "Trovato nei dati del cliente o in messaggi precedenti", "Found in the client’s details or in earlier messages";
    /// Under the agency’s last message that somebody of the client has read.
    read_by(name: &str) = "Letto da {name}", "Read by {name}";
    typing_one(name: &str) = "{name} sta scrivendo…", "{name} is writing…";
    typing_several(names: &str) = "{names} stanno scrivendo…", "{names} are writing…";
    /// Above the reply form, with what was said.
    answered_now(name: &str, text: &str) = "{name} ha risposto adesso: «{text}»", "{name} has just answered: “{text}”";
    answered_meanwhile(name: &str, text: &str) = "Nel frattempo {name} ha risposto: «{text}»", "Meanwhile {name} has answered: “{text}”";
    /// Above the reply form, before a second answer is sent.
    ask_now(name: &str) = "{name} ha risposto un momento fa. Inviare comunque?", "{name} answered a moment ago. Send anyway?";
    ask_meanwhile(name: &str) = "Nel frattempo {name} ha risposto. Inviare comunque?", "{name} has answered in the meantime. Send anyway?";
    all_threads = "Tutte", "All";
    unread_threads = "Da leggere", "Unread";
    /// The filter finds nothing.
    all_read = "Hai letto tutto.", "You are all caught up.";
    /// Link for the keyboard, over the list beside a thread.
    skip_to_thread = "Vai alla conversazione", "Skip to the conversation";
    threads = "Conversazioni", "Conversations";
    /// Link to the client’s record.
    client_page = "Scheda del cliente", "Client’s page";
    /// Link to the client’s portal.
    open_portal = "Apri il portale", "Open the portal";
    /// After the name of a source.
    source_nearly_full = "gli invii ricevuti hanno quasi esaurito lo spazio della fonte. Oltre il limite i nuovi vengono respinti e il servizio li ripete più tardi. Se non te li aspettavi, cambia l’indirizzo della fonte; altrimenti alza il limite.", "its submissions have almost used up the space of a source. Beyond the limit new ones are refused and the service repeats them later. If you did not expect them, change the source’s address; otherwise raise the limit.";
    deliveries_nearly_full = "Gli invii ricevuti hanno quasi esaurito lo spazio disponibile. Oltre il limite i nuovi vengono respinti e il servizio li ripete più tardi. Alza il limite, o conservali per meno giorni.", "Submissions have almost used up their space. Beyond the limit new ones are refused and the service repeats them later. Raise the limit, or keep them for fewer days.";
    /// Button: comes back to the thread later.
    mark_unread = "Segna come non letto", "Mark as unread";
    to_answer = "Da rispondere", "To answer";
    other_threads = "Altre", "Others";
    /// Nobody waits.
    all_answered = "Tutto risposto.", "All answered.";
    no_answer_needed = "Non serve risposta", "No answer needed";
    /// Of a message that needs no answer.
    set_aside = "Messo da parte", "Set aside";
    reopen = "Riapri", "Reopen";
    snooze_menu_hint = "Fino a quel giorno non compare in «Da rispondere»", "Until that day it is not in “To answer”";
    tomorrow = "Domani", "Tomorrow";
    next_monday = "Lunedì", "Monday";
    in_a_week = "Tra una settimana", "In a week";
    /// Before since when.
    waits = "Aspetta", "Waits";
    nobody_waits = "Nessuno aspetta una risposta.", "Nobody is waiting for an answer.";
    more_channels(count: i64) = "Altri {count}", "{count} more";
    clients_waiting(count: i64) = "1 cliente aspetta una risposta" | "{count} clienti aspettano una risposta", "1 client is waiting for an answer" | "{count} clients are waiting for an answer";
    quoted(text: &str) = "«{text}»", "“{text}”";
    set_aside_of(name: &str, day: &str) = "di {name}, {day}.", "by {name}, {day}.";
    unscanned(files: i64) = "File che aspettano l’antivirus da più di un quarto d’ora: {files}. Finché non li controlla, nessuno può aprirli. Chi gestisce il server può guardare se clamd risponde.", "Files that have waited for the antivirus for more than a quarter of an hour: {files}. Until it has checked them, nobody can open them. Whoever runs the server can look whether clamd answers.";
    low_space(megabytes: u64) = "Sul disco restano {megabytes} MB. Quando finiscono, Atrio non può più salvare nulla: libera spazio o amplia il disco.", "{megabytes} MB are left on the disk. When they run out, Atrio can no longer save anything: free some space or enlarge the disk.";
}
