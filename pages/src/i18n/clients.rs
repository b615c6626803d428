//! The texts of clients.

use app::phrases;
use domain::clients::ClientDeletionImpact;

use super::I18n;

phrases! { CLIENTS:
    client_new = "Nuovo cliente", "New client";
    clients_empty = "Aggiungi il tuo primo cliente: avrà subito un portale con un link tutto suo, da inviargli quando vuoi.", "Add your first client: they get a portal with a link of its own right away, to send whenever you like.";
    clients_search = "Nome, azienda, e-mail o telefono", "Name, company, e-mail or telephone";
    clients_all = "Tutti i clienti", "All clients";
    client_details = "Contatti", "Details";
    client_name = "Nome", "Name";
    client_company = "Azienda", "Company";
    client_phone = "Telefono", "Telephone";
    client_language = "Lingua del portale", "Language of the portal";
    client_notify = "E-mail di avviso", "E-mail notifications";
    notify_now = "Subito", "At once";
    notify_hourly = "Al massimo una all’ora", "At most once an hour";
    notify_daily = "Una al giorno, alle 8", "Once a day, at 8";
    notify_never = "Mai", "Never";
    client_portal = "Portale", "Portal";
    client_portal_hint = "Due link alla stessa pagina: chi ne ha uno entra senza password, quindi inviali solo al cliente. Quello breve si detta e si scrive a mano; quello riservato è lungo e impossibile da indovinare, adatto a e-mail e messaggi.", "Two links to the same page: whoever has one gets in without a password, so send them to the client only. The short one is easy to say and to type; the private one is long and impossible to guess, right for e-mails and messages.";
    client_address_slug = "Link breve", "Short link";
    client_address_token = "Link riservato", "Private link";
    client_open_portal = "Apri come lo vede il cliente", "Open as the client sees it";
    client_open_portal_hint = "Si apre in una nuova scheda; quello che guardi lì non risulta letto dal cliente.", "Opens in a new tab; what you look at there does not count as read by the client.";
    client_slug_change = "Cambia link breve", "Change short link";
    client_token_change = "Cambia link riservato", "Change private link";
    client_slug_question = "Cambiare il link breve?", "Change the short link?";
    client_slug_warning = "Quello attuale smette subito di funzionare, anche nelle pagine che il cliente ha già aperto: dovrai inviargli quello nuovo. Il link riservato e quelli nelle e-mail già inviate restano validi, ma le pagine già aperte vanno ricaricate.", "The current one stops working at once, also on pages the client has open: you will have to send them the new one. The private link and those in e-mails already sent stay valid, but open pages must be reloaded.";
    client_slug_confirm = "Sì, cambia", "Yes, change it";
    client_token_question = "Cambiare il link riservato?", "Change the private link?";
    client_token_warning = "Quello attuale smette subito di funzionare, insieme a tutte le pagine del portale già aperte. Il link breve resta valido: basta ricaricare la pagina.", "The current one stops working at once, and with it every open page of the portal. The short link stays valid: reloading the page is enough.";
    client_token_confirm = "Sì, cambia", "Yes, change it";
    client_new_project = "Nuovo progetto", "New project";
    client_no_projects = "Ancora nessun progetto. Creane uno: fasi, consegne e documenti compariranno nel portale del cliente.", "No projects yet. Create one: phases, deliverables and documents will appear in the client’s portal.";
    client_more_projects = "Tutti i progetti di questo cliente", "All projects of this client";
    /// Before the day a project is due.
    client_delete = "Elimina cliente", "Delete client";
    client_delete_question(name: &str) = "Eliminare {name}?", "Delete {name}?";
}

impl I18n {
    /// What goes with a client, one entry for each kind of which there is any.
    pub fn client_deletion_impact(self, impact: &ClientDeletionImpact) -> Vec<String> {
        self.counted([
            (impact.projects, ["progetto", "progetti"], ["project", "projects"]),
            (impact.phases, ["fase", "fasi"], ["phase", "phases"]),
            (impact.tasks, ["attività", "attività"], ["task", "tasks"]),
            (impact.deliverables, ["consegna", "consegne"], ["deliverable", "deliverables"]),
            (impact.messages, ["messaggio", "messaggi"], ["message", "messages"]),
            (impact.payments, ["pagamento", "pagamenti"], ["payment", "payments"]),
            (impact.documents, ["documento", "documenti"], ["document", "documents"]),
            (impact.notes, ["nota", "note"], ["note", "notes"]),
            (impact.time_entries, ["registrazione di ore", "registrazioni di ore"], ["time entry", "time entries"]),
            (impact.quote_items, ["voce di preventivo", "voci di preventivo"], ["quote item", "quote items"]),
        ])
    }
}

#[cfg(test)]
mod tests {
    use domain::Language::{En, It};

    use super::*;

    #[test]
    fn deletion_impact_omits_zero_counts() {
        let impact = ClientDeletionImpact { projects: 1, phases: 3, notes: 1, ..ClientDeletionImpact::default() };
        assert_eq!(I18n::from(It).client_deletion_impact(&impact), ["1 progetto", "3 fasi", "1 nota"]);
        assert_eq!(I18n::from(En).client_deletion_impact(&impact), ["1 project", "3 phases", "1 note"]);
        assert!(I18n::from(It).client_deletion_impact(&ClientDeletionImpact::default()).is_empty());
    }
}
