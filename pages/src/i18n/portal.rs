//! The texts of the portal, of its notifications on a device, and of the public pages.

use app::phrases;
use domain::Language::{En, It};
use domain::{Agency, FormOfAddress};

use super::{I18n, capitalized};

phrases! { PORTAL:
    app_name = "Atrio", "Atrio";
    tagline = "Il portale clienti della tua agenzia", "Your agency’s client portal";
    /// In place of the tagline, under the name of the agency.
    client_portal_of_agency = "Il portale per i nostri clienti", "Our client portal";
    /// For clients who come to the bare address.
    welcome_clients = "Sei un cliente? Usa il link personale che hai ricevuto: ti porta direttamente al tuo progetto." / "È un cliente? Usi il link personale che ha ricevuto: La porta direttamente al Suo progetto.", "Are you a client? Use the personal link you received: it takes you straight to your project.";
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
    file_in_check = "File in controllo", "The file is being checked";
    file_in_check_hint = "L’antivirus lo sta guardando: di solito bastano pochi secondi. Riprova tra poco." / "L’antivirus lo sta guardando: di solito bastano pochi secondi. Riprovi tra poco.", "The antivirus is looking at it, which usually takes a few seconds. Please try again shortly.";
    busy_hint = "In questo momento siamo molto occupati e la pagina non è pronta. Riprova tra qualche secondo." / "In questo momento siamo molto occupati e la pagina non è pronta. Riprovi tra qualche secondo.", "We are very busy right now, and this page is not ready. Please try again in a few seconds.";
    projects = "Progetti", "Projects";
    /// Name of the ways between the parts of a page on a phone.
    views = "Sezioni", "Sections";
    /// The way to the project, on a phone.
    to_project = "Progetto", "Project";
    /// The way to the conversation, on a phone.
    to_conversation = "Messaggi", "Messages";
    /// What only the client can do.
    open_items = "Tocca a te" / "Tocca a Lei", "Your turn";
    /// The same heading where nothing below it is for this person of the client.
    others_turn = "Tocca ad altri", "Somebody else’s turn";
    no_open_items = "Per ora niente: quando servirà qualcosa da te, lo troverai qui." / "Per ora niente: quando servirà qualcosa da Lei, lo troverà qui.", "Nothing right now: whatever needs you will show up here.";
    /// A deliverable that waits for the client, before its title.
    to_approve = "Da approvare", "To approve";
    upcoming = "In arrivo", "Coming up";
    /// The phases in one line.
    plan = "Le fasi", "The phases";
    end_of_project = "Fine del progetto", "End of the project";
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
    view_draft = "Guarda la bozza", "View it";
    approved = "Approvato", "Approved";
    /// On the button, before the title that only screen readers need.
    approve_verb = "Approva", "Approve";
    /// In place of the answers to a version whose file cannot be read.
    approve_after_check = "Il file è in controllo: si potrà approvare appena finito.", "The file is being checked: it can be approved once that is done.";
    approve_infected = "Il file è stato eliminato perché conteneva un virus.", "The file was deleted because it had a virus.";
    /// To a person of a client who may not approve, and to one who may not write.
    others_approve(agency: &str, client: &str) = "{agency} ha riservato le approvazioni ad altre persone di {client}.", "{agency} has left approvals to other people at {client}.";
    others_write(agency: &str, client: &str) = "Qui si legge soltanto: {agency} ha riservato i messaggi ad altre persone di {client}.", "You can only read here: {agency} has left messages to other people at {client}.";
    /// After a link’s name, for screen readers.
    in_new_tab = "(si apre in una nuova scheda)", "(opens in a new tab)";
    approve_question = "Approvi questa consegna?" / "Approva questa consegna?", "Approve this?";
    approval_is_final = "Dopo l’approvazione passiamo alla fase successiva. Per cambiare idea, scrivici." / "Dopo l’approvazione passiamo alla fase successiva. Per cambiare idea, ci scriva.", "After your approval we move on to the next step. If you change your mind, write to us.";
    /// The button that does it.
    confirm = "Sì, approva", "Yes, approve";
    /// The button that does not.
    cancel = "Annulla", "Cancel";
    /// On the button, before the title that only screen readers need.
    request_changes = "Richiedi modifiche", "Request changes";
    what_to_change = "Cosa vorresti cambiare?" / "Cosa vorrebbe cambiare?", "What would you like changed?";
    send_request = "Invia la richiesta", "Send the request";
    /// Before the next task.
    our_turn = "Ora tocca a noi: il prossimo passo è", "Now it is our turn. The next step is";
    changes_sent = "Richiesta inviata. Ci mettiamo al lavoro: la nuova versione arriva qui.", "Request sent. We are on it: the new version will be here.";
    changes_under_way = "Ci stiamo lavorando: la nuova versione arriva qui.", "We are working on it: the new version will be here.";
    /// The way back from earlier messages.
    to_newest = "Torna ai messaggi più recenti", "Back to the newest messages";
    nothing_earlier = "La conversazione comincia qui.", "The conversation begins here.";
    /// After [`preview`](Self::preview).
    preview_hint(name: &str) = "Così {name} vede il portale. Qui puoi solo guardare: niente viene inviato né segnato come letto.", "This is how {name} sees the portal. You can only look: nothing is sent or marked as read.";
    under_way(phases: &str) = "In corso {phases}.", "In progress: {phases}.";
    project_ends(day: &str) = "Fine prevista {day}.", "Expected to end on {day}.";
    thanks_for_approval(name: &str) = "Approvato. Grazie, {name}.", "Approved. Thank you, {name}.";
    next_to_approve(title: &str) = "La prossima: {title}", "Next: {title}";
    /// A member: `Luca Ferri di Studio Calanco`.
    person_of_agency(person: &str, agency: &str) = "{person} di {agency}", "{person} from {agency}";
    /// Somebody else of the client.
    person_wrote_on(name: &str, day: &str) = "{name}, {day}", "{name}, {day}";
    you_wrote_on(day: &str) = "Hai scritto {day}" / "Ha scritto {day}", "You wrote on {day}";
    to_message_in(channel: &str) = "Vai al messaggio in {channel}", "Go to the message in {channel}";
    to_approve_in(project: &str) = "Da approvare in «{project}»", "To approve in “{project}”";
    count_in(count: i64, project: &str) = "{count} in «{project}»", "{count} in “{project}”";
    in_project(project: &str) = "In «{project}»", "In “{project}”";
    end_of_phase(name: &str) = "Fine di «{name}»", "End of “{name}”";
    payment_named(label: &str) = "Pagamento «{label}»", "Payment “{label}”";
    days_late(days: i64) = "in ritardo di un giorno" | "in ritardo di {days} giorni", "one day late" | "{days} days late";
    changes_to(title: &str) = "Modifiche a «{title}»", "Changes to “{title}”";
    /// Where the request will be found.
    changes_arrive_in(phase: &str) = "La richiesta ci arriva come messaggio nella conversazione «{phase}».", "The request reaches us as a message in the conversation “{phase}”.";
    dead_link_hint(agency: &str) = "Forse è stato cambiato o chiuso, o ne manca un pezzo. Progetti e messaggi sono al sicuro: chiedi il link nuovo a {agency} e li ritrovi tutti." / "Forse è stato cambiato o chiuso, o ne manca un pezzo. Progetti e messaggi sono al sicuro: chieda il link nuovo a {agency} e li ritrova tutti.", "It may have been changed or closed, or part of it is missing. Your projects and messages are safe: ask {agency} for the new link and you’ll find them all there.";
    /// On an open page, once its link no longer works.
    link_closed(agency: &str) = "{agency} ha cambiato questa pagina o il suo link: copia il tuo testo e ricarica la pagina. Se non si apre, chiedi il link nuovo." / "{agency} ha cambiato questa pagina o il suo link: copi il Suo testo e ricarichi la pagina. Se non si apre, chieda il link nuovo.", "{agency} has changed this page or its link: copy your text and reload the page. If it does not open, ask for the new link.";
}

