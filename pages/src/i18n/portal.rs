//! The texts of the portal, of its notifications on a device, and of the public pages.

use app::phrases;
use domain::Language::{En, It};
use domain::{Agency, FormOfAddress};

use super::I18n;

phrases! { PORTAL:
    app_name = "Atrio", "Atrio";
    tagline = "Il portale clienti della tua agenzia", "Your agency’s client portal";
    /// In place of the tagline, under the name of the agency.
    client_portal_of_agency = "Il portale per i nostri clienti", "Our client portal";
    /// For clients who come to the bare address.
    welcome_clients = "Sei un cliente? Usa l’indirizzo personale che hai ricevuto: ti porta direttamente al tuo progetto." / "È un cliente? Usi l’indirizzo personale che ha ricevuto: La porta direttamente al Suo progetto.", "Are you a client? Use the personal address you received: it takes you straight to your project.";
    to_login = "Area riservata", "Sign in";
    /// What the agency sees above a client’s portal.
    preview = "Anteprima", "Preview";
    preview_back = "Torna al cliente", "Back to the client";
    skip = "Vai al contenuto", "Skip to content";
    not_found = "Pagina non trovata", "Page not found";
    not_found_hint = "L’indirizzo potrebbe essere incompleto, o non essere più valido. Controlla il link che hai ricevuto, oppure scrivi a chi te l’ha mandato." / "L’indirizzo potrebbe essere incompleto, o non essere più valido. Controlli il link che ha ricevuto, oppure scriva a chi gliel’ha mandato.", "The address may be incomplete, or no longer valid. Check the link you received, or write to whoever sent it.";
    to_start = "Torna all’inizio", "Back to the start";
    dead_link = "Questo link non funziona più", "This link no longer works";
    /// Who to ask, where the agency has no name.
    whoever_sent_it = "chi te l’ha mandato" / "chi gliel’ha mandato", "whoever sent it";
    /// Heading of a page that could not be made.
    trouble = "Qualcosa non ha funzionato", "Something went wrong";
    trouble_hint = "Non siamo riusciti a preparare questa pagina. Riprova tra qualche istante." / "Non siamo riusciti a preparare questa pagina. Riprovi tra qualche istante.", "We could not prepare this page. Please try again in a moment.";
    /// Heading of a page that could not be made in time.
    busy = "Un momento di pazienza", "One moment, please";
    busy_hint = "In questo momento siamo molto occupati e la pagina non è pronta. Riprova tra qualche secondo." / "In questo momento siamo molto occupati e la pagina non è pronta. Riprovi tra qualche secondo.", "We are very busy right now, and this page is not ready. Please try again in a few seconds.";
    projects = "Progetti", "Projects";
    /// Name of the ways between the parts of a page on a phone.
    views = "Sezioni", "Sections";
    /// The way to the project, on a phone.
    to_project = "Progetto", "Project";
    /// The way to the conversation, on a phone.
    to_conversation = "Messaggi", "Messages";
    open_items = "Cosa serve da te" / "Cosa serve da Lei", "Waiting for you";
    no_open_items = "Per ora niente: quando servirà qualcosa da te, lo troverai qui." / "Per ora niente: quando servirà qualcosa da Lei, lo troverà qui.", "Nothing right now: whatever needs you will show up here.";
    /// A deliverable that waits for the client, before its title.
    to_approve = "Da approvare", "To approve";
    /// Messages that wait for the client.
    to_read = "Da leggere", "To read";
    next_due = "Prossima scadenza", "Next due date";
    /// A payment that waits for the client.
    to_pay = "Pagamento", "Payment";
    course = "Il percorso", "Timeline";
    no_phases = "Qui comparirà il percorso del progetto, fase dopo fase.", "The timeline of the project will appear here, phase by phase.";
    no_projects = "Il tuo progetto comparirà qui appena lo avremo preparato." / "Il Suo progetto comparirà qui appena lo avremo preparato.", "Your project will appear here as soon as we have prepared it.";
    documents = "Documenti", "Documents";
    no_documents = "Qui troverai contratti, brief e file condivisi." / "Qui troverà contratti, brief e file condivisi.", "Contracts, briefs and shared files will be here.";
    payments = "Pagamenti", "Payments";
    no_payments = "Nessun pagamento in programma.", "No payments scheduled.";
    paid = "Pagato", "Paid";
    unpaid = "Da pagare", "To pay";
    open = "Apri", "Open";
    approved = "Approvato", "Approved";
    /// On the button, before the title that only screen readers need.
    approve_verb = "Approva", "Approve";
    /// After a link’s name, for screen readers.
    in_new_tab = "(si apre in una nuova scheda)", "(opens in a new tab)";
    approval_is_final = "L’approvazione è definitiva: una volta data non si può ritirare.", "Approval is final: once given, it cannot be withdrawn.";
    /// The button that does it.
    confirm = "Conferma", "Confirm";
    /// The button that does not.
    cancel = "Annulla", "Cancel";
    /// On the button, before the title that only screen readers need.
    request_changes = "Richiedi modifiche", "Request changes";
    what_to_change = "Cosa vorresti cambiare?" / "Cosa vorrebbe cambiare?", "What would you like changed?";
    send_request = "Invia la richiesta", "Send the request";
    thanks_for_approval = "Grazie, abbiamo registrato la tua approvazione." / "Grazie, abbiamo registrato la Sua approvazione.", "Thank you, your approval has been recorded.";
    changes_sent = "Richiesta inviata: la trovi anche nella conversazione, dove ti risponderemo." / "Richiesta inviata: la trova anche nella conversazione, dove Le risponderemo.", "Request sent: you’ll also find it in the conversation, where we will answer.";
    /// The way back from earlier messages.
    to_newest = "Torna ai messaggi più recenti", "Back to the newest messages";
    nothing_earlier = "La conversazione comincia qui.", "The conversation begins here.";
    /// After [`preview`](Self::preview).
    preview_hint(name: &str) = "Così {name} vede il portale. Qui puoi solo guardare: niente viene inviato né segnato come letto.", "This is how {name} sees the portal. You can only look: nothing is sent or marked as read.";
    greeting(name: &str) = "Il portale di {name}", "{name}’s portal";
    payment_due(day: &str) = "scadenza {day}", "due {day}";
    changes_to(title: &str) = "Modifiche a «{title}»", "Changes to “{title}”";
    /// Where the request will be found.
    changes_arrive_in(phase: &str) = "La richiesta ci arriva come messaggio nella conversazione «{phase}».", "The request reaches us as a message in the conversation “{phase}”.";
    dead_link_hint(agency: &str) = "Forse è stato cambiato o chiuso, o ne manca un pezzo. Progetti e messaggi sono al sicuro: chiedi il link nuovo a {agency} e li ritrovi tutti." / "Forse è stato cambiato o chiuso, o ne manca un pezzo. Progetti e messaggi sono al sicuro: chieda il link nuovo a {agency} e li ritrova tutti.", "It may have been changed or closed, or part of it is missing. Your projects and messages are safe: ask {agency} for the new link and you’ll find them all there.";
    hello(name: &str) = "Ciao, {name}" / "Buongiorno, {name}", "Hello, {name}";
    and_more(count: usize) = "e un altro" | "e altri {count}", "and {count} more" | "and {count} more";
    approve_question(title: &str) = "Approvi «{title}»?" / "Approva «{title}»?", "Approve “{title}”?";
}

