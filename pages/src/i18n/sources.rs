//! The texts of lead sources: their pages, their warnings, and how to connect a sender.

use app::phrases;
use domain::Language::{En, It};
use domain::leads::source::SourceTrouble;
use domain::leads::{LeadField, SourceKind};
use domain::{Language, Timestamp};

use super::I18n;

phrases! { SOURCES:
    lead_origins = "Fonti", "Sources";
    source_new = "Nuova fonte", "New source";
    source_create = "Crea la fonte", "Create the source";
    back_to_sources = "Tutte le fonti", "All sources";
    sources_hint = "Ogni modulo, calendario o automazione che ti manda contatti ha qui il suo indirizzo. Tutto ciò che ricevi viene conservato, anche quando Atrio non riesce a leggerlo subito.", "Every form, calendar or automation that sends you contacts has an address of its own here. Everything you receive is kept, even when Atrio cannot read it at once.";
    sources_empty_heading = "Da dove arrivano i tuoi contatti?", "Where do your contacts come from?";
    sources_empty = "Crea una fonte per il modulo del tuo sito, per Calendly, per le campagne: ricevi un indirizzo da incollare, con le istruzioni passo per passo. Da quel momento ogni richiesta arriva qui.", "Create a source for your site’s form, for Calendly, for your campaigns: you get an address to paste, with step-by-step instructions. From then on every enquiry arrives here.";
    /// The first row of the list: the address of all Atrios.
    source_main = "Indirizzo principale", "Main address";
    source_main_hint = "Per chi può mandare l’intestazione x-webhook-secret", "For whoever can send the header x-webhook-secret";
    /// The main address without its secret.
    source_main_unused = "Non in uso", "Not in use";
    /// The way to how the main address is used.
    source_main_how = "Come si usa", "How to use it";
    source_on = "Attiva", "On";
    source_off = "Spenta", "Off";
    source_waiting = "In attesa del primo invio", "Waiting for the first submission";
    source_name = "Nome", "Name";
    source_name_hint = "È la provenienza che leggerai nei nuovi lead: «Modulo contatti», «Calendly»…", "New leads show it as their source: “Contact form”, “Calendly”…";
    source_kind_label = "Servizio", "Service";
    source_kind_hint = "Se non lo sai, lascia che Atrio lo riconosca dagli invii.", "If you are not sure, let Atrio recognise it from what it receives.";
    source_secret_label = "Segreto della firma", "Signing secret";
    source_honeypot = "Campo trappola", "Trap field";
    source_honeypot_hint = "Il nome di un campo nascosto che le persone lasciano vuoto e i programmi di spam riempiono. Se è compilato, l’invio viene messo da parte come spam.", "The name of a hidden field that people leave empty and spam programs fill. If it is filled, the submission is set aside as spam.";
    source_active = "Attiva: prende quello che arriva", "On: takes what arrives";
    source_switch_off = "Spegni", "Switch off";
    source_switch_on = "Riaccendi", "Switch on";
    source_off_hint = "Questa fonte è spenta: chi spedisce qui viene respinto, e non si conserva niente.", "This source is off: whoever sends here is turned away, and nothing is kept.";
    source_address = "Indirizzo da incollare", "Address to paste";
    source_address_hint = "Chi lo conosce può inviarti contatti: usalo solo nei servizi che devono farlo.", "Whoever knows it can send you contacts: use it only in the services that should.";
    source_rotate = "Nuovo indirizzo", "New address";
    source_rotate_question = "Dare alla fonte un nuovo indirizzo?", "Give the source a new address?";
    source_rotate_warning = "Quello attuale smette subito di funzionare: gli invii vengono respinti finché non incolli quello nuovo nel servizio.", "The current one stops working at once: submissions are refused until you paste the new one into the service.";
    source_rotate_confirm = "Sì, cambia", "Yes, change it";
    source_rotated = "Indirizzo cambiato: usa subito quello nuovo al posto del vecchio, che non funziona più.", "Address changed: use the new one at once in place of the old one, which no longer works.";
    sources_troubled = "Fonti da controllare", "Sources to check";
    /// Link to all of them, where not all are shown.
    sources_see_all = "Vedi tutte le fonti", "See all sources";
    /// Link from what is wrong: the box with the secret.
    trouble_check_secret = "Controlla il segreto", "Check the secret";
    source_fact_kind = "Servizio", "Service";
    source_fact_received = "Ricevuti", "Received";
    /// Fact: how many became or joined a lead.
    source_fact_taken = "Diventati lead", "Turned into leads";
    source_fact_quarantined = "Da rivedere", "To review";
    source_fact_last = "Ultimo invio", "Last submission";
    source_fact_success = "Ultimo valido", "Last valid";
    source_fact_refused = "Ultimo respinto", "Last refused";
    /// Fact: nothing yet.
    source_never = "Mai", "Never";
    source_try = "Prova", "Try it";
    source_try_hint = "Invia all’indirizzo un esempio realistico. Crea il lead «Anna Prova», o si aggiunge a quello già presente; puoi eliminarlo quando vuoi.", "Sends a realistic sample to the address. It creates the lead “Anna Prova”, or adds to the existing one; delete it whenever you like.";
    source_tried_off = "La fonte è spenta: riaccendila e riprova.", "The source is off: switch it on and try again.";
    source_tried_forbidden = "La prova è stata respinta: la firma non corrisponde. Controlla il segreto in «Modifica».", "The test was refused: the signature does not match. Check the secret under “Edit”.";
    source_tried_slow = "Troppe prove in un minuto: aspetta un momento e riprova.", "Too many tests in a minute: wait a moment and try again.";
    source_tried_fault = "La prova non è riuscita: riprova tra poco.", "The test did not work: try again in a moment.";
    source_inspector = "Ultimi invii", "Latest submissions";
    source_inspector_empty = "Ancora nessun invio. Il primo comparirà qui, senza ricaricare la pagina.", "No submissions yet. The first will appear here, without reloading the page.";
    source_all_deliveries = "Tutti gli invii di questa fonte", "All submissions of this source";
    source_mapping = "Scegli i campi", "Choose the fields";
    /// Before the moment when that arrived which the choices are tried on.
    mapping_from = "Le scelte vengono provate sull’invio", "Your choices are tried on the submission";
    mapping_hint = "Indica ad Atrio quale campo contiene cosa. Le tue scelte prevalgono su quello che Atrio riconosce da solo; il resto lo trovi comunque nel testo del lead.", "Tell Atrio which field holds what. Your choices override what Atrio recognises by itself; the rest is in the lead’s text anyway.";
    /// A field that nobody has mapped.
    mapping_by_itself = "Come lo riconosce Atrio", "As Atrio recognises it";
    /// A place that is mapped and not in the last delivery.
    mapping_absent = "assente in questo invio", "not in this submission";
    mapping_no_email = "Qui non c’è un indirizzo e-mail: vale quello che riconosce Atrio.", "There is no e-mail address here: what Atrio recognises counts.";
    mapping_no_phone = "Qui non c’è un numero di telefono: vale quello che riconosce Atrio.", "There is no telephone number here: what Atrio recognises counts.";
    mapping_no_moment = "Qui non ci sono un giorno e un’ora: vale l’appuntamento che riconosce Atrio.", "There is no day with a time here: the appointment Atrio recognises counts.";
    mapping_preview_button = "Anteprima", "Preview";
    mapping_preview = "Il lead risultante", "The resulting lead";
    mapping_preview_none = "Con queste scelte resterebbe da rivedere.", "With these choices it would still need review.";
    mapping_arrived = "Dati ricevuti", "Data received";
    mapping_nothing = "Non c’è ancora nessun invio da cui scegliere. Compila il tuo modulo, poi torna qui.", "There is no submission to choose from yet. Fill in your form, then come back.";
    /// What cannot be told apart into places.
    mapping_no_places = "L’invio non è né un modulo né JSON: non ci sono campi da scegliere.", "The submission is neither a form nor JSON: there are no fields to choose.";
    delivery_days = "Giorni di conservazione degli invii ricevuti", "Days submissions are kept";
    delivery_days_hint = "Poi vengono eliminati automaticamente, con le risposte originali; i lead e i loro messaggi restano.", "Then they are deleted automatically, with the original answers; leads and their messages stay.";
    silent_days = "Giorni di silenzio prima di avvisarti", "Days of silence before you are warned";
    source_megabytes = "Spazio per fonte (MB)", "Space for each source (MB)";
    source_megabytes_hint = "Oltre, i nuovi invii vengono respinti e il servizio li ripete.", "Beyond it, new submissions are refused and the service repeats them.";
    delivery_megabytes = "Spazio per tutti gli invii (MB)", "Space for all submissions (MB)";
    delivery_megabytes_hint = "Di tutte le fonti e dell’indirizzo qui sopra, insieme.", "Together, of all sources and the address above.";
    free_megabytes = "Spazio libero sul disco sotto cui avvisarti (MB)", "Free disk space below which you are warned (MB)";
    free_megabytes_hint = "L’avviso compare nella Posta. Con PostgreSQL il disco è del suo server.", "The warning appears in the Inbox. With PostgreSQL the disk is its server’s.";
    silent_days_hint = "Vale per le fonti attive che hanno già inviato qualcosa.", "For active sources that have sent something before.";
    to_review(count: i64) = "{count} da rivedere", "{count} to review";
    source_deletion_impact(count: i64) = "1 invio conservato" | "{count} invii conservati", "1 stored submission" | "{count} stored submissions";
    source_delete(name: &str) = "Eliminare la fonte {name}? Gli invii al suo indirizzo verranno respinti. I lead restano.", "Delete the source {name}? Submissions to its address will be refused. The leads stay.";
    submission_count(count: i64) = "1 invio" | "{count} invii", "1 submission" | "{count} submissions";
    refused(count: i64) = "1 respinto" | "{count} respinti", "1 refused" | "{count} refused";
}

