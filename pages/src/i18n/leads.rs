//! The texts of the leads.

use app::phrases;
use domain::Language::{En, It};

use super::I18n;

phrases! { LEADS:
    lead_list = "Elenco", "List";
    lead_board = "Pipeline", "Board";
    /// Name of the two tabs.
    lead_views = "Come vedere i lead", "Ways to look at leads";
    /// Name of the links that narrow the list by status.
    lead_statuses = "Stato dei lead", "Status of the leads";
    new_lead = "Nuovo lead", "New lead";
    leads_csv = "Scarica CSV", "Download CSV";
    lead_search_hint = "Nome, azienda, e-mail o telefono", "Name, company, e-mail or telephone";
    every_source = "Ogni provenienza", "Every source";
    /// Heading of a list without any leads.
    no_leads_heading = "Qui arriva chi ti cerca", "Whoever looks for you arrives here";
    no_leads_how = "Collega il modulo del tuo sito o la tua automazione: ogni richiesta diventa un lead, con quello che la persona ha scritto. Se scrive di nuovo con la stessa e-mail, la ritrovi nella stessa scheda.", "Connect your site’s form or your automation: every request becomes a lead, with what the person wrote. If they write again from the same e-mail, you find it on the same card.";
    /// The way to the webhook’s address.
    no_leads_connect = "Trova l’indirizzo da collegare", "Find the address to connect";
    /// Before the way to a new lead.
    no_leads_called = "Ti ha chiamato qualcuno?", "Has somebody called?";
    /// The way to a new lead.
    no_leads_by_hand = "Aggiungilo a mano.", "Add them by hand.";
    column_empty = "Nessuno, per ora.", "Nobody, for now.";
    lead_move = "Sposta", "Move";
    lead_name = "Nome e cognome", "Full name";
    lead_phone = "Telefono", "Telephone";
    lead_company = "Azienda", "Company";
    lead_source_hint = "Da dove ti ha trovato: il sito, una fiera, un passaparola…", "Where they found you: the site, a fair, word of mouth…";
    /// What the source box says first.
    lead_by_hand = "Aggiunto a mano", "Added by hand";
    lead_status_label = "Stato", "Status";
    lead_call_hint = "Secondo l’orologio dello studio.", "By the studio’s clock.";
    lead_create = "Crea il lead", "Create the lead";
    back_to_leads = "Tutti i lead", "All leads";
    /// When a lead was made.
    lead_since = "Arrivato", "Arrived";
    lead_client = "Cliente", "Client";
    lead_convert = "Converti in cliente", "Convert to client";
    lead_convert_hint = "Nasce il cliente con il suo portale. Il lead resta, acquisito e con tutta la sua storia.", "The client comes to be, with their portal. The lead stays, won, with all its history.";
    lead_project = "Primo progetto", "First project";
    lead_project_hint = "Vuoto: nessun progetto, per ora.", "Empty: no project, for now.";
    lead_language = "Lingua del portale", "Language of the portal";
    lead_convert_do = "Crea il cliente", "Create the client";
    lead_history = "Che cosa è successo", "What happened";
    lead_no_history = "Ancora niente: scrivi qui sotto la prima nota.", "Nothing yet: write the first note below.";
    lead_earlier = "Mostra quello che è successo prima", "Show what happened earlier";
    lead_latest = "Torna alle ultime attività", "Back to the latest activities";
    lead_add = "Aggiungi alla storia", "Add to the history";
    lead_kind = "Che cosa", "What";
    lead_kind_note = "Una nota", "A note";
    lead_kind_call = "Una telefonata", "A call";
    lead_kind_email = "Un’e-mail inviata", "An e-mail sent";
    lead_text = "Che cosa è successo", "What happened";
    /// What a sender delivered, whole.
    lead_received = "Tutto ciò che è arrivato", "Everything that was received";
    /// A question that was not answered.
    lead_no_answer = "senza risposta", "not answered";
    lead_delete_activity = "Eliminare questa attività?", "Delete this activity?";
}

impl I18n {
    /// `1 attività`, `12 attività`.
    pub fn lead_activities(self, count: i64) -> String {
        match (self.0, count) {
            (It, _) => format!("{count} attività"),
            (En, 1) => "1 activity".to_owned(),
            (En, _) => format!("{count} activities"),
        }
    }

    /// How many leads stand behind a filter or in a column, for those who do not see the number.
    pub fn lead_count(self, count: i64) -> String {
        match (self.0, count) {
            (It, _) => format!("{count} lead"),
            (En, 1) => "1 lead".to_owned(),
            (En, _) => format!("{count} leads"),
        }
    }

    /// Whether to delete this lead.
    pub fn lead_delete(self, name: &str) -> String {
        match self.0 {
            It => format!("Eliminare il lead {name}?"),
            En => format!("Delete the lead {name}?"),
        }
    }

    /// Opens the ways to move this lead.
    pub fn lead_move_whom(self, name: &str) -> String {
        match self.0 {
            It => format!("Sposta {name}"),
            En => format!("Move {name}"),
        }
    }
}
