//! The texts of the pages about notifications: the agency's settings, the client's card, and the portal's. What
//! notifications say is in [`crate::notification_kinds`] and [`super::mail`].

use std::time::Duration;

use app::phrases;
use domain::Language::{En, It};
use domain::notifications::{AgencyKind, Frequency, NotificationState, Reminders, SkipReason, SmtpStep};

use super::I18n;

phrases! { NOTIFICATIONS:
    notifications = "Notifiche", "Notifications";
    sending = "Invio delle e-mail", "Sending e-mails";
    sending_off = "Atrio non manda ancora e-mail, né a te né ai clienti. Per cominciare aggiungi queste due righe al file .env del server, con i dati della tua casella di posta, e riavvia Atrio.", "Atrio sends no e-mails yet, neither to you nor to clients. To begin, add these two lines to the server’s .env file, with the data of your mailbox, and restart Atrio.";
    sending_off_hint = "In utente e password i caratteri speciali si scrivono in codice: @ diventa %40. Se il tuo fornitore indica la porta 587, l’indirizzo comincia con smtp:// e finisce con :587.", "Special characters of user and password are written as codes: @ becomes %40. If your provider names port 587, the address begins with smtp:// and ends in :587.";
    /// In the address that is an example.
    smtp_example = "smtps://utente:password@smtp.esempio.it:465", "smtps://user:password@smtp.example.com:465";
    mail_from_example = "avvisi@esempio.it", "hello@example.com";
    /// Name of the two lines.
    smtp_lines = "Righe per il file .env", "Lines for the .env file";
    copy_lines = "Copia le righe", "Copy the lines";
    smtp_server = "Server", "Server name";
    smtp_encryption = "Cifratura", "Encryption";
    smtp_plain = "Nessuna: il server è su questo computer", "None: the server is on this machine";
    smtp_starttls = "STARTTLS, obbligatoria", "STARTTLS, required";
    smtp_tls = "TLS dall’inizio", "TLS from the start";
    mail_sender = "Mittente", "Sender";
    mail_to_agency = "Le tue arrivano a", "Yours go to";
    last_sent = "Ultimo invio riuscito", "Last success";
    last_sent_never = "Ancora nessuno", "None yet";
    last_failure = "Ultimo problema", "Last failure";
    last_failure_never = "Nessuno", "None";
    try_mail = "Invia una prova", "Send a test";
    try_mail_hint = "Parte subito; la risposta del server può richiedere qualche secondo.", "It is sent at once; the server may take some seconds to answer.";
    try_mail_limited = "Hai già fatto diverse prove: aspetta un minuto.", "You have sent several tests: wait a minute.";
    try_mail_failed = "La prova non è partita.", "The test was not sent.";
    preferences = "Preferenze", "Preferences";
    preferences_hint = "Come Atrio avvisa te, e quando è meglio non disturbare nessuno.", "How Atrio notifies you, and when nobody is to be disturbed.";
    notify_agency = "E-mail allo studio", "E-mails to the studio";
    notify_agency_hint = "Ogni cliente sceglie per sé, nel suo portale; puoi farlo tu nella sua scheda.", "Each client chooses for themselves, in their portal; you can do so on their page.";
    quiet_hours = "Ore di quiete", "Quiet hours";
    quiet_hours_hint = "Valgono per te e per i clienti: quello che succede in queste ore parte alla fine.", "For you and for clients: what happens in these hours is sent at their end.";
    quiet_from = "Dalle", "From";
    quiet_until = "Alle", "Until";
    mail_texts = "Il testo dei messaggi nelle e-mail", "The text of messages in e-mails";
    mail_texts_hint = "Senza, l’e-mail dice solo che c’è qualcosa da leggere.", "Without it, an e-mail only says that there is something to read.";
    morning_summary = "Il riepilogo del mattino, alle 8", "The morning summary, at 8";
    morning_summary_hint = "Che cosa è arrivato, che cosa aspetta e che cosa scade oggi.", "What came in, what waits and what is due today.";
    own_notifications = "Le tue notifiche", "Your notifications";
    own_kinds = "Che cosa vuoi sapere", "What you want to know";
    own_quiet_hours_hint = "Quello che succede in queste ore parte alla fine.", "What happens in these hours is sent at their end.";
    team_notifications = "Che cosa ricevete voi", "What each of you gets";
    team_notifications_hint = "Ciascuno sceglie per sé, nel proprio account. Lo studio è l’account del server: le notifiche su una fonte che tace o che non si legge vanno a lui e ai titolari.", "Everybody chooses for themselves, in their account. The studio is the server account: notifications about a source that is silent or cannot be read go to it and to owners.";
    /// Column heads of what each person gets.
    column_conversations = "Messaggi e approvazioni", "Messages and approvals";
    column_leads = "Nuovi lead", "New leads";
    column_summary = "Riepilogo", "Summary";
    kind_chosen = "scelto", "chosen";
    kind_not_chosen = "non scelto", "not chosen";
    quiet_off = "nessuna", "none";
    the_agency = "Studio", "Studio";
    environment_notifications = "Le notifiche di questo account sono quelle dello studio.", "The notifications of this account are those of the studio.";
    audience = "Che cosa arriva a chi", "What goes to whom";
    audience_clients = "Ai clienti", "To clients";
    audience_agency = "Allo studio", "To the studio";
    audience_note = "Chi ha già letto, risposto o approvato nel portale non riceve l’e-mail. Più novità della stessa conversazione fanno un’e-mail sola.", "Nobody gets an e-mail about what they have read, answered or approved in the meantime. What is new in one conversation makes one e-mail.";
    queue = "Ultime notifiche", "Latest notifications";
    queue_hint = "Le ultime 100. Si conservano per 90 giorni.", "The latest 100. They are kept for 90 days.";
    queue_empty = "Ancora nessuna: compariranno qui appena un cliente scrive, approva o riceve qualcosa da te.", "None yet: they will appear here as soon as a client writes, approves or gets something from you.";
    queue_none_in_state = "Nessuna in questo stato.", "None in this state.";
    queue_filter = "Stato", "State";
    queue_all = "Tutte", "All";
    notification_subject = "Oggetto", "Subject";
    notification_to = "A chi", "To";
    notification_when = "Quando", "When";
    notification_state = "Esito", "Outcome";
    queue_retry = "Riprova", "Retry";
    queue_retry_all = "Riprova tutte quelle non riuscite", "Retry all that failed";
    /// Before a time.
    retried_at = "Nuovo tentativo:", "Next attempt:";
    client_notifications = "Notifiche", "Notifications";
    client_notifications_to = "E-mail", "E-mail";
    client_how_often = "Quanto spesso", "How often";
    client_no_address = "Nessun indirizzo: senza, questo cliente non riceve notifiche.", "No address: without one this client gets no notifications.";
    client_reminders = "Promemoria", "Reminders";
    client_last_notification = "Ultima", "Latest";
    client_no_notification = "Ancora nessuna", "None yet";
    client_bounce = "Il server rifiuta questo indirizzo.", "The server refuses this address.";
    client_bounce_hint = "Controllalo con il cliente e correggilo: dalla prossima notifica useremo quello nuovo.", "Check it with the client and correct it: the next notification goes to the new one.";
    client_correct_address = "Correggi l’indirizzo", "Correct the address";
    client_sending_off = "Atrio non manda ancora e-mail.", "Atrio sends no e-mails yet.";
    client_sending_setup = "Imposta l’invio", "Set up sending";
    own_notifications_come(how: &str) = "{how}, per i clienti che segui e per quelli che non segue nessuno.", "{how}, about the clients you look after and those nobody looks after.";
    quiet_between(from: &str, until: &str) = "Silenzio dalle {from} alle {until}.", "Quiet from {from} until {until}.";
    try_mail_sent(address: &str) = "Il server ha preso in carico la prova per {address}: controlla che arrivi.", "The server has taken the test for {address}: check that it arrives.";
    smtp_reply(reply: &str) = "Dettagli: «{reply}»", "Details: “{reply}”";
    smtp_port(port: u16) = "porta {port}", "port {port}";
    /// After a click on a button that tries again.
    queued_again(count: u64) = "Niente da riprovare." | "Di nuovo in coda: parte tra poco." | "{count} notifiche di nuovo in coda: partono tra poco.", "Nothing to retry." | "Queued again: it is sent soon." | "{count} notifications queued again: they are sent soon.";
}