names! {
    /// The label of a lead field.
    lead_field(LeadField) {
        Name = "Nome e cognome", "Full name";
        GivenName = "Solo il nome", "Given name";
        FamilyName = "Solo il cognome", "Family name";
        Email = "E-mail", "E-mail";
        Phone = "Telefono", "Telephone";
        Company = "Azienda", "Company";
        Message = "Messaggio", "Message";
        Source = "Provenienza", "Source";
        StartsAt = "Appuntamento", "Appointment";
    }
}

impl I18n {
    /// What a source received and how many leads it made: `12 invii, 3 lead`.
    pub fn source_counts(self, received: i64, taken_in: i64) -> String {
        format!("{}, {}", self.submission_count(received), self.lead_count(taken_in))
    }

    /// The hint that a selected value does not fit a field; `None` for fields that take any text.
    pub fn mapping_invalid(self, field: LeadField) -> Option<&'static str> {
        match field {
            LeadField::Email => Some(self.mapping_no_email()),
            LeadField::Phone => Some(self.mapping_no_phone()),
            LeadField::StartsAt => Some(self.mapping_no_moment()),
            _ => None,
        }
    }
}

impl I18n {
    /// The warning, as a sentence without the source's name. `last` is the time of the last delivery.
    pub fn source_trouble(self, trouble: SourceTrouble, last: Option<Timestamp>, now: Timestamp) -> String {
        let text = self.pick(match trouble {
            SourceTrouble::Failing => {
                ("non siamo riusciti a leggere l’ultimo invio.", "we could not read the last submission.")
            }
            SourceTrouble::BadSignature => (
                "l’ultimo invio è stato respinto: la firma manca o è sbagliata.",
                "the last submission was refused: its signature is missing or wrong.",
            ),
            SourceTrouble::TooLarge => (
                "l’ultimo invio è stato respinto: era troppo grande.",
                "the last submission was refused: it was too large.",
            ),
            SourceTrouble::Full => {
                ("sta respingendo gli invii: il suo spazio è pieno.", "it is refusing submissions: its space is full.")
            }
            SourceTrouble::TooMany => (
                "nell’ultima ora ha respinto degli invii: ne arrivavano troppi al minuto.",
                "it refused submissions within the last hour: too many came in a minute.",
            ),
            SourceTrouble::Silent => return silent(self.0, days_since(last, now)),
        });
        text.to_owned()
    }

