//! The texts of versions and receipts.

use app::phrases;
use domain::Language;

use super::I18n;

phrases! { RECEIPTS:
    /// The proof of an approval, as a document.
    receipt = "Ricevuta di approvazione", "Receipt of approval";
    /// The same, as a short link.
    receipt_link = "Ricevuta", "Receipt";
    /// The sentence of the sheet.
    receipt_sentence(by: &str, title: &str, version: i64) = "{by} ha approvato «{title}», versione {version}", "{by} approved “{title}”, version {version}";
    receipt_what = "Consegna", "Deliverable";
    receipt_by = "Approvata da", "Approved by";
    receipt_when = "Data e ora", "Date and time";
    receipt_utc = "Data e ora (UTC)", "Date and time (UTC)";
    receipt_version = "Versione", "Version";
    receipt_content = "Link approvato", "Approved link";
    receipt_agency = "Preparata da", "Prepared by";
    receipt_how = "Come verificarla", "How to check it";
    receipt_how_text = "L’impronta lega questa ricevuta a ciò che è stato approvato, al nome e all’ora: se cambia anche una sola lettera, cambia l’impronta. Ogni ricevuta porta quella della precedente, quindi non se ne può togliere né aggiungere una in mezzo.", "The digest ties this receipt to what was approved, to the name and to the time: if a single letter changes, so does the digest. Each receipt carries that of the one before, so none can be taken out or put in between.";
    receipt_digest = "Impronta di questa ricevuta", "Digest of this receipt";
    receipt_previous = "Ricevuta precedente", "Previous receipt";
    receipt_first = "Nessuna: è la prima", "None: this is the first";
    receipt_check = "Chi ha questo foglio può controllare qui che è autentico:", "Whoever holds this sheet can check here that it is genuine:";
    receipt_check_code = "Codice QR dell’indirizzo di controllo", "QR code of the address to check";
    receipt_genuine = "Questa ricevuta è autentica", "This receipt is genuine";
    receipt_genuine_hint = "Confronta quello che c’è scritto qui con il foglio che hai: devono essere uguali." / "Confronti quello che c’è scritto qui con il foglio che ha: devono essere uguali.", "Compare what it says here with the sheet you hold: they must be the same.";
    receipt_back = "Torna al progetto", "Back to the project";
    /// Before the approval, which leaves one.
    approval_leaves_receipt = "Ne resta una ricevuta con il nome, la data e la versione.", "It leaves a receipt with the name, the date and the version.";
    /// Of an older version, for screen readers.
    version_locked = "superata", "superseded";
    /// After a day: `venerdì 13 novembre, sulla versione 1`.
    on_version(number: i64) = ", sulla versione {number}", ", on version {number}";
    /// `versione 2, martedì`
    version_of_day(number: i64, day: &str) = "versione {number}, {day}", "version {number}, {day}";
}

phrases! { VERSIONS:
    /// To the agency, under the address and the browser.
    receipt_private = "Queste due righe le vedi solo tu: sul foglio del cliente non ci sono.", "Only you see these two lines: they are not on the client’s sheet.";
    receipt_address = "Indirizzo IP", "IP address";
    receipt_browser = "Programma", "Browser";
    /// The way to the versions of a deliverable.
    versions = "Versioni", "Versions";
    /// Of a deliverable that shows nothing yet.
    versions_none = "Ancora nessun link: la prima versione comincia qui.", "No link yet: the first version begins here.";
    /// Before a client is deleted with the receipts.
    receipts_export_first = "Prima scarica i dati: le ricevute provano chi ha approvato che cosa.", "Download the data first: the receipts prove who approved what.";
    version_new = "Nuova versione", "New version";
    version_new_hint = "Il cliente la trova da approvare. Le versioni prima restano visibili, e non si possono più approvare.", "The client finds it ready to approve. Earlier versions stay visible and can no longer be approved.";
    version_note = "Che cosa è cambiato", "What has changed";
    version_add = "Invia il link", "Send the link";
    version_upload = "Carica e invia", "Upload and send";
    version_link = "Oppure un link", "Or a link";
    receipt_file = "File approvato (SHA-256)", "Approved file (SHA-256)";
    deliverable_from_this = "Nuova consegna da questa", "New deliverable from this one";
    deliverable_from_this_hint = "È approvata e resta così. Altro lavoro è una consegna nuova, nella stessa attività.", "It is approved and stays so. Further work is a new deliverable, in the same task.";
}

impl I18n {
    /// `Due versioni`; there is more than one.
    pub fn versions_counted(self, count: usize) -> String {
        let number = self.first_number(count);
        if self.0 == Language::It { format!("{number} versioni") } else { format!("{number} versions") }
    }

    /// `Versione 2`
    pub fn version_number(self, number: i64) -> String {
        format!("{} {number}", self.receipt_version())
    }
}
