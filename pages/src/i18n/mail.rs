//! The texts of e-mails and of the page that stops them. Subjects are in `domain`.

use app::phrases;
use domain::{FormOfAddress, Language};

use super::I18n;

phrases! { MAIL_CLIENT:
    mail_open_conversation = "Apri la conversazione" / "Apra la conversazione", "Open the conversation";
    mail_review = "Guarda e approva" / "Guardi e approvi", "Review and approve";
    mail_open_portal = "Apri il portale" / "Apra il portale", "Open the portal";
    mail_to_approve = "Da approvare", "To approve";
    mail_to_approve_hint = "Nel portale puoi approvare o chiedere modifiche." / "Nel portale può approvare o chiedere modifiche.", "In the portal you can approve it or ask for changes.";
    mail_payment = "Pagamento", "Payment";
    mail_payment_hint = "Se hai già provveduto, non devi fare altro." / "Se ha già provveduto, non deve fare altro.", "If it is paid already, there is nothing left to do.";
    mail_text_in_portal = "Il testo si legge nel portale.", "The text is in the portal.";
    mail_client_settings = "Quante e-mail ricevere lo scegli nella pagina Avvisi del portale." / "Quante e-mail ricevere lo sceglie nella pagina Avvisi del portale.", "Choose how many e-mails to get on the Notifications page of the portal.";
    unsubscribe = "Non ricevere più e-mail", "Stop these e-mails";
    unsubscribe_client_hint = "Non ti scriveremo più per le novità del portale, che resta aperto." / "Non Le scriveremo più per le novità del portale, che resta aperto.", "We will no longer e-mail you about what is new in the portal, which stays open.";
    unsubscribe_button = "Ferma le e-mail" / "Fermi le e-mail", "Stop the e-mails";
    unsubscribed = "Fatto: niente più e-mail", "Done: no more e-mails";
    unsubscribed_client_hint = "Si possono riattivare nella pagina Avvisi del portale.", "You can switch them on again on the Notifications page of the portal.";
}

phrases! { MAIL_ADMIN:
    mail_open_client = "Apri il cliente", "Open the client";
    mail_open_lead = "Apri il lead", "Open the lead";
    mail_open_leads = "Apri i nuovi lead", "Open the new leads";
    mail_open_source = "Apri la fonte", "Open the source";
    mail_open_today = "Apri la giornata", "Open the day";
    mail_approved = "Approvato", "Approved";
    mail_changes = "Modifiche richieste", "Changes requested";
    mail_lead = "Nuovo lead", "New lead";
    mail_source = "Fonte", "Source";
    mail_silent_hint = "Non invia nulla da più tempo del solito.", "It has sent nothing for longer than usual.";
    mail_failing_hint = "L’ultimo invio non è stato letto. È conservato: si può leggere di nuovo.", "The last submission was not read. It is stored and can be read again.";
    mail_since_yesterday = "Arrivati da ieri", "Since yesterday";
    mail_waiting = "In attesa", "Waiting";
    mail_today = "Oggi", "Today";
    mail_text_in_atrio = "Il testo si legge in Atrio.", "The text is in Atrio.";
    mail_admin_settings = "Quante e-mail ricevere si sceglie in Impostazioni, Notifiche.", "Choose how many e-mails to get in Settings, Notifications.";
    unsubscribe_admin_hint = "Atrio non scriverà più all’agenzia. I clienti ricevono ancora le loro.", "Atrio will no longer e-mail the agency. Clients still get theirs.";
    unsubscribed_admin_hint = "Si possono riattivare in Impostazioni, Notifiche.", "They can be switched on again in Settings, Notifications.";
}

impl I18n {
    /// Why a client gets an e-mail.
    pub(crate) fn mail_why(self, agency: &str) -> String {
        match (self.0, self.1) {
            (Language::It, FormOfAddress::Tu) => {
                format!("Ricevi questa e-mail perché {agency} lavora con te.")
            }
            (Language::It, FormOfAddress::Lei) => {
                format!("Riceve questa e-mail perché {agency} lavora con Lei.")
            }
            (Language::En, _) => format!("You receive this e-mail because {agency} works with you."),
        }
    }

    pub(crate) fn mail_trial_subject(self, agency: &str) -> String {
        match self.0 {
            Language::It => format!("Prova di invio da {agency}"),
            Language::En => format!("Test e-mail from {agency}"),
        }
    }

    pub(crate) fn mail_trial(self, agency: &str) -> String {
        match self.0 {
            Language::It => {
                format!("Se leggi questa e-mail, l’invio funziona: da {agency} possono partire gli avvisi.")
            }
            Language::En => {
                format!("If you can read this e-mail, sending works: {agency} can send its notifications.")
            }
        }
    }

    pub(crate) fn mail_waits(self, days: i64) -> String {
        match self.0 {
            Language::It => format!("Aspetta una risposta da {days} giorni."),
            Language::En => format!("It has been waiting for {days} days."),
        }
    }

    /// Below the names of leads.
    pub(crate) fn mail_more_leads(self, count: i64) -> String {
        match (self.0, count) {
            (Language::It, 1) => "E un altro.".to_owned(),
            (Language::It, _) => format!("E altri {count}."),
            (Language::En, 1) => "And one more.".to_owned(),
            (Language::En, _) => format!("And {count} more."),
        }
    }

    /// After the last reminder.
    pub(crate) fn mail_not_approved(self, client: &str, days: i64) -> String {
        match self.0 {
            Language::It => {
                format!("{client} non ha risposto in {days} giorni. Non inviamo altri promemoria.")
            }
            Language::En => format!("{client} has not answered in {days} days. We send no more reminders."),
        }
    }

    /// What an e-mail does not list.
    pub(crate) fn mail_more_messages(self, count: i64) -> String {
        match (self.0, count) {
            (Language::It, 1) => "e un altro messaggio".to_owned(),
            (Language::It, _) => format!("e altri {count} messaggi"),
            (Language::En, 1) => "and 1 more message".to_owned(),
            (Language::En, _) => format!("and {count} more messages"),
        }
    }

    pub(crate) fn mail_more_deliverables(self, count: i64) -> String {
        match (self.0, count) {
            (Language::It, 1) => "e un’altra consegna".to_owned(),
            (Language::It, _) => format!("e altre {count} consegne"),
            (Language::En, 1) => "and 1 more deliverable".to_owned(),
            (Language::En, _) => format!("and {count} more deliverables"),
        }
    }

    pub(crate) fn mail_due(self, date: &str) -> String {
        match self.0 {
            Language::It => format!("Scade il {date}."),
            Language::En => format!("Due on {date}."),
        }
    }
}
