//! The texts of notifications on a device.

use app::phrases;

use super::I18n;

phrases! { PUSH:
    push = "Notifiche su questo dispositivo", "Notifications on this device";
    push_needs_script = "Per attivarle serve JavaScript.", "They need JavaScript.";
    push_off = "Quando c’è qualcosa di nuovo e non lo vedi entro un minuto, questo dispositivo te lo fa sapere. Mostra solo un nome, mai il testo." / "Quando c’è qualcosa di nuovo e non lo vede entro un minuto, questo dispositivo glielo fa sapere. Mostra solo un nome, mai il testo.", "When there is something new and you have not seen it within a minute, this device tells you. It shows only a name, never the text.";
    push_on = "Sono attive. Mostrano solo un nome, mai il testo.", "They are on. They show only a name, never the text.";
    push_turn_on = "Attiva le notifiche" / "Attivi le notifiche", "Turn on notifications";
    push_turn_off = "Disattiva su questo dispositivo" / "Disattivi su questo dispositivo", "Turn off on this device";
    push_blocked = "Il browser blocca le notifiche di questo sito. Per riceverle, consentile nelle impostazioni del sito, accanto all’indirizzo, e ricarica la pagina." / "Il browser blocca le notifiche di questo sito. Per riceverle, le consenta nelle impostazioni del sito, accanto all’indirizzo, e ricarichi la pagina.", "Your browser blocks notifications of this site. To get them, allow them in the site settings beside the address, and reload the page.";
    /// iPhone and iPad.
    push_home = "Su iPhone e iPad funzionano solo dalla schermata Home: tocca Condividi, poi Aggiungi alla schermata Home. Apri il portale da lì e torna su questa pagina." / "Su iPhone e iPad funzionano solo dalla schermata Home: tocchi Condividi, poi Aggiungi alla schermata Home. Apra il portale da lì e torni su questa pagina.", "On iPhone and iPad they only work from the Home Screen: tap Share, then Add to Home Screen. Open it from there and come back to this page.";
    push_unsupported = "Questo browser non può mostrare notifiche.", "This browser cannot show notifications.";
    /// In the list of notifications, where the others are e-mails.
    push_medium = "Sul dispositivo", "On the device";
    push_failed = "Non ha funzionato. Ricarica la pagina e riprova." / "Non ha funzionato. Ricarichi la pagina e riprovi.", "That did not work. Reload the page and try again.";
}
