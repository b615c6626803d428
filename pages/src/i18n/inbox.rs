//! The texts of the inbox, threads and live refresh.

use app::phrases;

use super::I18n;

phrases! { INBOX:
    search_inbox = "Cerca nomi e messaggi", "Search names and messages";
    search_clear = "Togli la ricerca", "Clear the search";
    /// What was searched for is in none of the newest messages.
    found_elsewhere = "Trovato tra i dati del cliente o in messaggi meno recenti", "Found in the client’s details or in earlier messages";
    all_threads = "Tutte", "All";
    unread_threads = "Da leggere", "Unread";
    /// The filter finds nothing.
    all_read = "Hai letto tutto. Goditela.", "You have read everything. Enjoy it.";
    threads = "Conversazioni", "Conversations";
    /// Link to the client’s record.
    client_page = "Scheda del cliente", "Client’s page";
    /// Link to the client’s portal.
    open_portal = "Apri il portale", "Open the portal";
    /// Button: comes back to the thread later.
    mark_unread = "Segna come non letto", "Mark as unread";
}
