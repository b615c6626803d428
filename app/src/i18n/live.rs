//! Texts of the agency's live refresh and keyboard shortcuts.

use super::I18n;
use crate::phrases;

phrases! { LIVE:
    live_down = "Connessione assente: la pagina si aggiornerà appena torna.", "No connection: the page will update as soon as it is back.";
    live_slow = "Troppe richieste: l’aggiornamento riprende tra poco.", "Too many requests: updates resume shortly.";
    live_signed_out = "La sessione è scaduta: accedi di nuovo per continuare.", "Your session has ended: sign in again to go on.";
    live_gone = "Quello che vedi non esiste più: torna all’elenco.", "What you see no longer exists: go back to the list.";
    hotkeys = "Tasti rapidi", "Keyboard shortcuts";
    /// Closes the list of keys.
    close = "Chiudi", "Close";
    hotkeys_on = "Tasti rapidi attivi", "Shortcuts are on";
    /// What j does.
    hotkey_next = "conversazione successiva", "next conversation";
    /// What k does.
    hotkey_previous = "conversazione precedente", "previous conversation";
    /// What r does.
    hotkey_reply = "scrivi una risposta", "write a reply";
    /// What u does.
    hotkey_unread = "segna come non letto", "mark as unread";
    /// What a does.
    hotkey_assign = "assegna, poi una cifra", "assign, then a digit";
    /// What / does.
    hotkey_search = "cerca", "search";
    /// What ? does.
    hotkey_help = "mostra questi tasti", "show these keys";
    copied = "Copiato", "Copied";
    sign_in = "Accedi", "Sign in";
}