    /// What to do about it; `None` if a link is shown instead.
    pub const fn source_trouble_advice(self, trouble: SourceTrouble) -> Option<&'static str> {
        Some(self.pick(match trouble {
            SourceTrouble::Failing => return None,
            SourceTrouble::BadSignature => (
                "Il segreto deve essere lo stesso qui e nel servizio. Gli invii respinti non vengono conservati.",
                "The secret must be the same here and in the service. Refused submissions are not kept.",
            ),
            SourceTrouble::TooLarge => (
                "Il limite è 256 KB: togli gli allegati dal modulo.",
                "The limit is 256 KB: remove attachments from the form.",
            ),
            SourceTrouble::Full => (
                "Elimina gli invii che non ti servono, o dalle più spazio nelle Impostazioni.",
                "Delete the submissions you do not need, or give it more space in the settings.",
            ),
            SourceTrouble::TooMany => (
                "Se sono finti, elimina quelli già ricevuti e dai alla fonte un nuovo indirizzo.",
                "If they are fake, delete those you have received and give the source a new address.",
            ),
            SourceTrouble::Silent => (
                "Fai un invio come lo farebbe un cliente: se qui non compare, incolla di nuovo l’indirizzo.",
                "Send something as a client would: if it does not appear here, paste the address again.",
            ),
        }))
    }
}

