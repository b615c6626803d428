//! The texts of deliveries.

use app::phrases;
use domain::Language::{En, It};
use domain::leads::{DeliveryOutcome, DeliveryReason};

use super::I18n;

phrases! { DELIVERIES:
    deliveries = "Invii ricevuti", "Submissions";
    deliveries_hint = "Tutto ciò che hai ricevuto, nella forma originale: letto, da rivedere o messo da parte.", "Everything you have received, in its original form: read, to review or set aside.";
    /// After how long they stay: the way to where it is chosen.
    deliveries_kept_where = "si cambia nelle Impostazioni", "change it in Settings";
    deliveries_empty = "Ancora nessun invio. Crea una fonte e collega il tuo modulo: ogni invio comparirà qui.", "No submissions yet. Create a source and connect your form: every submission appears here.";
    back_to_deliveries = "Tutti gli invii", "All submissions";
    delivery_source = "Fonte", "Source";
    delivery_every_source = "Tutte le fonti", "Every source";
    delivery_outcome_label = "Esito", "Outcome";
    delivery_every_outcome = "Qualsiasi esito", "Any outcome";
    delivery_reread = "Elabora di nuovo", "Process again";
    deliveries_reread_hint = "Elaborare di nuovo non crea duplicati: chi è già tra i lead resta uno solo.", "Processing again never creates duplicates.";
    deliveries_choose_all = "Tutti quelli di questa pagina", "All on this page";
    deliveries_choose_first = "Scegli prima almeno un invio.", "Choose at least one submission first.";
    /// Button: takes one or several out of quarantine, without a lead.
    delivery_dismiss = "Metti da parte", "Set aside";
    /// Link: a lead typed in by hand, from an arrival that nobody can read.
    delivery_by_hand = "Aggiungi il lead a mano", "Add the lead by hand";
    /// Chip: the agency sent it itself, to try a source.
    delivery_test = "Prova", "Test";
    delivery_open = "Apri l’invio", "Open the submission";
    delivery_understood = "Dati riconosciuti", "Recognised data";
    /// Of something in quarantine that can be read by now.
    delivery_understood_now = "Con le regole attuali si legge: elaboralo di nuovo e diventerà un lead.", "With the current rules it can be read: process it again and it becomes a lead.";
    /// Heading of the answers without a field of their own.
    delivery_rest = "Nel testo del lead", "In the lead’s text";
    /// Why nothing was understood, and what to do.
    delivery_choose_fields = "Indica ad Atrio a cosa corrispondono i campi, poi elaboralo di nuovo.", "Tell Atrio what the fields are, then process it again.";
    /// What to do about a body that is neither a form nor JSON.
    delivery_unreadable = "Elaborarlo di nuovo non basta: controlla che il servizio invii un modulo o JSON. Se qui sotto riconosci una persona, aggiungila a mano.", "Processing it again will not help: check that the service sends a form or JSON. If you recognise a person below, add them by hand.";
    /// What to do about spam that is none.
    delivery_not_spam = "Non è spam? Togli o cambia il campo trappola in «Modifica» della fonte, poi elaboralo di nuovo.", "Not spam? Remove or change the trap field under “Edit” of the source, then process it again.";
    /// The way to where the trap field is changed.
    delivery_edit_source = "Modifica la fonte", "Edit the source";
    delivery_raw = "Contenuto originale", "Original content";
    delivery_body = "Testo ricevuto", "Text received";
    delivery_binary = "Non è testo: qui sotto lo vedi in base64.", "This is not text: it is shown in base64.";
    delivery_nothing = "Vuoto.", "Empty.";
    delivery_headers = "Intestazioni", "Headers";
    delivery_fact_outcome = "Esito", "Outcome";
    delivery_fact_reason = "Motivo", "Reason";
    /// Fact: who was taken to have sent it.
    delivery_fact_sender = "Riconosciuto come", "Recognised as";
    delivery_fact_lead = "Lead", "The lead";
    delivery_fact_repeats = "Ripetuto", "Repeated";
    /// Button on the list: deletes all that its filter shows, on every page.
    deliveries_delete = "Elimina tutti quelli trovati", "Delete all that were found";
    deliveries_delete_takes = "il loro contenuto originale, anche nella storia dei lead", "their original content, also in the history of leads";
    deliveries_delete_keeps = "I lead e i loro messaggi restano. Gli invii in elaborazione e quelli arrivati dopo questa domanda non vengono toccati.", "Leads and their messages stay. Submissions that are being processed or came after this question are not touched.";
    reread_nothing = "Non c’era nulla da elaborare.", "There was nothing to process.";
    repeated(times: i64) = "ricevuto un’altra volta" | "ricevuto altre {times} volte", "received once more" | "received {times} more times";
    deliveries_delete_question(count: i64) = "Eliminare un invio?" | "Eliminare {count} invii?", "Delete one submission?" | "Delete {count} submissions?";
    deliveries_kept(days: i64) = "Conservati per un giorno" | "Conservati per {days} giorni", "Kept for a day" | "Kept for {days} days";
    deliveries_dismissed(count: i64) = "Non c’era nulla da mettere da parte." | "Messo da parte." | "{count} invii messi da parte.", "There was nothing to set aside." | "Set aside." | "{count} submissions set aside.";
    deliveries_deleted(count: i64) = "Non c’era nulla da eliminare." | "Un invio eliminato." | "{count} invii eliminati.", "There was nothing to delete." | "One submission deleted." | "{count} submissions deleted.";
    tried(outcome: &str) = "Prova ricevuta: {outcome}. La trovi qui sotto, tra gli ultimi invii.", "Test received: {outcome}. It is below, among the latest submissions.";
}