phrases! { PORTAL_NOTIFICATIONS:
    portal_notifications = "E-mail e notifiche", "E-mails and notifications";
    portal_back = "Torna al portale", "Back to the portal";
    portal_notifications_to = "Quando c’è un messaggio per te o qualcosa da approvare, scriviamo a" / "Quando c’è un messaggio per Lei o qualcosa da approvare, scriviamo a", "When there is a message for you or something to approve, we e-mail";
    portal_notifications_unseen = "Se nel frattempo hai già visto tutto qui, non ti scriviamo." / "Se nel frattempo ha già visto tutto qui, non Le scriviamo.", "If you have seen everything here in the meantime, we do not e-mail you.";
    portal_how_often = "Quante e-mail vuoi ricevere?" / "Quante e-mail vuole ricevere?", "How many e-mails would you like?";
    portal_save = "Salva", "Save";
    portal_no_address = "Non abbiamo ancora un tuo indirizzo e-mail. Mandacelo con un messaggio: da quel momento saremo noi ad avvisarti." / "Non abbiamo ancora un Suo indirizzo e-mail. Ce lo mandi con un messaggio: da quel momento saremo noi ad avvisarLa.", "We do not have your e-mail address yet. Send it to us in a message: from then on we will let you know.";
    portal_sending_off = "Per ora non mandiamo e-mail. Passa di qui quando vuoi: le novità ti aspettano nel portale." / "Per ora non mandiamo e-mail. Passi di qui quando vuole: le novità La aspettano nel portale.", "We do not send e-mails for now. Come by whenever you like: what is new waits for you in the portal.";
    portal_bounce = "L’ultima e-mail a questo indirizzo non è stata accettata." , "The last e-mail to this address was not accepted.";
    portal_other_address = "L’indirizzo non è quello giusto? Mandaci quello nuovo con un messaggio." / "L’indirizzo non è quello giusto? Ci mandi quello nuovo con un messaggio.", "Is the address not the right one? Send us the new one in a message.";
    portal_write_message = "Scrivi un messaggio", "Write a message";
}

