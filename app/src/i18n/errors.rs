//! Texts of [`AppError`](crate::error::AppError).

use super::I18n;
use crate::phrases;

phrases! { ERRORS:
    error_missing = "Non esiste più: forse è stato eliminato nel frattempo.", "It no longer exists: it may have been removed in the meantime.";
    error_signed_out = "La sessione è scaduta: accedi di nuovo.", "Your session has ended: sign in again.";
    error_read_only = "Questa è un’anteprima: si può guardare, non scrivere né approvare.", "This is a preview: you can look, but not write or approve.";
    /// A person of the client without the right.
    error_not_allowed = "Con questo link non si può fare: lo studio lo ha riservato ad altre persone.", "This link does not allow it: the studio has left it to other people.";
    error_empty = "Manca il testo del messaggio.", "Write something before sending.";
    error_too_long = "Il messaggio supera i 2000 caratteri: va accorciato o diviso in due.", "The message is longer than 2000 characters: shorten it or split it in two.";
    /// A message with a NUL.
    error_unusable = "Il testo contiene un carattere non ammesso.", "The text contains a character that is not allowed.";
    error_fault = "Qualcosa non ha funzionato. Riprova tra poco." / "Qualcosa non ha funzionato. Riprovi tra poco.", "Something went wrong. Try again shortly.";
    error_busy = "In questo momento siamo molto occupati. Riprova tra qualche secondo." / "In questo momento siamo molto occupati. Riprovi tra qualche secondo.", "We are very busy right now. Try again in a few seconds.";
    /// Changes were asked for, or made by the agency, when it had been approved.
    error_already_approved = "Nel frattempo è stata approvata e non si può più cambiare. Per parlarne c’è la conversazione.", "It has been approved in the meantime and can no longer be changed. The conversation is there to talk about it.";
    /// A version was approved, or had changes asked for, that is not the newest.
    error_newer_version = "Nel frattempo è arrivata una nuova versione: guardala prima di rispondere." / "Nel frattempo è arrivata una nuova versione: la guardi prima di rispondere.", "A new version has arrived in the meantime: please look at it before you answer.";
    error_file_too_large = "Il file è troppo grande.", "The file is too large.";
    /// All files together take the space that the settings allow, or the disk is full.
    error_files_full = "Lo spazio per i file è esaurito: il file non è stato caricato.", "There is no space left for files: the file was not uploaded.";
    error_too_many_files = "Si possono mandare al massimo 10 file alla volta.", "You can send 10 files at most at a time.";
    error_no_file = "Manca il file, o è vuoto.", "There is no file, or it is empty.";
    error_taken_back = "Nel frattempo è stata ritirata: ricomparirà qui appena sarà pronta.", "It has been taken back in the meantime.";
    /// The store of the files does not answer.
    error_files_away = "L’archivio dei file non risponde. Riprova tra poco." / "L’archivio dei file non risponde. Riprovi tra poco.", "The files cannot be reached right now. Try again shortly.";
    error_no_colour = "Il colore non è scritto come #0b5a5e: correggilo, oppure lascialo vuoto.", "The colour is not written like #0b5a5e: correct it, or leave it empty.";
    error_invalid = "Non salvato: controlla i campi segnalati qui sotto." / "Non salvato: controlli i campi segnalati qui sotto.", "Not saved: check the fields marked below.";
    /// Before the question whether to send a reply in any case.
    error_answered = "La risposta non è ancora partita.", "Your reply has not been sent yet.";
    error_stale = "Nel frattempo questi dati sono cambiati, forse in un’altra scheda. Qui trovi quello che avevi scritto tu: salva di nuovo per mantenerlo.", "This has changed in the meantime, perhaps in another tab. Here is what you had written; save again to keep it.";
    /// Something that was clicked has changed since the page was made.
    error_changed = "Nel frattempo qualcosa è cambiato, quindi non abbiamo modificato nulla. Controlla e riprova." / "Nel frattempo qualcosa è cambiato, quindi non abbiamo modificato nulla. Controlli e riprovi.", "Something has changed in the meantime, so nothing was done. Check and try again.";
    /// Why a merge is not undone.
    error_email_taken = "Ora un altro lead ha questa e-mail, e un’e-mail può stare in una sola scheda. Toglila da lì (o unisci anche quello), poi annulla l’unione.", "Another lead has this e-mail now, and an e-mail is on one card only. Take it off there (or merge that one, too), then undo the merge.";
    /// Why two leads are not merged.
    error_clients_differ = "Sono già due clienti diversi: non si possono unire.", "They are two different clients already: they cannot be merged.";
}
