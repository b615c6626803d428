//! The texts of the offline page.

use app::phrases;

use super::I18n;

phrases! { OFFLINE:
    offline = "Nessuna connessione", "You are offline";
    offline_hint = "Il portale si apre quando la rete torna. Quello che stavi scrivendo resta su questo dispositivo." / "Il portale si apre quando la rete torna. Quello che stava scrivendo resta su questo dispositivo.",
        "The portal opens once the network is back. What you were writing stays on this device.";
    try_again = "Riprova", "Try again";
}