names! {
    /// The outcome of a delivery.
    outcome(DeliveryOutcome) {
        Received = "In elaborazione", "Processing";
        Created = "Nuovo lead", "New lead";
        Updated = "Aggiunto a un lead", "Added to a lead";
        Noted = "Annotato sul lead", "Noted on the lead";
        Ignored = "Messo da parte", "Set aside";
        Quarantined = "Da rivedere", "To review";
        Spam = "Spam", "Spam";
        Refused = "Respinto", "Refused";
    }

    /// Why a delivery did not become a lead.
    delivery_reason(DeliveryReason) {
        Unreadable = "Illeggibile: è vuoto, danneggiato, o non è né un modulo né JSON.", "Unreadable: it is empty, damaged, or neither a form nor JSON.";
        Nobody = "Contatto mancante: nessun nome, nessuna e-mail, nessun telefono.", "Contact missing: no name, no e-mail, no telephone number.";
        Test = "È una prova inviata dal servizio: ricevuta, non diventa un lead.", "A test by the service: received, it does not become a lead.";
        Irrelevant = "È una notifica del servizio, non una richiesta: non c’è nulla da aggiungere ai lead.", "It is a notification by the service, not an enquiry: there is nothing to add to the leads.";
        UnknownLead = "Riguarda l’appuntamento di una persona che non è tra i lead.", "It is about an appointment of somebody who is not among the leads.";
        Spam = "Il campo trappola è compilato: molto probabilmente è spam.", "The trap field is filled: it is very likely spam.";
        Invalid = "Non accettato dall’indirizzo principale.", "Not accepted by the main address.";
        TooLarge = "Troppo grande per l’indirizzo principale.", "Too large for the main address.";
        Fault = "Si è verificato un errore durante l’elaborazione: i dati sono al sicuro, elaboralo di nuovo.", "An error occurred while processing it: the data is safe, process it again.";
        Dismissed = "Messo da parte a mano.", "Set aside by hand.";
    }
}

impl I18n {
    /// The result of a replay: how many deliveries became leads, and how many did not.
    pub fn reread(self, taken_in: i64, left: i64) -> String {
        if taken_in == 0 && left == 0 {
            return self.reread_nothing().to_owned();
        }
        let all = taken_in + left;
        match (self.0, all, taken_in, left) {
            (It, 1, 1, _) => "Elaborato: ora è tra i lead.".to_owned(),
            (It, 1, ..) => "Elaborato: non è ancora tra i lead.".to_owned(),
            (It, _, 0, _) => format!("{all} invii elaborati: nessuno è ancora tra i lead."),
            (It, _, 1, _) => format!("{all} invii elaborati: uno è tra i lead."),
            (It, .., 0) => format!("{all} invii elaborati: sono tutti tra i lead."),
            (It, ..) => format!("{all} invii elaborati: {taken_in} sono tra i lead."),
            (En, 1, 1, _) => "Processed: it is among the leads now.".to_owned(),
            (En, 1, ..) => "Processed: it is not among the leads yet.".to_owned(),
            (En, _, 0, _) => format!("{all} submissions processed: none is among the leads yet."),
            (En, _, 1, _) => format!("{all} submissions processed: one is among the leads."),
            (En, .., 0) => format!("{all} submissions processed: all are among the leads."),
            (En, ..) => format!("{all} submissions processed: {taken_in} are among the leads."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replay_counts_follow_the_grammar() {
        for (taken_in, left, expected) in [
            (0, 0, "Non c’era nulla da elaborare."),
            (1, 0, "Elaborato: ora è tra i lead."),
            (0, 1, "Elaborato: non è ancora tra i lead."),
            (0, 2, "2 invii elaborati: nessuno è ancora tra i lead."),
            (1, 1, "2 invii elaborati: uno è tra i lead."),
            (2, 0, "2 invii elaborati: sono tutti tra i lead."),
            (5, 2, "7 invii elaborati: 5 sono tra i lead."),
        ] {
            assert_eq!(I18n::from(It).reread(taken_in, left), expected);
        }
        assert_eq!(I18n::from(En).reread(5, 2), "7 submissions processed: 5 are among the leads.");
    }
}
