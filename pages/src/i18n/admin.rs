//! The texts of the admin frame and the sign-in page.

use app::phrases;
use domain::Language::{En, It};

use super::I18n;

phrases! { ADMIN:
    /// Navigation: the conversations.
    inbox = "Posta", "Inbox";
    /// Navigation: the clients.
    clients = "Clienti", "Clients";
    /// Navigation: the leads.
    leads = "Lead", "Leads";
    /// Navigation: the settings.
    settings = "Impostazioni", "Settings";
    /// On a page for the agency of which nothing is left.
    not_there_any_more = "Non c’è più: forse è stato eliminato, o il suo tempo è scaduto.", "It is no longer there: perhaps it was deleted, or its time ran out.";
    /// Navigation: ends the session.
    sign_out = "Esci", "Sign out";
    /// Name of the navigation.
    navigation = "Navigazione principale", "Main navigation";
    /// Heading of the sign-in page.
    sign_in_heading = "Accedi allo studio", "Sign in to the studio";
    /// Label of the address box.
    email = "E-mail", "E-mail";
    /// Label of the password box.
    password = "Password", "Password";
    /// Wrong e-mail or password.
    credentials_wrong = "E-mail o password non corrette.", "Wrong e-mail or password.";
    /// The form was too old, or from elsewhere.
    form_expired = "Il modulo era scaduto. Riprova: adesso è pronto.", "The form had expired. Try again: it is fresh now.";
    /// Too many attempts.
    too_many_attempts = "Troppi tentativi. Aspetta qualche minuto e riprova.", "Too many attempts. Wait a few minutes and try again.";
    /// Anything else that kept somebody from signing in.
    sign_in_failed = "Accesso non riuscito. Riprova.", "Could not sign you in. Try again.";
    /// An inbox without conversations.
    no_threads = "Nessuna conversazione: comparirà qui appena ci sarà un cliente.", "No conversations: they will appear here as soon as there is a client.";
    /// A conversation without messages.
    no_messages = "Nessun messaggio", "No messages";
    /// Before the agency's own words in an excerpt.
    you_prefix = "Tu:", "You:";
    /// Way back to the inbox.
    back_to_inbox = "Tutte le conversazioni", "All conversations";
    /// The way to a client's conversation.
    write_to = "Conversazione", "Conversation";
    /// A lead's source.
    source = "Provenienza", "Source";
    /// When a lead last wrote.
    last_contact = "Ultimo contatto", "Last contact";
    /// When a call is set.
    call_date = "Appuntamento", "Appointment";
    /// An activity without text.
    no_text = "Senza testo", "No text";
    /// Label of the agency’s name.
    agency_name = "Nome dello studio", "The studio’s name";
    /// Label of the agency’s colour.
    accent = "Colore", "Colour";
    /// How the colour is written.
    accent_hint = "In esadecimale, per esempio #0b5a5e. Lo rendiamo leggibile su chiaro e su scuro; vuoto, resta quello di Atrio.", "In hexadecimal, such as #0b5a5e. We keep it readable on light and on dark; empty, it stays Atrio’s.";
    /// What the language setting is for.
    language_hint = "Vale per lo studio e per le pagine pubbliche. Ogni cliente vede il portale nella propria lingua.", "For the studio and the public pages. Each client sees the portal in their own language.";
    /// Label of the language box.
    language_label = "Lingua dello studio", "The studio’s language";
    /// Name of a language, in itself.
    language_italian = "Italiano", "Italiano";
    /// Name of a language, in itself.
    language_english = "English", "English";
    /// Button of a settings form.
    save = "Salva", "Save";
    /// Shown after saving.
    saved = "Salvato.", "Saved.";
    /// Heading of the session form.
    sessions = "Sessioni", "Sessions";
    /// What the button below does.
    sessions_hint = "Chiude ogni sessione aperta, anche questa, su tutti i dispositivi.", "Ends every open session, this one included, on all devices.";
    /// Button that ends every session.
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
