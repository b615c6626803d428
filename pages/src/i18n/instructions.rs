//! How to connect a sender. The steps of each are in its folder in `lead_intake`.

use app::phrases;
use domain::leads::SourceKind;

use super::I18n;

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
