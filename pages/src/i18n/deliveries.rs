//! The texts of deliveries.

use app::phrases;
use domain::Language::{En, It};
use domain::leads::{DeliveryOutcome, DeliveryReason};

use super::I18n;

phrases! { DELIVERIES:
    deliveries = "Arrivi", "Arrivals";
    deliveries_hint = "Tutto quello che è arrivato, com’è arrivato: letto, da rivedere o messo da parte.", "Everything that arrived, as it arrived: taken in, to review or set aside.";
    /// After how long they stay: the way to where it is chosen.
    deliveries_kept_where = "si cambia nelle Impostazioni", "change it in Settings";
    deliveries_empty = "Ancora niente. Crea una fonte, collega il tuo modulo e guarda qui: ogni invio lascia traccia.", "Nothing yet. Make a source, connect your form and look here: everything sent leaves a trace.";
    back_to_deliveries = "Tutti gli arrivi", "All arrivals";
    delivery_source = "Fonte", "Source";
    delivery_every_source = "Tutte le fonti", "Every source";
    delivery_outcome_label = "Esito", "Outcome";
    delivery_every_outcome = "Qualsiasi esito", "Any outcome";
    delivery_reread = "Rileggi", "Read again";
    deliveries_reread_hint = "Rileggere non duplica niente: chi è già tra i lead resta uno solo.", "Reading again never makes duplicates.";
    deliveries_choose_all = "Tutti quelli di questa pagina", "All on this page";
    deliveries_choose_first = "Prima scegli almeno un arrivo.", "Choose at least one arrival first.";
    /// Button: takes one or several out of quarantine, without a lead.
    delivery_set_aside = "Metti da parte", "Set aside";
    /// Link: a lead typed in by hand, from an arrival that nobody can read.
    delivery_by_hand = "Aggiungi il lead a mano", "Add the lead by hand";
    /// Chip: the agency sent it itself, to try a source.
    delivery_trial = "Prova", "Test";
    delivery_open = "Apri l’arrivo", "Open the arrival";
    delivery_understood = "Che cosa è stato capito", "What was understood";
    /// Of something in quarantine that can be read by now.
    delivery_understood_now = "Con le regole di adesso si capisce: rileggilo e passa tra i lead.", "With today’s rules it can be understood: read it again and it joins the leads.";
    /// Heading of the answers without a field of their own.
    delivery_rest = "Nel testo del lead", "In the lead’s text";
    /// Why nothing was understood, and what to do.
    delivery_choose_fields = "Di’ ad Atrio quali campi sono quali, poi rileggilo.", "Tell Atrio which fields are which, then read it again.";
    /// What to do about a body that is neither a form nor JSON.
    delivery_unreadable = "Rileggerlo non basta: controlla che chi spedisce mandi un modulo o JSON. Se qui sotto riconosci una persona, aggiungila a mano.", "Reading it again will not help: check that the sender sends a form or JSON. If you recognise a person below, add them by hand.";
    /// What to do about spam that is none.
    delivery_not_spam = "Non è spam? Togli o cambia il campo trappola in «Modifica» della fonte, poi rileggilo.", "Not spam? Remove or change the trap field under “Edit” of the source, then read it again.";
    /// The way to where the trap field is changed.
    delivery_edit_source = "Modifica la fonte", "Edit the source";
    delivery_raw = "Com’è arrivato", "As it arrived";
    delivery_body = "Il testo ricevuto", "The text received";
    delivery_binary = "Non è un testo: qui sotto lo vedi in base64.", "This is not text: it is shown in base64.";
    delivery_nothing = "Vuoto.", "Empty.";
    delivery_headers = "Intestazioni", "Headers";
    delivery_fact_outcome = "Esito", "Outcome";
    delivery_fact_reason = "Motivo", "Reason";
    /// Fact: who was taken to have sent it.
    delivery_fact_sender = "Letto come", "Read as";
    delivery_fact_lead = "Lead", "The lead";
    delivery_fact_repeats = "Ripetuto", "Repeated";
    reread_nothing = "Non c’era niente da rileggere.", "There was nothing to read again.";
}

