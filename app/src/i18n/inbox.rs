//! The words of the inbox, of threads, and of what is live on the agency's pages.

use super::phrases;

phrases! { INBOX:
    /// Label of the search.
    search_inbox = "Cerca nomi e messaggi", "Search names and messages";
    /// Takes the search away.
    search_clear = "Togli la ricerca", "Clear the search";
    /// What was searched for is in none of the newest messages.
    found_elsewhere = "Trovato tra i dati del cliente o in messaggi meno recenti", "Found in the client’s details or in earlier messages";
    /// Filter: every thread.
    all_threads = "Tutte", "All";
    /// Filter: threads with something unread.
    unread_threads = "Da leggere", "Unread";
    /// The filter finds nothing.
    all_read = "Hai letto tutto. Goditela.", "You have read everything. Enjoy it.";
    /// Name of the list beside a thread.
    threads = "Conversazioni", "Conversations";
    /// Link to the client’s record.
    client_page = "Scheda del cliente", "Client’s page";
    /// Link to the client’s portal.
    open_portal = "Apri il portale", "Open the portal";
    /// Button: comes back to the thread later.
    mark_unread = "Segna come non letto", "Mark as unread";
    /// The page asks in vain what is new.
    live_down = "Connessione assente: la pagina si aggiorna da sola appena torna.", "No connection: the page updates by itself as soon as it is back.";
    /// It asks too often.
    live_slow = "Troppe richieste: l’aggiornamento riprende tra poco.", "Too many requests: updates resume shortly.";
    /// The session has ended while the page was open.
    live_signed_out = "La sessione è scaduta: accedi di nuovo per continuare.", "Your session has ended: sign in again to go on.";
    /// What the page shows is no longer there.
    live_gone = "Quello che vedi non c’è più: torna alla lista.", "What you see is no longer there: go back to the list.";
    /// Button and heading: the keys.
    hotkeys = "Tasti rapidi", "Keyboard shortcuts";
    /// Closes the list of keys.
    close = "Chiudi", "Close";
    /// Switch: whether keys do anything.
    hotkeys_on = "Tasti rapidi attivi", "Shortcuts are on";
    /// What j does.
    hotkey_next = "conversazione successiva", "next conversation";
    /// What k does.
    hotkey_previous = "conversazione precedente", "previous conversation";
    /// What r does.
    hotkey_reply = "scrivi una risposta", "write a reply";
    /// What u does.
    hotkey_unread = "segna come non letto", "mark as unread";
    /// What / does.
    hotkey_search = "cerca", "search";
    /// What ? does.
    hotkey_help = "mostra questi tasti", "show these keys";
}
