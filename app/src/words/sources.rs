//! The words about the sources of leads.

use domain::Language::{En, It};
use domain::lead::LeadField;
use domain::lead::source::{SourceLine, SourceTrouble};
use domain::{Language, Timestamp};

use super::{Words, phrases};

phrases! { SOURCES:
    /// Tab and heading: the sources.
    lead_origins = "Fonti", "Sources";
    /// Button and heading: a new source.
    source_new = "Nuova fonte", "New source";
    /// Button of the form for a new source.
    source_create = "Crea la fonte", "Create the source";
    /// Way back to the list of sources.
    back_to_sources = "Tutte le fonti", "All sources";
    /// What sources are.
    sources_hint = "Ogni modulo, calendario o automazione che ti manda contatti ha qui il suo indirizzo. Tutto quello che arriva viene conservato, anche quando non si capisce subito.", "Every form, calendar or automation that sends you contacts has an address of its own here. Whatever arrives is kept, even when it is not understood at once.";
    /// Heading of a list without sources.
    sources_empty_heading = "Da dove arrivano i tuoi contatti?", "Where do your contacts come from?";
    /// How a source is made.
    sources_empty = "Crea una fonte per il modulo del tuo sito, per Calendly, per le campagne: ricevi un indirizzo da incollare, con le istruzioni passo per passo. Poi non perdi più nessuno.", "Make a source for your site’s form, for Calendly, for your campaigns: you get an address to paste, with instructions step by step. Then nobody is lost any more.";
    /// The first row of the list: the address of all Atrios.
    source_main = "Indirizzo principale", "Main address";
    /// What the main address is for.
    source_main_hint = "Per chi può mandare l’intestazione x-webhook-secret", "For whoever can send the header x-webhook-secret";
    /// The main address without its secret.
    source_main_closed = "Chiuso: manca LEAD_WEBHOOK_SECRET", "Closed: LEAD_WEBHOOK_SECRET is missing";
    /// The way to how the main address is used.
    source_main_how = "Come si usa", "How to use it";
    /// A source that takes in what arrives.
    source_on = "Attiva", "On";
    /// A source that turns everybody away.
    source_off = "Spenta", "Off";
    /// A source at which nothing has arrived.
    source_waiting = "Aspetta il primo arrivo", "Waiting for the first arrival";
    /// Label of the name box.
    source_name = "Nome", "Name";
    /// Hint of the name box.
    source_name_hint = "I nuovi lead lo porteranno come provenienza: «Modulo contatti», «Calendly»…", "New leads will carry it as where they came from: “Contact form”, “Calendly”…";
    /// Label of the choice of senders.
    source_kind_label = "Chi spedisce", "Who sends";
    /// Hint of the choice of senders.
    source_kind_hint = "Se non lo sai, lascia che Atrio lo riconosca da quello che arriva.", "If you do not know, let Atrio recognise it from what arrives.";
    /// Label of the box for the signing secret.
    source_secret_label = "Segreto della firma", "Signing secret";
    /// Label of the box for the field that must stay empty.
    source_honeypot = "Campo trappola", "Trap field";
    /// Hint of that box.
    source_honeypot_hint = "Il nome di un campo nascosto che le persone lasciano vuoto e i programmi di spam riempiono. Se arriva compilato, l’arrivo resta da parte come spam.", "The name of a hidden field that people leave empty and spam programs fill. If it arrives filled, the arrival is set aside as spam.";
    /// Label of the box that switches a source on.
    source_active = "Attiva: prende quello che arriva", "On: takes what arrives";
    /// Button: switches a source off.
    source_switch_off = "Spegni", "Switch off";
    /// Button: switches a source on again.
    source_switch_on = "Riaccendi", "Switch on";
    /// What being off means.
    source_off_hint = "Questa fonte è spenta: chi spedisce qui viene respinto, e non si conserva niente.", "This source is off: whoever sends here is turned away, and nothing is kept.";
    /// Label of the address.
    source_address = "Indirizzo da incollare", "Address to paste";
    /// What the address is.
    source_address_hint = "Chi lo conosce può mandarti contatti: dallo solo a chi deve spedire.", "Whoever knows it can send you contacts: give it only to those who are to send.";
    /// Link: asks whether to make a new address.
    source_rotate = "Nuovo indirizzo", "New address";
    /// Asks whether to make a new address.
    source_rotate_question = "Dare alla fonte un nuovo indirizzo?", "Give the source a new address?";
    /// What a new address does.
    source_rotate_warning = "Quello di adesso smette subito di funzionare: chi spedisce viene respinto finché non incolli quello nuovo anche lì.", "The present one stops working at once: whoever sends is turned away until you paste the new one there, too.";
    /// Button: makes a new address.
    source_rotate_confirm = "Sì, nuovo indirizzo", "Yes, new address";
    /// Fact: who sends.
    source_fact_kind = "Chi spedisce", "Who sends";
    /// Fact: how many arrived.
    source_fact_received = "Arrivati", "Arrived";
    /// Fact: how many became or joined a lead.
    source_fact_taken = "Diventati lead", "Became leads";
    /// Fact: how many wait in quarantine.
    source_fact_quarantined = "Da rivedere", "To review";
    /// Fact: when the last one came.
    source_fact_last = "Ultimo arrivo", "Last arrival";
    /// Fact: when the last one was taken in.
    source_fact_success = "Ultimo lead", "Last lead";
    /// Fact: nothing yet.
    source_never = "Mai, finora", "Never, so far";
    /// Button: posts a sample.
    source_try = "Prova", "Try it";
    /// What the sample is.
    source_try_hint = "Spedisce un esempio vero all’indirizzo, come farebbe chi hai scelto. Ne nasce il lead Anna Prova, che puoi eliminare.", "Sends a realistic sample to the address, as the sender you chose would. The lead Anna Prova comes of it, which you may delete.";
    /// After a sample that could not be sent, because the source is off.
    source_tried_off = "La fonte è spenta: riaccendila e riprova.", "The source is off: switch it on and try again.";
    /// After a sample whose signature was wrong.
    source_tried_forbidden = "La prova è stata respinta: la firma non torna. Controlla il segreto in «Modifica».", "The trial was turned away: the signature does not fit. Check the secret under “Edit”.";
    /// After too many samples.
    source_tried_slow = "Troppe prove in un minuto: aspetta un momento e riprova.", "Too many trials in a minute: wait a moment and try again.";
    /// A sample that could not be sent.
    source_tried_fault = "La prova non è riuscita: riprova tra poco.", "The trial did not work: try again in a moment.";
    /// Heading of what arrived last.
    source_inspector = "Ultimi arrivi", "Latest arrivals";
    /// An inspector with nothing in it.
    source_inspector_empty = "Ancora niente. Appena arriva qualcosa compare qui, senza ricaricare la pagina.", "Nothing yet. As soon as something arrives it appears here, without reloading the page.";
    /// Link to all arrivals of the source.
    source_all_deliveries = "Tutti gli arrivi di questa fonte", "All arrivals of this source";
    /// Link and heading: the mapping.
    source_mapping = "Scegli i campi", "Choose the fields";
    /// What the mapping is.
    mapping_hint = "Qui dici ad Atrio dove sta ogni cosa. Quello che scegli vale più di quello che Atrio riconosce da solo; il resto lo trovi comunque nel testo del lead.", "Here you tell Atrio where everything is. What you choose counts for more than what Atrio recognises; the rest is in the lead’s text anyway.";
    /// A field that nobody has mapped.
    mapping_by_itself = "Come lo riconosce Atrio", "As Atrio recognises it";
    /// A place that is mapped and not in the last delivery.
    mapping_absent = "non c’è in questo arrivo", "not in this arrival";
    /// Button: shows what comes of the choices.
    mapping_preview_button = "Anteprima", "Preview";
    /// Heading of the preview.
    mapping_preview = "Il lead che ne esce", "The lead that comes of it";
    /// The preview of what cannot be read.
    mapping_preview_none = "Così resterebbe da rivedere.", "This would still be to review.";
    /// Heading of what arrived.
    mapping_arrived = "Che cosa è arrivato", "What arrived";
    /// A source at which nothing has arrived yet.
    mapping_nothing = "Non è ancora arrivato niente da cui scegliere. Fai un invio dal tuo modulo, poi torna qui.", "Nothing has arrived yet to choose from. Send something from your form, then come back.";
    /// What cannot be told apart into places.
    mapping_no_places = "Quello che è arrivato non è un modulo né JSON: non c’è niente da scegliere.", "What arrived is neither a form nor JSON: there is nothing to choose.";
    /// Label of the days that deliveries are kept.
    delivery_days = "Conserva gli arrivi per giorni", "Days to keep arrivals";
    /// Hint of that box.
    delivery_days_hint = "Poi vengono eliminati da soli; i lead restano con tutto ciò che hanno ricevuto.", "Then they are deleted by themselves; leads stay with all they have received.";
    /// Label of the days after which a source is silent.
    silent_days = "Avvisami se una fonte tace per giorni", "Days of silence before a warning";
    /// Hint of that box.
    silent_days_hint = "Vale per le fonti attive che prima spedivano.", "For sources that are on and used to send.";
}