impl I18n {
    /// The outcome of a delivery.
    pub const fn outcome(self, outcome: DeliveryOutcome) -> &'static str {
        self.pick(match outcome {
            DeliveryOutcome::Received => ("In lettura", "Being read"),
            DeliveryOutcome::Created => ("Nuovo lead", "New lead"),
            DeliveryOutcome::Updated => ("Aggiunto a un lead", "Added to a lead"),
            DeliveryOutcome::Noted => ("Annotato sul lead", "Noted on the lead"),
            DeliveryOutcome::Ignored => ("Messo da parte", "Set aside"),
            DeliveryOutcome::Quarantined => ("Da rivedere", "To review"),
            DeliveryOutcome::Spam => ("Spam", "Spam"),
            DeliveryOutcome::Refused => ("Rifiutato", "Refused"),
        })
    }

    /// Why a delivery did not become a lead.
    pub const fn delivery_reason(self, reason: DeliveryReason) -> &'static str {
        self.pick(match reason {
            DeliveryReason::Unreadable => (
                "Non si legge: è vuoto, rovinato, o non è né un modulo né JSON.",
                "It cannot be read: it is empty, damaged, or neither a form nor JSON.",
            ),
            DeliveryReason::Nobody => (
                "Non dice chi è: nessun nome, nessuna e-mail, nessun telefono.",
                "It does not say who: no name, no e-mail, no telephone number.",
            ),
            DeliveryReason::Test => (
                "È una prova di chi spedisce: è arrivata, e non diventa un lead.",
                "A test of the sender’s: it arrived, and becomes no lead.",
            ),
            DeliveryReason::Aside => (
                "È una notizia di chi spedisce, non una richiesta: non c’è nulla da aggiungere ai lead.",
                "It is news from the sender, not an enquiry: there is nothing to add to the leads.",
            ),
            DeliveryReason::UnknownLead => (
                "Parla dell’appuntamento di qualcuno che non è tra i lead.",
                "It is about an appointment of somebody who is not among the leads.",
            ),
            DeliveryReason::Spam => (
                "Il campo trappola è compilato: con ogni probabilità è spam.",
                "The trap field is filled: in all likelihood it is spam.",
            ),
            DeliveryReason::Invalid => {
                ("L’indirizzo principale non l’ha accettato.", "The main address did not accept it.")
            }
            DeliveryReason::TooLarge => {
                ("Troppo lungo per l’indirizzo principale.", "Too long for the main address.")
            }
            DeliveryReason::Fault => (
                "Qualcosa si è rotto mentre lo leggevamo: è al sicuro, rileggilo.",
                "Something broke while it was read: it is safe, read it again.",
            ),
            DeliveryReason::SetAside => ("Messo da parte a mano.", "Set aside by hand."),
        })
    }

    /// `arrivato altre 2 volte`.
    pub fn repeated(self, times: i64) -> String {
        match (self.0, times) {
            (It, 1) => "arrivato un’altra volta".to_owned(),
            (It, _) => format!("arrivato altre {times} volte"),
            (En, 1) => "came once more".to_owned(),
            (En, _) => format!("came {times} more times"),
        }
    }

    /// The result of a replay: how many deliveries became leads, and how many did not.
    pub fn reread(self, taken_in: i64, left: i64) -> String {
        if taken_in == 0 && left == 0 {
            return self.reread_nothing().to_owned();
        }
        let all = taken_in + left;
        match (self.0, all, taken_in, left) {
            (It, 1, 1, _) => "Riletto: adesso è tra i lead.".to_owned(),
            (It, 1, ..) => "Riletto: non è ancora tra i lead.".to_owned(),
            (It, _, 0, _) => format!("Riletti {all} arrivi: nessuno è tra i lead, per ora."),
            (It, _, 1, _) => format!("Riletti {all} arrivi: uno è tra i lead."),
            (It, .., 0) => format!("Riletti {all} arrivi: sono tutti tra i lead."),
            (It, ..) => format!("Riletti {all} arrivi: {taken_in} sono tra i lead."),
            (En, 1, 1, _) => "Read again: it is among the leads now.".to_owned(),
            (En, 1, ..) => "Read again: it is not among the leads yet.".to_owned(),
            (En, _, 0, _) => format!("{all} arrivals read again: none is among the leads yet."),
            (En, _, 1, _) => format!("{all} arrivals read again: one is among the leads."),
            (En, .., 0) => format!("{all} arrivals read again: all are among the leads."),
            (En, ..) => format!("{all} arrivals read again: {taken_in} are among the leads."),
        }
    }

    /// How many deliveries were set aside.
    pub fn set_aside(self, count: i64) -> String {
        match (self.0, count) {
            (It, 0) => "Non c’era niente da mettere da parte.".to_owned(),
            (It, 1) => "Messo da parte.".to_owned(),
            (It, _) => format!("{count} arrivi messi da parte."),
            (En, 0) => "There was nothing to set aside.".to_owned(),
            (En, 1) => "Set aside.".to_owned(),
            (En, _) => format!("{count} arrivals set aside."),
        }
    }

    /// How long deliveries are stored: `Restano qui 90 giorni`.
    pub fn deliveries_kept(self, days: i64) -> String {
        match (self.0, days) {
            (It, 1) => "Restano qui un giorno".to_owned(),
            (It, _) => format!("Restano qui {days} giorni"),
            (En, 1) => "They stay here for a day".to_owned(),
            (En, _) => format!("They stay here for {days} days"),
        }
    }

    /// The result of a test delivery.
    pub fn tried(self, outcome: DeliveryOutcome) -> String {
        let outcome = self.outcome(outcome).to_lowercase();
        match self.0 {
            It => format!("La prova è arrivata: {outcome}. La trovi qui sotto, tra gli ultimi arrivi."),
            En => format!("The test arrived: {outcome}. It is below, among the latest arrivals."),
        }
    }

    /// The heading of one delivery.
    pub fn delivery_of(self, when: &str) -> String {
        match self.0 {
            It => format!("Arrivo del {when}"),
            En => format!("Arrival of {when}"),
        }
    }

    /// The label of the checkbox that selects a delivery.
    pub fn delivery_choose(self, when: &str) -> String {
        match self.0 {
            It => format!("Scegli l’arrivo del {when}"),
            En => format!("Choose the arrival of {when}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replay_counts_follow_the_grammar() {
        for (taken_in, left, expected) in [
            (0, 0, "Non c’era niente da rileggere."),
            (1, 0, "Riletto: adesso è tra i lead."),
            (0, 1, "Riletto: non è ancora tra i lead."),
            (0, 2, "Riletti 2 arrivi: nessuno è tra i lead, per ora."),
            (1, 1, "Riletti 2 arrivi: uno è tra i lead."),
            (2, 0, "Riletti 2 arrivi: sono tutti tra i lead."),
            (5, 2, "Riletti 7 arrivi: 5 sono tra i lead."),
        ] {
            assert_eq!(I18n(It).reread(taken_in, left), expected);
        }
        assert_eq!(I18n(En).reread(5, 2), "7 arrivals read again: 5 are among the leads.");
    }
}