/// Whole days from a timestamp to now; zero if it is in the future.
fn days_since(then: Option<Timestamp>, now: Timestamp) -> i64 {
    const DAY: i64 = 86_400_000;
    then.map_or(0, |then| ((now.as_millis() - then.as_millis()) / DAY).max(0))
}

fn silent(language: Language, days: i64) -> String {
    match (language, days) {
        (It, 1) => "nessun invio da un giorno.".to_owned(),
        (It, _) => format!("nessun invio da {days} giorni."),
        (En, 1) => "no submission for a day.".to_owned(),
        (En, _) => format!("no submission for {days} days."),
    }
}

phrases! { INSTRUCTIONS:
    source_connect = "Come collegarla", "How to connect it";
    /// After the steps of a form.
    source_then_send = "Poi fai un invio di prova: entro pochi secondi comparirà qui sotto, tra gli ultimi invii.", "Then send a test: within seconds it appears below, among the latest submissions.";
    /// After the steps of a calendar.
    source_then_book = "Poi prenota un appuntamento di prova: entro pochi secondi comparirà qui sotto, tra gli ultimi invii.", "Then book a test appointment: within seconds it appears below, among the latest submissions.";
    /// After the steps of a form of Atrio.
    source_then_look = "Entro pochi secondi comparirà qui sotto, tra gli ultimi invii.", "Within seconds it appears below, among the latest submissions.";
    source_signature = "La firma", "The signature";
    /// A sender that does not sign.
    signature_none = "Questo servizio non firma quello che spedisce: a proteggerti è l’indirizzo, che conosce solo chi lo ha ricevuto da te. Se finisse in mani sbagliate, creane uno nuovo.", "This service does not sign what it sends: what protects you is the address, known only to those you gave it to. Should it fall into the wrong hands, make a new one.";
    signature_is_set = "Il segreto è impostato: gli invii senza la sua firma vengono respinti.", "The secret is set: submissions not signed with it are refused.";
    signature_is_not_set = "Per ora la firma non viene controllata: basta l’indirizzo.", "For now the signature is not checked: the address is enough.";
    /// Link to the box for the secret, while none is kept.
    signature_set = "Imposta il segreto", "Set the secret";
    /// Link to the box for the secret that is kept.
    signature_change = "Cambia il segreto", "Change the secret";
}

impl I18n {
    /// How people know a sender.
    pub fn source_kind(self, kind: SourceKind) -> &'static str {
        self.pick(lead_intake::sender(kind).name)
    }

    /// How to check that the steps worked.
    pub fn source_connect_then(self, kind: SourceKind) -> &'static str {
        if kind.is_form() {
            self.source_then_look()
        } else if lead_intake::sender(kind).books_meetings {
            self.source_then_book()
        } else {
            self.source_then_send()
        }
    }

    /// Where to find the sender's signing secret; `None` if it does not sign.
    pub fn source_secret(self, kind: SourceKind) -> Option<&'static str> {
        lead_intake::sender(kind).signature.as_ref().map(|signature| self.pick(signature.secret))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silent_days_are_whole_days() {
        let at = |text: &str| text.parse::<Timestamp>().expect("a moment");
        let now = at("2026-11-20T10:00:00Z");
        let days = |then: &str| days_since(Some(at(then)), now);
        assert_eq!(days("2026-11-12T10:00:00Z"), 8);
        assert_eq!(days("2026-11-12T10:00:01Z"), 7);
        assert_eq!((days("2026-11-21T10:00:00Z"), days_since(None, now)), (0, 0));
        assert_eq!(silent(It, 8), "nessun invio da 8 giorni.");
        assert_eq!(silent(En, 1), "no submission for a day.");
    }

    #[test]
    fn submissions_and_leads_are_counted_apart() {
        let (it, en) = (I18n::from(It), I18n::from(En));
        assert_eq!(
            (en.source_counts(1, 1).as_str(), en.source_counts(3, 1).as_str()),
            ("1 submission, 1 lead", "3 submissions, 1 lead")
        );
        assert_eq!(it.source_counts(3, 2), "3 invii, 2 lead");
    }
}
