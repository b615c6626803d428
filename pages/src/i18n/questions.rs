//! What senders call the things they deliver, in the reader's language.

use domain::Language;

use super::I18n;

/// What the ways of senders are made of, in lower case and without spaces, and what that is in Italian.
const ITALIAN: [(&str, &str); 48] = [
    ("additionalnotes", "Note aggiuntive"),
    ("address", "Indirizzo"),
    ("answer", "Risposta"),
    ("answers", "Risposte"),
    ("attendee", "Partecipante"),
    ("attendees", "Partecipanti"),
    ("bookingid", "Codice della prenotazione"),
    ("cancellationreason", "Motivo dell’annullamento"),
    ("cancelreason", "Motivo dell’annullamento"),
    ("city", "Città"),
    ("company", "Azienda"),
    ("country", "Paese"),
    ("createdat", "Creato il"),
    ("date", "Data"),
    ("description", "Descrizione"),
    ("duration", "Durata"),
    ("endtime", "Fine"),
    ("eventtitle", "Titolo dell’evento"),
    ("eventtype", "Tipo di evento"),
    ("firstname", "Nome"),
    ("formid", "Codice del modulo"),
    ("formname", "Nome del modulo"),
    ("fullname", "Nome e cognome"),
    ("guests", "Ospiti"),
    ("language", "Lingua"),
    ("lastname", "Cognome"),
    ("length", "Durata"),
    ("location", "Luogo"),
    ("message", "Messaggio"),
    ("name", "Nome"),
    ("notes", "Note"),
    ("organizer", "Chi organizza"),
    ("page", "Pagina"),
    ("pageurl", "Indirizzo della pagina"),
    ("phone", "Telefono"),
    ("phonenumber", "Telefono"),
    ("question", "Domanda"),
    ("reason", "Motivo"),
    ("rescheduledby", "Spostato da"),
    ("responses", "Risposte"),
    ("source", "Provenienza"),
    ("starttime", "Inizio"),
    ("status", "Stato"),
    ("submittedat", "Inviato il"),
    ("time", "Ora"),
    ("timezone", "Fuso orario"),
    ("title", "Titolo"),
    ("type", "Tipo"),
];

impl I18n {
    /// A question of a sender, or the way to it, as the reader says it where it is one that is known:
    /// `Attendees › 1 › Time zone` is `Partecipanti › 1 › Fuso orario`.
    pub fn question(self, question: &str) -> String {
        match self.0 {
            Language::En => question.to_owned(),
            Language::It => question.split(" › ").map(italian).collect::<Vec<_>>().join(" › "),
        }
    }
}

fn italian(step: &str) -> &str {
    let plain: String = step.chars().filter(|letter| *letter != ' ').collect::<String>().to_lowercase();
    let known = ITALIAN.binary_search_by_key(&plain.as_str(), |(known, _)| known);
    known.ok().and_then(|at| ITALIAN.get(at)).map_or(step, |(_, italian)| italian)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_questions_are_translated() {
        assert!(ITALIAN.is_sorted_by_key(|(known, _)| known), "it is searched by halves");
        for (question, told) in [
            ("Attendees › 1 › Time zone", "Partecipanti › 1 › Fuso orario"),
            ("Payload › TimeZone", "Payload › Fuso orario"),
            ("Title", "Titolo"),
            ("Che cosa ti serve?", "Che cosa ti serve?"),
            ("", ""),
        ] {
            assert_eq!(I18n(Language::It).question(question), told);
            assert_eq!(I18n(Language::En).question(question), question);
        }
    }
}