impl I18n {
    /// The agency's name, or Atrio's.
    pub fn site_name(self, agency: &Agency) -> String {
        agency.name.clone().unwrap_or_else(|| self.app_name().to_owned())
    }

    /// How many things wait for the client in another project.
    pub fn waiting(self, count: i64) -> String {
        let to_you = if self.1 == FormOfAddress::Lei { "La" } else { "ti" };
        match (self.0, count) {
            (It, 1) => format!("1 cosa {to_you} aspetta"),
            (It, _) => format!("{count} cose {to_you} aspettano"),
            (En, 1) => "1 thing is waiting for you".to_owned(),
            (En, _) => format!("{count} things are waiting for you"),
        }
    }

    /// `2 attività su 5`.
    pub fn progress(self, done: usize, all: usize) -> String {
        match self.0 {
            It => format!("{done} attività su {all}"),
            En if all == 1 => format!("{done} of {all} task"),
            En => format!("{done} of {all} tasks"),
        }
    }
}

phrases! { OFFLINE:
    offline = "Nessuna connessione", "You are offline";
    offline_hint = "Il portale si apre quando la rete torna. Quello che stavi scrivendo resta su questo dispositivo." / "Il portale si apre quando la rete torna. Quello che stava scrivendo resta su questo dispositivo.",
        "The portal opens once the network is back. What you were writing stays on this device.";
    try_again = "Riprova", "Try again";
}

phrases! { PUSH:
    push = "Notifiche su questo dispositivo", "Notifications on this device";
    push_needs_script = "Per attivarle serve JavaScript.", "To turn these on, enable JavaScript.";
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
