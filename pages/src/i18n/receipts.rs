//! The texts of versions and receipts.

use app::phrases;

use super::I18n;

phrases! { RECEIPTS:
    /// The proof of an approval, as a document.
    receipt = "Ricevuta di approvazione", "Receipt of approval";
    /// The same, as a short link.
    receipt_link = "Ricevuta", "Receipt";
    receipt_what = "Approvato", "Approved";
    receipt_by = "Da", "By";
    receipt_when = "Il", "On";
    receipt_version = "Versione", "Version";
    receipt_content = "Link approvato", "Approved link";
    receipt_agency = "Preparato da", "Prepared by";
    receipt_address = "Indirizzo IP", "IP address";
    receipt_browser = "Browser", "Browser";
    receipt_private = "Queste due righe le vedi solo tu: sul foglio del cliente non ci sono.", "Only you see these two lines: they are not on the client’s sheet.";
    receipt_check = "Chi ha questo foglio può controllare qui che è autentico:", "Whoever holds this sheet can check here that it is genuine:";
    receipt_check_code = "Codice QR dell’indirizzo di controllo", "QR code of the address to check";
    receipt_genuine = "Questa ricevuta è autentica", "This receipt is genuine";
    receipt_genuine_hint = "Confronta quello che c’è scritto qui con il foglio che hai: devono essere uguali." / "Confronti quello che c’è scritto qui con il foglio che ha: devono essere uguali.", "Compare what it says here with the sheet you hold: they must be the same.";
    receipt_back = "Torna al progetto", "Back to the project";
    /// The way to the versions of a deliverable.
    versions = "Versioni", "Versions";
    /// Before a client is deleted with the receipts.
    receipts_export_first = "Prima scarica i dati: le ricevute provano chi ha approvato che cosa.", "Download the data first: the receipts prove who approved what.";
    version_new = "Nuova versione", "New version";
    version_new_hint = "Il cliente la trova da approvare. Le versioni prima restano visibili, e non si possono più approvare.", "The client finds it ready to approve. The versions before stay visible and can no longer be approved.";
    version_note = "Che cosa è cambiato", "What has changed";
    version_add = "Invia la versione", "Send the version";
    versions_before = "Versioni precedenti", "Earlier versions";
    deliverable_from_this = "Nuova consegna da questa", "New deliverable from this one";
}

impl I18n {
    /// `Versione 2`
    pub fn version_number(self, number: i64) -> String {
        format!("{} {number}", self.receipt_version())
    }
}