impl I18n {
    /// The agency's name, or Atrio's.
    pub fn site_name(self, agency: &Agency) -> String {
        agency.name.clone().unwrap_or_else(|| self.app_name().to_owned())
    }

    /// The heading of the page: `Ciao Giulia, due cose aspettano te.`
    pub fn greeting(self, name: &str, count: usize) -> String {
        let (hello, you) = match (self.0, self.1) {
            (It, FormOfAddress::Tu) => ("Ciao", "te"),
            (It, FormOfAddress::Lei) => ("Buongiorno", "Lei"),
            (En, _) => ("Hello", "you"),
        };
        let number = self.number(count);
        match (self.0, count) {
            (It, 0) => format!("{hello} {name}, per ora è tutto a posto."),
            (En, 0) => format!("{hello} {name}, nothing needs you right now."),
            (It, 1) => format!("{hello} {name}, una cosa aspetta {you}."),
            (En, 1) => format!("{hello} {name}, one thing is waiting for {you}."),
            (It, _) => format!("{hello} {name}, {number} cose aspettano {you}."),
            (En, _) => format!("{hello} {name}, {number} things are waiting for {you}."),
        }
    }

    /// `Studio Calanco ti ha scritto due messaggi`.
    pub fn wrote_to_you(self, agency: &str, count: i64) -> String {
        let number = self.number(usize::try_from(count).unwrap_or_default());
        match (self.0, self.1, count) {
            (It, FormOfAddress::Tu, 1) => format!("{agency} ti ha scritto"),
            (It, FormOfAddress::Lei, 1) => format!("{agency} Le ha scritto"),
            (It, FormOfAddress::Tu, _) => format!("{agency} ti ha scritto {number} messaggi"),
            (It, FormOfAddress::Lei, _) => format!("{agency} Le ha scritto {number} messaggi"),
            (En, _, 1) => format!("{agency} wrote to you"),
            (En, ..) => format!("{agency} wrote you {number} messages"),
        }
    }

