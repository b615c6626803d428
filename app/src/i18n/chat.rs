//! Texts of the conversation, for the client and the agency.

use domain::EntityType;

use super::I18n;
use crate::phrases;

phrases! { CHAT:
    /// The channel that is about no phase.
    general = "Generale", "General";
    conversation = "Conversazione", "Conversation";
    channels = "Canali", "Channels";
    messages = "Messaggi", "Messages";
    /// Label of the client's message box.
    write_message = "Scrivi un messaggio", "Write a message";
    /// Label of the agency's message box.
    write_reply = "Scrivi una risposta", "Write a reply";
    submit_message = "Invia", "Send";
    submit_reply = "Rispondi", "Reply";
    /// Label of the field for the files of a message.
    attach_files = "Allega file", "Attach files";
    /// A place on a picture that a message is about.
    pin = "Segno sull’immagine", "Mark on the picture";
    /// Files arrived with a form that was refused.
    files_kept = "I file allegati sono già arrivati: partiranno con il messaggio.", "The attached files have arrived already: they will go with the message.";
    /// Under the message box, where there is a keyboard.
    enter_hint = "Invio per inviare, Maiusc + Invio per andare a capo", "Enter to send, Shift + Enter for a new line";
    /// Who wrote, in the eyes of the client.
    you = "Tu" / "Lei", "You";
    /// Who wrote, in the eyes of the client.
    agency = "Lo studio", "The studio";
    /// A channel without messages, for the client.
    empty_channel = "Ancora nessun messaggio. Scrivici: ti rispondiamo qui." / "Ancora nessun messaggio. Ci scriva: Le rispondiamo qui.", "No messages yet. Write to us: we’ll answer right here.";
    /// A channel without messages, for the agency.
    empty_thread = "Ancora nessun messaggio in questo canale.", "No messages in this channel yet.";
    new_messages = "Nuovi messaggi", "New messages";
    /// There is more than the page shows.
    show_earlier = "Mostra i messaggi precedenti", "Show earlier messages";
    loading_older = "Un momento…", "One moment…";
    older_failed = "Non siamo riusciti a caricare i messaggi precedenti.", "Could not load the earlier messages: try again.";
    today = "Oggi", "Today";
    yesterday = "Ieri", "Yesterday";
    /// The days of the week from Monday on.
    weekdays = "lunedì martedì mercoledì giovedì venerdì sabato domenica", "Monday Tuesday Wednesday Thursday Friday Saturday Sunday";
    /// Under the client’s last message that the agency has read.
    read = "Letto", "Read";
    sending = "Invio in corso…", "Sending…";
    /// A message waits for the rate limit; it leaves by itself.
    waiting_to_send = "In attesa: partirà appena possibile", "Waiting: it will be sent as soon as possible";
    unsent = "Non inviato", "Not sent";
    retry = "Riprova", "Try again";
    discard = "Elimina", "Discard";
    /// The button that marks a channel as read, where no script does it.
    mark_read = "Segna come letto", "Mark as read";
    reconnecting = "Connessione momentaneamente assente: riproviamo tra poco.", "Connection lost for a moment: trying again shortly.";
    slowed_down = "Troppe richieste in poco tempo: riprendiamo tra poco.", "Too many requests in a short time: resuming shortly.";
    outdated = "Il progetto è cambiato: basta ricaricare la pagina per vederlo aggiornato.", "The project has changed: reload the page to see it as it is now.";
    not_sent = "Invio non riuscito. Il messaggio è salvato qui sopra, pronto da inviare di nuovo.", "Not sent. Your message is kept above: try again whenever you like.";
    /// A message did not arrive because of the rate limit.
    not_sent_yet = "Molti messaggi in poco tempo: il prossimo partirà tra poco.", "You sent many messages in a short time: the next one will be sent shortly.";
    /// A form was sent without a network.
    offline = "Non c’è connessione: non è ancora partito nulla. Si può riprovare appena torna.", "There is no connection: nothing has been sent yet. Try again as soon as it is back.";
    not_sent_gone = "Questa conversazione non esiste più. Il messaggio è salvato qui sopra: la pagina va ricaricata.", "This conversation no longer exists. Your message is kept above: reload the page.";
    /// The browser keeps nothing, so that a reload would lose what is being written.
    no_storage = "Questo browser non conserva le bozze: il messaggio va inviato prima di chiudere la pagina.", "This browser does not keep drafts: send your message before you close the page.";
    clock_off = "L’orologio di questo dispositivo non è esatto: gli orari giusti sono quelli mostrati qui.", "The clock of this device is off: the times shown here are the right ones.";
    /// The client approved a deliverable, whose title follows.
    approval_event = "Approvazione", "Approval";
    /// The client asked for changes to a deliverable, whose title follows.
    changes_event = "Richiesta di modifiche", "Change request";
    /// Badge of an old comment on a task.
    on_task = "Attività", "Task";
    /// Badge of an old comment on a deliverable.
    on_deliverable = "Consegna", "Deliverable";
}

impl I18n {
    /// What kind of thing an old comment was written on.
    pub fn badge(self, kind: EntityType) -> &'static str {
        match kind {
            EntityType::Deliverable => self.on_deliverable(),
            EntityType::Task | EntityType::Phase | EntityType::General => self.on_task(),
        }
    }

    /// The size of a file: `820 kB`, `12,4 MB`, powers of ten as the settings have them.
    pub fn size(self, bytes: i64) -> String {
        if bytes < 1_000 {
            return [&bytes.to_string(), " byte"].concat();
        }
        if bytes < 999_500 {
            return [&((bytes + 500) / 1_000).to_string(), " kB"].concat();
        }
        let tenths = (bytes + 50_000) / 100_000;
        let point = if self.0 == domain::Language::It { "," } else { "." };
        [&(tenths / 10).to_string(), point, &(tenths % 10).to_string(), " MB"].concat()
    }

    /// How many messages a channel's reader has not read: `3 non letti`.
    pub fn unread(self, count: i64) -> String {
        match (self.0, count) {
            (domain::Language::It, 1) => "1 non letto".to_owned(),
            (domain::Language::It, _) => format!("{count} non letti"),
            (domain::Language::En, _) => format!("{count} unread"),
        }
    }

    /// The button down to messages that came in below what is on show: `3 nuovi messaggi ↓`.
    pub fn jump(self, count: usize) -> String {
        let mut text = count.to_string();
        text.push_str(match (self.0, count) {
            (domain::Language::It, 1) => " nuovo messaggio ↓",
            (domain::Language::It, _) => " nuovi messaggi ↓",
            (domain::Language::En, 1) => " new message ↓",
            (domain::Language::En, _) => " new messages ↓",
        });
        text
    }

    /// How many characters may still be written, or how many are too many.
    pub fn remaining(self, count: i64) -> String {
        match (self.0, count < 0, count.abs()) {
            (domain::Language::It, false, 1) => "Resta 1 carattere".to_owned(),
            (domain::Language::It, false, left) => format!("Restano {left} caratteri"),
            (domain::Language::It, true, 1) => "1 carattere di troppo".to_owned(),
            (domain::Language::It, true, over) => format!("{over} caratteri di troppo"),
            (domain::Language::En, false, 1) => "1 character left".to_owned(),
            (domain::Language::En, false, left) => format!("{left} characters left"),
            (domain::Language::En, true, 1) => "1 character too many".to_owned(),
            (domain::Language::En, true, over) => format!("{over} characters too many"),
        }
    }
}
