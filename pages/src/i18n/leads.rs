//! The texts of the leads.

use app::phrases;
use domain::Language::{En, It};

use super::I18n;

phrases! { LEADS:
    /// Tab: leads as a list.
    lead_list = "Elenco", "List";
    /// Tab: leads as columns by status.
    lead_board = "Pipeline", "Board";
    /// Name of the two tabs.
    lead_views = "Come vedere i lead", "Ways to look at leads";
    /// Name of the links that narrow the list by status.
    lead_statuses = "Stato dei lead", "Status of the leads";
    /// Button and title: a lead typed in by hand.
    new_lead = "Nuovo lead", "New lead";
    /// Link to the file of all leads.
    leads_csv = "Scarica CSV", "Download CSV";
    /// Hint of the search.
    lead_search_hint = "Nome, azienda, e-mail o telefono", "Name, company, e-mail or telephone";
    /// Choice of the filter by source.
    every_source = "Ogni provenienza", "Every source";
    /// Heading of a list without any leads.
    no_leads_heading = "Qui arriva chi ti cerca", "Whoever looks for you arrives here";
    /// How leads come.
    no_leads_how = "Collega il modulo del tuo sito o la tua automazione: ogni richiesta diventa un lead, con quello che la persona ha scritto. Se scrive di nuovo con la stessa e-mail, la ritrovi nella stessa scheda.", "Connect your site’s form or your automation: every request becomes a lead, with what the person wrote. If they write again from the same e-mail, you find it on the same card.";
    /// The way to the webhook’s address.
    no_leads_connect = "Trova l’indirizzo da collegare", "Find the address to connect";
    /// Before the way to a new lead.
    no_leads_called = "Ti ha chiamato qualcuno?", "Has somebody called?";
    /// The way to a new lead.
    no_leads_by_hand = "Aggiungilo a mano.", "Add them by hand.";
    /// A column without leads.
    column_empty = "Nessuno, per ora.", "Nobody, for now.";
    /// Opens the ways to move a lead.
    lead_move = "Sposta", "Move";
    /// Label of the name box.
    lead_name = "Nome e cognome", "Full name";
    /// Label of the telephone box.
    lead_phone = "Telefono", "Telephone";
    /// Label of the company box.
    lead_company = "Azienda", "Company";
    /// Hint of the source box.
    lead_source_hint = "Da dove ti ha trovato: il sito, una fiera, un passaparola…", "Where they found you: the site, a fair, word of mouth…";
    /// What the source box says first.
    lead_by_hand = "Aggiunto a mano", "Added by hand";
    /// Label of the status box.
    lead_status_label = "Stato", "Status";
    /// Hint of the call date box.
    lead_call_hint = "Secondo l’orologio dello studio.", "By the studio’s clock.";
    /// Button of the form for a new lead.
    lead_create = "Crea il lead", "Create the lead";
    /// Way back to the list.
    back_to_leads = "Tutti i lead", "All leads";
    /// When a lead was made.
    lead_since = "Arrivato", "Arrived";
    /// The client a lead became.
    lead_client = "Cliente", "Client";
    /// Link and heading: makes a client of a lead.
    lead_convert = "Converti in cliente", "Convert to client";
    /// What converting does.
    lead_convert_hint = "Nasce il cliente con il suo portale. Il lead resta, acquisito e con tutta la sua storia.", "The client comes to be, with their portal. The lead stays, won, with all its history.";
    /// Label of the box for the client’s first project.
    lead_project = "Primo progetto", "First project";
    /// Hint of that box.
    lead_project_hint = "Vuoto: nessun progetto, per ora.", "Empty: no project, for now.";
    /// Label of the choice of the portal’s language.
    lead_language = "Lingua del portale", "Language of the portal";
    /// Button of the conversion.
    lead_convert_do = "Crea il cliente", "Create the client";
    /// Heading of what happened.
    lead_history = "Che cosa è successo", "What happened";
    /// A lead with nothing that happened.
    lead_no_history = "Ancora niente: scrivi qui sotto la prima nota.", "Nothing yet: write the first note below.";
    /// Link to what happened earlier.
    lead_earlier = "Mostra quello che è successo prima", "Show what happened earlier";
    /// Link back to what happened last.
    lead_latest = "Torna alle ultime attività", "Back to the latest activities";
    /// Heading of the form that adds to the history.
    lead_add = "Aggiungi alla storia", "Add to the history";
    /// Label of the choice of kinds.
    lead_kind = "Che cosa", "What";
    /// Choice: a note.
    lead_kind_note = "Una nota", "A note";
    /// Choice: a call.
    lead_kind_call = "Una telefonata", "A call";
    /// Choice: an e-mail.
    lead_kind_email = "Un’e-mail inviata", "An e-mail sent";
    /// Label of the text of an activity.
    lead_text = "Che cosa è successo", "What happened";
    /// What a sender delivered, whole.
    lead_received = "Tutto ciò che è arrivato", "Everything that was received";
    /// A question that was not answered.
    lead_no_answer = "senza risposta", "not answered";
    /// Deletes an activity.
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
