//! The texts around the events of an e-mail, and those of the page that stops e-mails. What events say is in
//! [`crate::notification_kinds`].

use app::phrases;
use domain::{FormOfAddress, Language};

use super::I18n;

phrases! { MAIL_CLIENT:
    mail_open_conversation = "Apri la conversazione" / "Apra la conversazione", "Open the conversation";
    mail_review = "Guarda e approva" / "Guardi e approvi", "Review and approve";
    mail_open_portal = "Apri il portale" / "Apra il portale", "Open the portal";
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

    pub(crate) fn test_email_subject(self, agency: &str) -> String {
        match self.0 {
            Language::It => format!("Prova di invio da {agency}"),
            Language::En => format!("Test e-mail from {agency}"),
        }
    }

    pub(crate) fn test_email(self, agency: &str) -> String {
        match self.0 {
            Language::It => {
                format!("Se leggi questa e-mail, l’invio funziona: da {agency} possono partire gli avvisi.")
            }
            Language::En => {
                format!("If you can read this e-mail, sending works: {agency} can send its notifications.")
            }
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
}