    /// A count, below ten in words. Not for one.
    pub(super) fn number(self, count: usize) -> String {
        const IT: [&str; 8] = ["due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove"];
        const EN: [&str; 8] = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
        let words = if self.0 == It { IT } else { EN };
        count.checked_sub(2).and_then(|at| words.get(at)).map_or_else(|| count.to_string(), |word| (*word).to_owned())
    }

    /// [`I18n::number`] as the first word of a sentence.
    pub(super) fn first_number(self, count: usize) -> String {
        capitalized(&self.number(count))
    }

    /// `Design, Sviluppo e Lancio`.
    pub fn list<'a>(self, items: impl Iterator<Item = &'a str>) -> String {
        let and = if self.0 == It { " e " } else { " and " };
        let mut items: Vec<&str> = items.collect();
        let last = items.pop().unwrap_or_default();
        if items.is_empty() { last.to_owned() } else { [&items.join(", "), and, last].concat() }
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
    push_turn_on = "Attiva le notifiche", "Turn on notifications";
    push_turn_off = "Disattiva su questo dispositivo", "Turn off on this device";
    push_blocked = "Il browser blocca le notifiche di questo sito. Per riceverle, consentile nelle impostazioni del sito, accanto all’indirizzo, e ricarica la pagina." / "Il browser blocca le notifiche di questo sito. Per riceverle, le consenta nelle impostazioni del sito, accanto all’indirizzo, e ricarichi la pagina.", "Your browser blocks notifications of this site. To get them, allow them in the site settings beside the address, and reload the page.";
    /// iPhone and iPad.
    push_home = "Su iPhone e iPad funzionano solo dalla schermata Home: tocca Condividi, poi Aggiungi alla schermata Home. Apri il portale da lì e torna su questa pagina." / "Su iPhone e iPad funzionano solo dalla schermata Home: tocchi Condividi, poi Aggiungi alla schermata Home. Apra il portale da lì e torni su questa pagina.", "On iPhone and iPad they only work from the Home Screen: tap Share, then Add to Home Screen. Open it from there and come back to this page.";
    push_unsupported = "Questo browser non può mostrare notifiche.", "This browser cannot show notifications.";
    /// In the list of notifications, where the others are e-mails.
    push_medium = "Sul dispositivo", "On the device";
    push_failed = "Non ha funzionato. Ricarica la pagina e riprova." / "Non ha funzionato. Ricarichi la pagina e riprovi.", "That did not work. Reload the page and try again.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greeting_counts_in_words_up_to_nine() {
        let (tu, lei) = (I18n(It, FormOfAddress::Tu), I18n(It, FormOfAddress::Lei));
        assert_eq!(tu.greeting("Giulia", 0), "Ciao Giulia, per ora è tutto a posto.");
        assert_eq!(tu.greeting("Giulia", 1), "Ciao Giulia, una cosa aspetta te.");
        assert_eq!(lei.greeting("Giulia Ferraris", 2), "Buongiorno Giulia Ferraris, due cose aspettano Lei.");
        assert_eq!(tu.greeting("Giulia", 9), "Ciao Giulia, nove cose aspettano te.");
        assert_eq!(I18n::from(En).greeting("Ada", 10), "Hello Ada, 10 things are waiting for you.");
    }

    #[test]
    fn lists_end_with_and() {
        let list = |items: &[&'static str]| I18n::from(It).list(items.iter().copied());
        assert_eq!(list(&["Design"]), "Design");
        assert_eq!(list(&["Design", "Sviluppo", "Lancio"]), "Design, Sviluppo e Lancio");
    }
}
