//! Italian translations of the field names of senders.

use domain::Language;

use super::I18n;

/// Segments of field paths, lower case and without spaces, with their translation. Sorted for binary search.
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
    /// Translates the known segments of a question or field path: `Attendees › 1 › Time zone` is
    /// `Partecipanti › 1 › Fuso orario`.
    pub fn question(self, question: &str) -> String {
        match self.0 {
            Language::En => question.to_owned(),
            Language::It => question.split(" › ").map(italian).collect::<Vec<_>>().join(" › "),
        }
    }
}

fn italian(segment: &str) -> &str {
    let plain: String = segment.chars().filter(|character| *character != ' ').collect::<String>().to_lowercase();
    let found = ITALIAN.binary_search_by_key(&plain.as_str(), |(key, _)| key);
    found.ok().and_then(|index| ITALIAN.get(index)).map_or(segment, |(_, italian)| italian)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_questions_are_translated() {
        assert!(ITALIAN.is_sorted_by_key(|(known, _)| known), "binary search needs a sorted list");
        for (question, expected) in [
            ("Attendees › 1 › Time zone", "Partecipanti › 1 › Fuso orario"),
            ("Payload › TimeZone", "Payload › Fuso orario"),
            ("Title", "Titolo"),
            ("Che cosa ti serve?", "Che cosa ti serve?"),
            ("", ""),
        ] {
            assert_eq!(I18n::from(Language::It).question(question), expected);
            assert_eq!(I18n::from(Language::En).question(question), question);
        }
    }
}
