//! The texts of clients.

use app::phrases;
use domain::Language::{En, It};
use domain::clients::ClientDeletionImpact;

use super::I18n;

phrases! { CLIENTS:
    client_new = "Nuovo cliente", "New client";
    clients_empty = "Qui vivono i tuoi clienti. Aggiungi il primo: avrà subito un portale con un indirizzo tutto suo, da mandargli quando vuoi.", "Your clients live here. Add the first one: they get a portal with an address of their own right away, to be sent whenever you like.";
    clients_search = "Nome, azienda, e-mail o telefono", "Name, company, e-mail or telephone";
    clients_all = "Tutti i clienti", "All clients";
    /// Nothing was ever written with a client.
    client_no_contact = "Nessun messaggio ancora", "No messages yet";
    client_details = "Contatti", "Details";
    client_name = "Nome", "Name";
    client_company = "Azienda", "Company";
    client_phone = "Telefono", "Telephone";
    client_language = "Lingua del portale", "Language of the portal";
    client_portal = "Portale", "Portal";
    client_portal_hint = "Due indirizzi per la stessa pagina: chi ne ha uno entra, senza password. Mandali solo al cliente.", "Two addresses for the same page: whoever has one gets in, without a password. Send them to the client only.";
    client_address_slug = "Indirizzo da dire e da scrivere", "Address to say and to write";
    client_address_token = "Indirizzo con codice segreto", "Address with the secret code";
    client_open_portal = "Apri come lo vede il cliente", "Open as the client sees it";
    client_open_portal_hint = "Si apre in una nuova scheda; quello che guardi lì non risulta letto dal cliente.", "Opens in a new tab; what you look at there does not count as read by the client.";
    client_slug_change = "Cambia indirizzo", "Change address";
    client_token_change = "Cambia codice segreto", "Change secret code";
    client_slug_question = "Dare al portale un nuovo indirizzo?", "Give the portal a new address?";
    client_slug_warning = "L’indirizzo di adesso smette subito di funzionare, anche nelle pagine che il cliente ha aperto da lì: dovrai mandargli quello nuovo. L’indirizzo con il codice segreto resta valido, ma le pagine già aperte vanno ricaricate.", "The present address stops working at once, on pages the client has opened by it, too: you will have to send them the new one. The address with the secret code stays valid, but pages that are open must be reloaded.";
    client_slug_confirm = "Sì, nuovo indirizzo", "Yes, new address";
    client_token_question = "Cambiare il codice segreto?", "Change the secret code?";
    client_token_warning = "L’indirizzo con il codice di adesso smette subito di funzionare, e con lui tutte le pagine del portale già aperte. L’altro indirizzo resta valido: basta ricaricarlo.", "The address with the present code stops working at once, and with it every page of the portal that is open. The other address stays valid: reloading it is enough.";
    client_token_confirm = "Sì, nuovo codice", "Yes, new code";
    client_new_project = "Nuovo progetto", "New project";
    client_no_projects = "Ancora nessun progetto. Creane uno: fasi, consegne e documenti compariranno nel portale del cliente.", "No projects yet. Create one: phases, deliverables and documents will appear in the client’s portal.";
    client_more_projects = "Tutti i progetti di questo cliente", "All projects of this client";
    /// Before the day a project is due.
    client_project_due = "entro il", "due";
    client_delete = "Elimina cliente", "Delete client";
}

impl I18n {
    /// How many projects are active: `2 progetti in corso`.
    pub fn active_projects(self, count: i64) -> String {
        match (self.0, count) {
            (It, 0) => "nessun progetto in corso".to_owned(),
            (It, 1) => "1 progetto in corso".to_owned(),
            (It, _) => format!("{count} progetti in corso"),
            (En, 0) => "no project under way".to_owned(),
            (En, 1) => "1 project under way".to_owned(),
            (En, _) => format!("{count} projects under way"),
        }
    }

    /// Asks whether to delete somebody.
    pub fn client_delete_question(self, name: &str) -> String {
        match self.0 {
            It => format!("Eliminare {name}?"),
            En => format!("Delete {name}?"),
        }
    }

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
            (impact.time_entries, ["voce di tempo", "voci di tempo"], ["time entry", "time entries"]),
            (impact.quote_items, ["voce di preventivo", "voci di preventivo"], ["quote item", "quote items"]),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deletion_impact_omits_zero_counts() {
        let impact =
            ClientDeletionImpact { projects: 1, phases: 3, notes: 1, ..ClientDeletionImpact::default() };
        assert_eq!(I18n(It).client_deletion_impact(&impact), ["1 progetto", "3 fasi", "1 nota"]);
        assert_eq!(I18n(En).client_deletion_impact(&impact), ["1 project", "3 phases", "1 note"]);
        assert!(I18n(It).client_deletion_impact(&ClientDeletionImpact::default()).is_empty());
    }
}