impl Words {
    /// What is wrong with a source, which delivered last at `last`: a sentence without its name.
    pub fn source_trouble(self, trouble: SourceTrouble, last: Option<Timestamp>, now: Timestamp) -> String {
        match (trouble, self.0) {
            (SourceTrouble::Failing, It) => "l’ultimo arrivo non si capisce".to_owned(),
            (SourceTrouble::Failing, En) => "the last arrival is not understood".to_owned(),
            (SourceTrouble::BadSignature, It) => {
                "l’ultimo invio è stato respinto: la firma manca o è sbagliata".to_owned()
            }
            (SourceTrouble::BadSignature, En) => {
                "the last delivery was turned away: its signature is missing or wrong".to_owned()
            }
            (SourceTrouble::TooLarge, It) => "l’ultimo invio è stato respinto: era troppo lungo".to_owned(),
            (SourceTrouble::TooLarge, En) => "the last delivery was turned away: it was too long".to_owned(),
            (SourceTrouble::Silent, language) => silent(language, days_since(last, now)),
        }
    }

    /// `12 arrivi, 10 diventati lead`.
    pub fn source_counts(self, line: &SourceLine) -> String {
        let SourceLine { received, taken_in, .. } = line;
        match (self.0, received) {
            (It, 1) => format!("1 arrivo, {taken_in} tra i lead"),
            (It, _) => format!("{received} arrivi, {taken_in} tra i lead"),
            (En, 1) => format!("1 arrival, {taken_in} among the leads"),
            (En, _) => format!("{received} arrivals, {taken_in} among the leads"),
        }
    }

