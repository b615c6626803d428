//! The warnings about lead sources, and the advice for each.

use domain::Language::{En, It};
use domain::leads::source::SourceTrouble;
use domain::{Language, Timestamp};

use super::I18n;

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
            SourceTrouble::Full => (
                "sta respingendo gli invii: il suo spazio è pieno.",
                "it is refusing submissions: its space is full.",
            ),
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
}
