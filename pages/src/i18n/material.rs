//! The texts of material that clients are asked for.

use app::phrases;
use domain::Language::{En, It};
use domain::{MaterialKind, MaterialStatus};

use super::I18n;

phrases! { MATERIAL:
    material_new = "Chiedi materiale", "Ask for material";
    material_title = "Che cosa serve", "What is needed";
    material_title_hint = "Per esempio: Logo in vettoriale", "Such as: Logo as a vector file";
    material_description = "Indicazioni", "Instructions";
    material_description_hint = "Il cliente le legge sotto il titolo.", "Your client reads them below the title.";
    material_list = "Lista", "List";
    material_list_hint = "Le richieste con la stessa lista stanno insieme sotto il suo nome.", "Requests with the same list are shown together under its name.";
    material_kind = "Il cliente manda", "The client sends";
    material_due = "Entro il", "Due on";
    material_ask = "Chiedi al cliente", "Ask the client";
    material_from_template = "Chiedi con un modello", "Ask with a template";
    material_template = "Modello", "Template";
    material_list_name = "Nome della lista", "Name of the list";
    material_list_name_hint = "Se lo lasci vuoto, è quello del modello.", "If you leave it empty, it is the template’s.";
    material_templates = "Modelli di materiale", "Material templates";
    material_templates_manage = "Gestisci i modelli", "Manage templates";
    material_templates_hint = "Liste da chiedere a ogni cliente, scritte una volta sola.", "Lists to ask every client for, written once.";
    material_templates_empty = "Ancora nessun modello. Scrivilo qui, oppure salva una lista da un progetto.", "No templates yet. Write one here, or save a list from a project.";
    material_template_new = "Nuovo modello", "New template";
    material_template_name = "Nome del modello", "Name of the template";
    material_template_more = "Salva per aggiungere altre righe. Le righe vuote si tolgono da sole.", "Save to add more lines. Empty lines are left out.";
    material_save_template = "Salva come modello", "Save as a template";
    material_empty = "Ancora nessuna richiesta. Chiedi qui logo, foto e testi: il cliente li manda dal suo portale, anche dal telefono, e tu vedi che cosa manca.", "No requests yet. Ask for logo, photos and texts here: your client sends them from their portal, by phone too, and you see what is missing.";
    material_accept = "Accetta", "Accept";
    material_reopen = "Chiedi di nuovo", "Ask again";
    material_reason = "Che cosa non va", "What is wrong";
    material_reason_hint = "Il cliente lo legge nel portale.", "Your client reads it in the portal.";
    material_answer = "Risposta", "Answer";
    material_asked = "Richiesta inviata al cliente.", "The client has been asked.";
    /// On the page of today.
    material_heading = "Materiale dai clienti", "Material from clients";
    material_arrived(done: usize, all: usize) = "Arrivati: {done} su {all}", "Arrived: {done} of {all}";
    material_sent_by(name: &str, day: &str) = "{name}, {day}", "{name}, {day}";
    material_asked_because(reason: &str) = "Chiesto di nuovo: {reason}", "Asked again: {reason}";
    /// `3 risposte da guardare`, in two parts: the number is a link.
    some_answers(count: i64) = "1 risposta" | "{count} risposte", "1 answer" | "{count} answers";
    to_look_at(count: i64) = "dei clienti è da guardare" | "dei clienti sono da guardare", "from clients is to be looked at" | "from clients are to be looked at";
    count_to_look_at(count: i64) = "1 da guardare" | "{count} da guardare", "1 to look at" | "{count} to look at";
    count_missing(count: i64) = "1 manca" | "{count} mancano", "1 missing" | "{count} missing";
    some_material(count: i64) = "1 materiale" | "{count} materiali", "1 thing" | "{count} things";
    is_missing(count: i64) = "manca ancora" | "mancano ancora", "is still missing" | "are still missing";
}

phrases! { CLIENT_MATERIAL:
    material_sent = "Ricevuto, grazie.", "Received, thank you.";
    material_take_photo = "Scatta una foto", "Take a photo";
    material_choose = "Scegli i file", "Choose files";
    material_send_files = "Invia i file", "Send the files";
    material_send_text = "Invia il testo", "Send the text";
    material_more = "Manda altro", "Send more";
    material_change_text = "Cambia il testo", "Change the text";
    material_write_here = "Scrivi qui", "Write here";
    material_your_text = "Il tuo testo" / "Il Suo testo", "Your text";
    material_one_by_one = "puoi mandarlo un pezzo alla volta." / "può mandarlo un pezzo alla volta.", "you can send it one piece at a time.";
    material_received = "Ricevuto", "Received";
    material_accepted = "Va bene così", "All good";
    material_again = "Serve di nuovo", "Needed again";
    material_to_come = "Da mandare", "To send";
    material_yours = "Il tuo materiale" / "Il Suo materiale", "Your material";
    /// To a person of a client who may not write.
    others_send(agency: &str, client: &str) = "Serve del materiale: {agency} ha riservato gli invii ad altre persone di {client}.", "Material is needed: {agency} has left sending it to other people at {client}.";
    material_up_to(size: &str) = "Fino a {size} l’uno", "Up to {size} each";
    material_needed_in(project: &str) = "Materiale da mandare in «{project}»", "Material to send in “{project}”";
}

names! {
    material_status(MaterialStatus) {
        Open = "Manca", "Missing";
        Received = "Da guardare", "To look at";
        Accepted = "Accettato", "Accepted";
    }

    material_kind_name(MaterialKind) {
        File = "File", "Files";
        Text = "Un testo", "A text";
    }
}

impl I18n {
    /// `Uno su quattro è arrivato`.
    pub fn arrived_of(self, arrived: usize, all: usize) -> String {
        let of = self.number(all);
        match (self.0, arrived) {
            (It, 0) => "Ancora niente è arrivato".to_owned(),
            (En, 0) => "Nothing has arrived yet".to_owned(),
            (It, _) if arrived == all => "È arrivato tutto".to_owned(),
            (En, _) if arrived == all => "Everything has arrived".to_owned(),
            (It, 1) => format!("Uno su {of} è arrivato"),
            (En, 1) => format!("One of {of} has arrived"),
            (It, _) => format!("{} su {of} sono arrivati", self.first_number(arrived)),
            (En, _) => format!("{} of {of} have arrived", self.first_number(arrived)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_arrived_is_counted_in_words() {
        let it = I18n::from(It);
        assert_eq!(it.arrived_of(0, 4), "Ancora niente è arrivato");
        assert_eq!(it.arrived_of(1, 4), "Uno su quattro è arrivato");
        assert_eq!(it.arrived_of(3, 12), "Tre su 12 sono arrivati");
        assert_eq!(it.arrived_of(2, 2), "È arrivato tutto");
        assert_eq!(I18n::from(En).arrived_of(1, 3), "One of three has arrived");
    }
}