    /// `3 da rivedere`.
    pub fn to_review(self, count: i64) -> String {
        match self.0 {
            It => format!("{count} da rivedere"),
            En => format!("{count} to review"),
        }
    }

    /// What goes along with a source: `12 arrivi conservati`.
    pub fn source_takes(self, count: i64) -> String {
        match (self.0, count) {
            (It, 1) => "1 arrivo conservato".to_owned(),
            (It, _) => format!("{count} arrivi conservati"),
            (En, 1) => "1 arrival that is kept".to_owned(),
            (En, _) => format!("{count} arrivals that are kept"),
        }
    }

    /// Whether to delete this source.
    pub fn source_delete(self, name: &str) -> String {
        match self.0 {
            It => format!("Eliminare la fonte {name}? I lead restano."),
            En => format!("Delete the source {name}? The leads stay."),
        }
    }

    /// What a delivery can say about a lead.
    pub const fn lead_field(self, field: LeadField) -> &'static str {
        match (field, self.0) {
            (LeadField::Name, It) => "Nome e cognome",
            (LeadField::Name, En) => "Full name",
            (LeadField::GivenName, It) => "Solo il nome",
            (LeadField::GivenName, En) => "Given name",
            (LeadField::FamilyName, It) => "Solo il cognome",
            (LeadField::FamilyName, En) => "Family name",
            (LeadField::Email, _) => "E-mail",
            (LeadField::Phone, It) => "Telefono",
            (LeadField::Phone, En) => "Telephone",
            (LeadField::Company, It) => "Azienda",
            (LeadField::Company, En) => "Company",
            (LeadField::Message, It) => "Messaggio",
            (LeadField::Message, En) => "Message",
            (LeadField::Source, It) => "Provenienza",
            (LeadField::Source, En) => "Source",
            (LeadField::StartsAt, It) => "Appuntamento",
            (LeadField::StartsAt, En) => "Appointment",
        }
    }
}

/// Whole days from a moment to now; at least none.
fn days_since(then: Option<Timestamp>, now: Timestamp) -> i64 {
    const DAY: i64 = 86_400_000;
    then.map_or(0, |then| ((now.as_millis() - then.as_millis()) / DAY).max(0))
}

fn silent(language: Language, days: i64) -> String {
    match (language, days) {
        (It, 1) => "non arriva niente da un giorno".to_owned(),
        (It, _) => format!("non arriva niente da {days} giorni"),
        (En, 1) => "nothing has arrived for a day".to_owned(),
        (En, _) => format!("nothing has arrived for {days} days"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_is_counted_in_whole_days() {
        let at = |text: &str| text.parse::<Timestamp>().expect("a moment");
        let now = at("2026-11-20T10:00:00Z");
        let days = |then: &str| days_since(Some(at(then)), now);
        assert_eq!(days("2026-11-12T10:00:00Z"), 8);
        assert_eq!(days("2026-11-12T10:00:01Z"), 7);
        assert_eq!((days("2026-11-21T10:00:00Z"), days_since(None, now)), (0, 0));
        assert_eq!(silent(It, 8), "non arriva niente da 8 giorni");
        assert_eq!(silent(En, 1), "nothing has arrived for a day");
    }
}
