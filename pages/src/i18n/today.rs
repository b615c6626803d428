//! The texts of the page of today and of the agenda.

use app::phrases;
use domain::Language::{En, It};
use domain::overview::AgendaKind;

use super::I18n;

phrases! { TODAY:
    counter_to_answer = "Da rispondere", "To answer";
    counter_waiting = "In attesa del cliente", "Waiting for the client";
    counter_overdue = "In ritardo", "Overdue";
    counter_unpaid = "Da incassare", "Unpaid";
    nobody_waits = "Nessuno aspetta una risposta", "Nobody waits for an answer";
    nothing_in_review = "Nessuna consegna da approvare", "No deliverable to approve";
    nothing_overdue = "Tutto nei tempi", "All on time";
    nothing_unpaid = "Tutto incassato", "All paid";
    agenda = "Agenda", "Agenda";
    agenda_heading = "Prossimi 14 giorni", "The next 14 days";
    agenda_overdue = "In ritardo", "Overdue";
    agenda_empty = "Nessuna scadenza nei prossimi 14 giorni.", "Nothing is due in the next 14 days.";
    agenda_nothing_overdue = "Niente in ritardo: ogni cosa è nei tempi.", "Nothing is overdue: everything is on time.";
    agenda_all = "Tutta l’agenda", "The whole agenda";
    agenda_call = "Telefonata", "Call";
    news_heading = "Arrivato da ieri", "Since yesterday";
    news_empty = "Niente di nuovo da ieri.", "Nothing new since yesterday.";
    news_lead = "Nuovo lead", "New lead";
    hours_this_month = "Ore di questo mese", "Hours this month";
    hours_compared = "Confronto con i preventivi", "Compared with the quotes";
    leads_twelve_weeks = "Lead in 12 settimane", "Leads in 12 weeks";
    first_steps = "Per cominciare", "First steps";
    first_steps_hint = "Quattro passi, poi il primo cliente entra nel suo portale.", "Four steps, and your first client is in their portal.";
    step_brand = "Dai allo studio il suo nome, il colore e il logo", "Give your studio its name, colour and logo";
    step_client = "Aggiungi il primo cliente", "Add your first client";
    step_project = "Crea il suo progetto", "Create their project";
    step_send = "Mandagli il link del portale", "Send them the link of the portal";
    step_send_hint = "Il passo è fatto quando il cliente apre il portale.", "Done as soon as the client opens the portal.";
    step_done = "fatto", "done";
}

impl I18n {
    /// Below the counter of those to answer: `il primo da 3 g`.
    pub fn first_waits(self, since: &str) -> String {
        match self.0 {
            It => format!("il primo {since}"),
            En => format!("the first {since}"),
        }
    }

    /// `3 clienti non hanno risposto`.
    pub fn clients_unanswered(self, count: i64) -> String {
        match (self.0, count) {
            (It, 1) => "1 cliente non ha risposto".to_owned(),
            (It, _) => format!("{count} clienti non hanno risposto"),
            (En, 1) => "1 client has not answered".to_owned(),
            (En, _) => format!("{count} clients have not answered"),
        }
    }

    /// `2 consegne da approvare`.
    pub fn deliverables_to_approve(self, count: i64) -> String {
        match (self.0, count) {
            (It, 1) => "1 consegna da approvare".to_owned(),
            (It, _) => format!("{count} consegne da approvare"),
            (En, 1) => "1 deliverable to approve".to_owned(),
            (En, _) => format!("{count} deliverables to approve"),
        }
    }

    /// `1.200,00 € già scaduti`.
    pub fn amount_overdue(self, amount: &str) -> String {
        match self.0 {
            It => format!("{amount} già scaduti"),
            En => format!("{amount} overdue"),
        }
    }

    /// Below what is unpaid.
    pub fn none_overdue(self) -> &'static str {
        self.pick(("niente di scaduto", "nothing overdue"))
    }

    /// `4 sono diventati clienti`.
    pub fn became_clients(self, count: i64) -> String {
        match (self.0, count) {
            (It, 0) => "ancora nessuno è diventato cliente".to_owned(),
            (It, 1) => "1 è diventato cliente".to_owned(),
            (It, _) => format!("{count} sono diventati clienti"),
            (En, 0) => "none became a client yet".to_owned(),
            (En, 1) => "1 became a client".to_owned(),
            (En, _) => format!("{count} became clients"),
        }
    }

    pub fn agenda_kind(self, kind: AgendaKind) -> &'static str {
        self.pick(match kind {
            AgendaKind::Payment => ("Pagamento", "Payment"),
            AgendaKind::Phase => ("Fase", "Phase"),
            AgendaKind::Project => ("Progetto", "Project"),
            AgendaKind::Task => ("Attività", "Task"),
        })
    }

    /// `3 messaggi di Anna Verdi`.
    pub fn news_messages(self, count: i64, name: &str) -> String {
        match (self.0, count) {
            (It, 1) => format!("1 messaggio di {name}"),
            (It, _) => format!("{count} messaggi di {name}"),
            (En, 1) => format!("1 message from {name}"),
            (En, _) => format!("{count} messages from {name}"),
        }
    }

    /// `Anna Verdi ha approvato «Logo»`.
    pub fn news_approved(self, name: &str, title: &str) -> String {
        match self.0 {
            It => format!("{name} ha approvato «{title}»"),
            En => format!("{name} approved “{title}”"),
        }
    }

    pub fn news_changes(self, name: &str, title: &str) -> String {
        match self.0 {
            It => format!("{name} chiede modifiche a «{title}»"),
            En => format!("{name} asks for changes to “{title}”"),
        }
    }
}
