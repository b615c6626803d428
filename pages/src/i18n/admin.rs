//! The texts of the admin frame and the sign-in page.

use app::phrases;
use domain::Language;

use super::I18n;

phrases! { ADMIN:
    inbox = "Posta", "Inbox";
    clients = "Clienti", "Clients";
    leads = "Lead", "Leads";
    settings = "Impostazioni", "Settings";
    /// On a page for the agency of which nothing is left.
    not_there_any_more = "Non esiste più: forse è stato eliminato, o è scaduto.", "It no longer exists: it may have been deleted, or have expired.";
    sign_out = "Esci", "Sign out";
    guide = "Guida", "Guide";
    /// The menu with the signed-in e-mail.
    account = "Account", "Account";
    navigation = "Navigazione principale", "Main navigation";
    sign_in_heading = "Area riservata", "Sign in";
    email = "E-mail", "E-mail";
    password = "Password", "Password";
    credentials_wrong = "E-mail o password non corrette.", "Wrong e-mail or password.";
    /// The form was too old, or from elsewhere.
    form_expired = "Il modulo era scaduto: riprova.", "The form had expired: try again.";
    too_many_attempts = "Troppi tentativi. Aspetta qualche minuto e riprova.", "Too many attempts. Wait a few minutes and try again.";
    /// Anything else that kept somebody from signing in.
    sign_in_failed = "Accesso non riuscito. Riprova.", "Could not sign you in. Try again.";
    no_threads = "Ancora nessuna conversazione: la prima comparirà qui appena avrai un cliente.", "No conversations yet: the first appears here as soon as you have a client.";
    no_messages = "Nessun messaggio", "No messages";
    /// Before the agency's own words in an excerpt.
    approval_event_by(name: &str) = "Approvazione di {name}", "Approval by {name}";
    you_prefix = "Tu:", "You:";
    back_to_inbox = "Tutte le conversazioni", "All conversations";
    source = "Provenienza", "Source";
    last_contact = "Ultimo contatto", "Last contact";
    /// When a call is set.
    call_date = "Appuntamento", "Appointment";
    no_text = "Senza testo", "No text";
    agency_name = "Nome dello studio", "The studio’s name";
    accent = "Colore", "Colour";
    /// Name of the palette beside the colour.
    accent_picker = "Scegli dalla tavolozza", "Pick from the palette";
    accent_hint = "Sceglilo dalla tavolozza, oppure scrivilo in esadecimale, per esempio #0b5a5e. Lo rendiamo leggibile su sfondo chiaro e scuro; se lo lasci vuoto, resta quello di Atrio.", "Pick it from the palette, or type it in hexadecimal, such as #0b5a5e. We keep it readable on light and dark backgrounds; left empty, it stays Atrio’s.";
    language_hint = "Vale per l’area riservata e per le pagine pubbliche. Ogni cliente vede il portale nella propria lingua.", "For the studio and the public pages. Each client sees the portal in their own language.";
    language_label = "Lingua dello studio", "The studio’s language";
    save = "Salva", "Save";
    saved = "Salvato.", "Saved.";
    sessions = "Sessioni", "Sessions";
    sessions_hint = "Chiude tutte le sessioni aperte, compresa questa, su tutti i dispositivi.", "Signs out everywhere, this device included.";
    end_sessions = "Chiudi tutte le sessioni", "End every session";
    unread_messages(count: i64) = "1 messaggio non letto" | "{count} messaggi non letti", "1 unread message" | "{count} unread messages";
}

names! {
    /// Of a language, in itself.
    language_name(Language) {
        It = "Italiano", "Italiano";
        En = "English", "English";
    }
}
