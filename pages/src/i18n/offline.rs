//! The texts of the offline page.

use app::phrases;

use super::I18n;

phrases! { OFFLINE:
    /// Heading of the page shown without a connection.
    offline = "Nessuna connessione", "You are offline";
    /// What that means, and that nothing is lost.
    offline_hint = "Il portale si apre quando la rete torna. Quello che stavi scrivendo resta su questo dispositivo.",
        "The portal opens once the network is back. What you were writing stays on this device.";
    /// Link that tries the same address again.
    try_again = "Riprova", "Try again";
}