names! {
    /// A client's own choice.
    own_frequency(Frequency) {
        Now = "Subito, a ogni novità", "At once, whenever there is something new";
        Hourly = "Al massimo una all’ora", "At most one an hour";
        Daily = "Una al giorno, alle 8", "One a day, at 8";
        Never = "Nessuna: passo io dal portale", "None: I’ll check the portal myself";
    }

    /// What somebody of the agency is notified of.
    agency_kind(AgencyKind) {
        Conversations = "Messaggi, approvazioni e modifiche", "Messages, approvals and changes";
        Leads = "Nuovi lead", "New leads";
        Summary = "Il riepilogo del mattino, alle 8", "The morning summary, at 8";
    }

    /// What a client is reminded of.
    reminders(Reminders) {
        All = "Approvazioni e pagamenti", "Approvals and payments";
        Approvals = "Solo approvazioni", "Approvals only";
        Payments = "Solo pagamenti", "Payments only";
        None = "Nessuno", "None";
    }

    notification_state_name(NotificationState) {
        Waiting = "In attesa", "Waiting";
        Sending = "In invio", "Being sent";
        Sent = "Inviata", "Sent";
        Skipped = "Non inviata", "Not sent";
        Failed = "Non riuscita", "Failed";
    }

    /// The filter for this state.
    notifications_in_state(NotificationState) {
        Waiting = "In attesa", "Waiting";
        Sending = "In invio", "Being sent";
        Sent = "Inviate", "Sent";
        Skipped = "Non inviate", "Not sent";
        Failed = "Non riuscite", "Failed";
    }

    skip_reason(SkipReason) {
        Read = "Già letto prima dell’invio", "Read before it was due";
        Answered = "Ha già avuto risposta", "Already answered";
        Approved = "Già approvato", "Already approved";
        Deleted = "Eliminato o ritirato nel frattempo", "Deleted or withdrawn meanwhile";
        Reassigned = "Ora riguarda altri", "It concerns others now";
        Never = "Il destinatario non vuole e-mail", "The recipient wants no e-mails";
        NoAddress = "Manca un indirizzo valido", "There is no valid address";
        NoDevice = "Nessun dispositivo riceve più notifiche", "No device shows notifications any more";
        Recovered = "La fonte funziona di nuovo", "The source works again";
        Paid = "Già pagato", "Already paid";
        Stale = "Passato, o spostato a un altro giorno", "Past, or moved to another day";
        Off = "Disattivato nel frattempo", "Switched off meanwhile";
        Empty = "Niente da dire", "Nothing to say";
    }
}

