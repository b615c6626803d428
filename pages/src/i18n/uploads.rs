//! The texts of uploads, on pages of both sides.

use super::I18n;
use app::phrases;

phrases! { UPLOADS:
    upload_cancel = "Annulla", "Cancel";
    upload_remove = "Togli", "Remove";
    /// How long an upload still takes: `#` is the number.
    upload_seconds = "ancora # s", "# s left";
    upload_minutes = "ancora # min", "# min left";
    upload_hours = "ancora # h", "# h left";
    upload_done = "caricato", "uploaded";
    upload_lost = "Rete assente: riprende da solo appena torna.", "No connection: it resumes by itself as soon as it is back.";
    upload_busy = "Un attimo di traffico: riprende da solo tra poco.", "Busy for a moment: it resumes by itself shortly.";
    /// After a reload the browser has forgotten where the file is.
    upload_again = "Interrotto: per riprendere basta scegliere di nuovo lo stesso file.", "Interrupted: choose the same file again and it resumes from here.";
    upload_empty = "Questo file è vuoto.", "This file is empty.";
    upload_failed = "Non siamo riusciti a caricare questo file.", "This file could not be uploaded.";
    /// The form was sent while files were uploaded.
    upload_waiting = "Parte da solo appena i file sono caricati.", "It is sent by itself as soon as the files are uploaded.";
    upload_stopped = "Prima vanno tolti i file che non sono stati caricati.", "Before you send, remove the files that were not uploaded.";
    upload_unsent = "Invio non riuscito: testo e file sono ancora qui, pronti da inviare di nuovo.", "Not sent: your text and files are still here, ready to be sent again.";
}
