//! The texts of the admin frame and the sign-in page.

use app::phrases;
use domain::Language::{En, It};

use super::I18n;

phrases! { ADMIN:
    inbox = "Posta", "Inbox";
    clients = "Clienti", "Clients";
    leads = "Lead", "Leads";
    settings = "Impostazioni", "Settings";
    /// On a page for the agency of which nothing is left.
    not_there_any_more = "Non c’è più: forse è stato eliminato, o il suo tempo è scaduto.", "It is no longer there: perhaps it was deleted, or its time ran out.";
    sign_out = "Esci", "Sign out";
    navigation = "Navigazione principale", "Main navigation";
    sign_in_heading = "Accedi allo studio", "Sign in to the studio";
    email = "E-mail", "E-mail";
    password = "Password", "Password";
    credentials_wrong = "E-mail o password non corrette.", "Wrong e-mail or password.";
    /// The form was too old, or from elsewhere.
    form_expired = "Il modulo era scaduto. Riprova: adesso è pronto.", "The form had expired. Try again: it is fresh now.";
    too_many_attempts = "Troppi tentativi. Aspetta qualche minuto e riprova.", "Too many attempts. Wait a few minutes and try again.";
    /// Anything else that kept somebody from signing in.
    sign_in_failed = "Accesso non riuscito. Riprova.", "Could not sign you in. Try again.";
    no_threads = "Nessuna conversazione: comparirà qui appena ci sarà un cliente.", "No conversations: they will appear here as soon as there is a client.";
    no_messages = "Nessun messaggio", "No messages";
    /// Before the agency's own words in an excerpt.
    you_prefix = "Tu:", "You:";
    back_to_inbox = "Tutte le conversazioni", "All conversations";
    write_to = "Conversazione", "Conversation";
    source = "Provenienza", "Source";
    last_contact = "Ultimo contatto", "Last contact";
    /// When a call is set.
    call_date = "Appuntamento", "Appointment";
    no_text = "Senza testo", "No text";
    agency_name = "Nome dello studio", "The studio’s name";
    accent = "Colore", "Colour";
    accent_hint = "In esadecimale, per esempio #0b5a5e. Lo rendiamo leggibile su chiaro e su scuro; vuoto, resta quello di Atrio.", "In hexadecimal, such as #0b5a5e. We keep it readable on light and on dark; empty, it stays Atrio’s.";
    language_hint = "Vale per lo studio e per le pagine pubbliche. Ogni cliente vede il portale nella propria lingua.", "For the studio and the public pages. Each client sees the portal in their own language.";
    language_label = "Lingua dello studio", "The studio’s language";
    language_italian = "Italiano", "Italiano";
    language_english = "English", "English";
    save = "Salva", "Save";
    saved = "Salvato.", "Saved.";
    sessions = "Sessioni", "Sessions";
    sessions_hint = "Chiude ogni sessione aperta, anche questa, su tutti i dispositivi.", "Ends every open session, this one included, on all devices.";
    end_sessions = "Chiudi tutte le sessioni", "End every session";
}

impl I18n {
    /// How many messages nobody has read: `3 messaggi non letti`.
    pub fn unread_messages(self, count: i64) -> String {
        match (self.0, count) {
            (It, 1) => "1 messaggio non letto".to_owned(),
            (It, _) => format!("{count} messaggi non letti"),
            (En, 1) => "1 unread message".to_owned(),
            (En, _) => format!("{count} unread messages"),
        }
    }
}