impl I18n {
    pub fn frequency(self, frequency: Frequency) -> &'static str {
        match frequency {
            Frequency::Now => self.notify_now(),
            Frequency::Hourly => self.notify_hourly(),
            Frequency::Daily => self.notify_daily(),
            Frequency::Never => self.notify_never(),
        }
    }

    /// What a failure at this step means, and what to do.
    pub const fn smtp_problem(self, step: Option<SmtpStep>, is_later: bool) -> &'static str {
        self.pick(match step {
            _ if is_later => {
                ("Il server di posta chiede di riprovare più tardi.", "The mail server asks to try again later.")
            }
            Some(SmtpStep::Connect) => (
                "Il collegamento al server di posta non riesce: controlla host e porta in SMTP_URL.",
                "The connection to the mail server fails: check host and port in SMTP_URL.",
            ),
            Some(SmtpStep::StartTls) => (
                "La connessione cifrata non riesce: controlla host e porta in SMTP_URL.",
                "The encrypted connection fails: check host and port in SMTP_URL.",
            ),
            Some(SmtpStep::Auth) => (
                "Il server di posta rifiuta utente o password: controllali in SMTP_URL.",
                "The mail server refuses user or password: check them in SMTP_URL.",
            ),
            Some(SmtpStep::Sender) => (
                "Il server di posta non accetta questo mittente: controlla MAIL_FROM.",
                "The mail server does not accept this sender: check MAIL_FROM.",
            ),
            Some(SmtpStep::Recipient) => (
                "Il server di posta non accetta questo destinatario.",
                "The mail server does not accept this recipient.",
            ),
            Some(SmtpStep::Data | SmtpStep::Content) => {
                ("Il server di posta non ha accettato l’e-mail.", "The mail server did not accept the e-mail.")
            }
            None => ("L’invio non è riuscito.", "Sending failed."),
        })
    }

    /// When most e-mails are sent: `Entro 5 minuti`.
    pub fn audience_after(self, after: Duration) -> String {
        let (minutes, hours) = (after.as_secs().div_ceil(60), after.as_secs() / 3600);
        match self.0 {
            It if minutes == 0 => "Subito".to_owned(),
            It if minutes == 1 => "Dopo 1 minuto".to_owned(),
            It if minutes == 60 => "Dopo 1 ora".to_owned(),
            It if minutes.is_multiple_of(60) => format!("Dopo {hours} ore"),
            It => format!("Dopo {minutes} minuti"),
            En if minutes == 0 => "At once".to_owned(),
            En if minutes == 1 => "After 1 minute".to_owned(),
            En if minutes == 60 => "After 1 hour".to_owned(),
            En if minutes.is_multiple_of(60) => format!("After {hours} hours"),
            En => format!("After {minutes} minutes"),
        }
    }
}
