//! The texts of the overviews: today, agenda, lists over all projects, charts.

use app::phrases;
use domain::Language::{En, It};
use domain::overview::{AgendaKind, ClientsShown, PaymentsShown};
use domain::{Date, DeliverableStatus};

use super::I18n;

phrases! { OVERVIEW:
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
    all_deliverables_shown = "Tutte", "All";
    all_clients_shown = "Tutti", "All";
    column_client = "Cliente", "Client";
    column_waiting = "Attesa", "Waiting";
    column_active = "Progetti in corso", "Projects in progress";
    column_contact = "Ultimo messaggio", "Last message";
    column_visit = "Ultima visita", "Last visit";
    column_project = "Progetto", "Project";
    column_status = "Stato", "Status";
    column_progress = "Avanzamento", "Progress";
    column_due = "Scadenza", "Due";
    column_created = "Creato", "Created";
    column_lead = "Lead", "Lead";
    column_arrived = "Arrivato", "Arrived";
    column_deliverable = "Consegna", "Deliverable";
    column_since = "Da quando", "Since";
    never = "mai", "never";
    snooze = "Rimanda", "Snooze";
    snooze_hint = "Il cliente esce da chi aspetta fino al giorno scelto, o finché qualcuno scrive. Lui non lo vede.", "The client leaves the list of those who wait until the chosen day, or until somebody writes. They do not see it.";
    snooze_until = "Fino al giorno", "Until";
    snooze_note = "Nota per te", "Note to yourself";
    snooze_resume = "Rimetti in attesa", "Back to waiting";
    snooze_badge = "Rimandato", "Snoozed";
    list_of_projects = "Elenchi dei progetti", "Lists of projects";
    projects_tab = "Progetti", "Projects";
    deliverables_tab = "Consegne", "Deliverables";
    payments_tab = "Pagamenti", "Payments";
    hours_tab = "Ore", "Hours";
    deliverables_none = "Nessuna consegna. Le consegne nascono nel piano di un progetto, e quando le invii il cliente le approva dal suo portale.", "No deliverables. They are made in the plan of a project, and once you send them the client approves them in their portal.";
    payments_none = "Nessun pagamento. Acconti, rate e saldi si segnano nella pagina di ogni progetto.", "No payments. Deposits, instalments and balances are entered on the page of each project.";
    unpaid_total = "Da incassare", "Unpaid";
    overdue_total = "Di cui scaduto", "Overdue";
    hours_none = "Nessuna ora in questo mese.", "No hours in this month.";
    hours_month = "Nel mese", "This month";
    hours_total = "In totale", "In total";
    hours_quote = "Preventivo", "Quote";
    hours_rate = "Resa oraria", "Earned per hour";
    hours_rate_hint = "La resa oraria è il preventivo diviso per tutte le ore registrate.", "Earned per hour is the quote divided by all the hours recorded.";
    month_before = "Mese precedente", "Previous month";
    month_after = "Mese successivo", "Next month";
    chart_hours = "Ore per mese", "Hours by month";
    chart_money = "Incassato e da incassare per mese", "Paid and unpaid by month";
    chart_paid = "Incassato", "Paid";
    chart_due = "Da incassare", "Unpaid";
    chart_numbers = "I numeri", "The figures";
    lead_trends = "Andamento", "Trends";
    trends_weeks = "Arrivi per settimana", "Arrivals by week";
    trends_funnel = "Da lead a cliente", "From lead to client";
    trends_sources = "Da dove arrivano", "Where they come from";
    trends_none = "Nessun lead in questo periodo.", "No leads in this period.";
    trends_arrived = "Arrivati", "Arrived";
    trends_contacted = "Contattati", "Contacted";
    trends_qualified = "Qualificati", "Qualified";
    trends_clients = "Diventati clienti", "Became clients";
    trends_rate = "Percentuale", "Rate";
    trends_hint = "Un lead perso conta solo tra gli arrivati.", "A lost lead counts as arrived only.";
    trends_week = "Settimana dal", "Week of";
    trends_period = "Periodo", "Period";
}

impl I18n {
    /// How long ago a day was: `oggi`, `ieri`, `3 g fa`. `None` for days that are better written out.
    pub fn days_ago(self, days: i64) -> Option<String> {
        match (self.0, days) {
            (It, 0) => Some("oggi".to_owned()),
            (En, 0) => Some("today".to_owned()),
            (It, 1) => Some("ieri".to_owned()),
            (En, 1) => Some("yesterday".to_owned()),
            (It, 2..=90) => Some(format!("{days} g fa")),
            (En, 2..=90) => Some(format!("{days} d ago")),
            _ => None,
        }
    }

    /// For how long: `da oggi`, `da ieri`, `da 3 g`.
    pub fn since_days(self, days: i64) -> String {
        match (self.0, days) {
            (It, ..=0) => "da oggi".to_owned(),
            (En, ..=0) => "since today".to_owned(),
            (It, 1) => "da ieri".to_owned(),
            (En, 1) => "since yesterday".to_owned(),
            (It, _) => format!("da {days} g"),
            (En, _) => format!("for {days} d"),
        }
    }

    /// When something is due: `scaduto da 13 g`, `domani`, `tra 5 g`. `None` for days that are better written
    /// out.
    pub fn due_in_days(self, days: i64, is_feminine: bool) -> Option<String> {
        let overdue = if is_feminine { "scaduta" } else { "scaduto" };
        match (self.0, days) {
            (It, -1) => Some(format!("{overdue} ieri")),
            (En, -1) => Some("due yesterday".to_owned()),
            (It, ..-1) => Some(format!("{overdue} da {} g", -days)),
            (En, ..-1) => Some(format!("{} d overdue", -days)),
            (It, 0) => Some("oggi".to_owned()),
            (En, 0) => Some("today".to_owned()),
            (It, 1) => Some("domani".to_owned()),
            (En, 1) => Some("tomorrow".to_owned()),
            (It, 2..=60) => Some(format!("tra {days} g")),
            (En, 2..=60) => Some(format!("in {days} d")),
            _ => None,
        }
    }

    /// `domenica`, `Sunday`.
    pub fn weekday(self, date: Date) -> &'static str {
        const IT: [&str; 7] = ["giovedì", "venerdì", "sabato", "domenica", "lunedì", "martedì", "mercoledì"];
        const EN: [&str; 7] = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];
        let names = if self.0 == It { IT } else { EN };
        usize::try_from(date.days_since_1970().rem_euclid(7)).map_or("", |day| names[day])
    }

    /// Below a chart: `nov`, in January with the year: `gen 26`.
    pub fn short_month(self, month: Date) -> String {
        let name: String = app::dates::month(month, self.0).chars().take(3).collect();
        let written = month.to_string();
        if &written[5..7] == "01" { format!("{name} {}", &written[2..4]) } else { name }
    }

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

    /// In the row of a project: `2 da approvare`.
    pub fn some_to_approve(self, count: i64) -> String {
        match self.0 {
            It => format!("{count} da approvare"),
            En => format!("{count} to approve"),
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

    pub fn clients_shown(self, shown: ClientsShown) -> &'static str {
        self.pick(match shown {
            ClientsShown::ToAnswer => ("Da rispondere", "To answer"),
            ClientsShown::Unanswered => ("Non hanno risposto", "Have not answered"),
            ClientsShown::Snoozed => ("Rimandati", "Snoozed"),
        })
    }

    pub fn payments_shown(self, shown: PaymentsShown) -> &'static str {
        self.pick(match shown {
            PaymentsShown::Open => ("Da incassare", "Unpaid"),
            PaymentsShown::Overdue => ("Scaduti", "Overdue"),
            PaymentsShown::Paid => ("Incassati", "Paid"),
            PaymentsShown::All => ("Tutti", "All"),
        })
    }

    /// The status of a deliverable as a filter: several of them.
    pub fn deliverables_shown(self, status: DeliverableStatus) -> &'static str {
        self.pick(match status {
            DeliverableStatus::Pending => ("In preparazione", "In preparation"),
            DeliverableStatus::InReview => ("In attesa del cliente", "Waiting for the client"),
            DeliverableStatus::ChangesRequested => ("Modifiche richieste", "Changes requested"),
            DeliverableStatus::Approved => ("Approvate", "Approved"),
        })
    }

    /// In the row of a client who waits for the agency: `Da rispondere`; for whom it waits: `Non ha risposto`.
    pub fn waits_for_agency(self) -> &'static str {
        self.pick(("Da rispondere", "To answer"))
    }

    pub fn waits_for_client(self) -> &'static str {
        self.pick(("Non ha risposto", "Has not answered"))
    }

    /// `fino al 25 novembre 2026`.
    pub fn snooze_until_day(self, day: &str) -> String {
        match self.0 {
            It => format!("fino al {day}"),
            En => format!("until {day}"),
        }
    }

    /// The heading of the form: `Rimandare Anna Verdi`.
    pub fn snooze_heading(self, name: &str) -> String {
        match self.0 {
            It => format!("Rimandare la risposta a {name}"),
            En => format!("Snooze {name}"),
        }
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

    /// The heading of the hours: `Ore di novembre 2026`.
    pub fn hours_of(self, month: &str) -> String {
        match self.0 {
            It => format!("Ore di {month}"),
            En => format!("Hours in {month}"),
        }
    }

    /// A period in weeks.
    pub fn weeks(self, weeks: usize) -> &'static str {
        self.pick(match weeks {
            52 => ("Un anno", "A year"),
            26 => ("Sei mesi", "Six months"),
            _ => ("12 settimane", "12 weeks"),
        })
    }

    /// Sorting by a column, for screen readers.
    pub fn sort_by(self) -> &'static str {
        self.pick(("ordina", "sort"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_days_are_words_up_to_a_limit() {
        let (it, en) = (I18n::from(It), I18n::from(En));
        assert_eq!(it.days_ago(3).as_deref(), Some("3 g fa"));
        assert_eq!(en.days_ago(1).as_deref(), Some("yesterday"));
        assert_eq!(it.days_ago(91), None);
        assert_eq!(it.due_in_days(-13, false).as_deref(), Some("scaduto da 13 g"));
        assert_eq!(it.due_in_days(-1, true).as_deref(), Some("scaduta ieri"));
        assert_eq!(en.due_in_days(5, false).as_deref(), Some("in 5 d"));
        assert_eq!(it.due_in_days(61, false), None);
        assert_eq!(it.since_days(0), "da oggi");
    }

    #[test]
    fn weekday_follows_the_date() {
        let date: Date = "2026-11-22".parse().expect("a date");
        assert_eq!((I18n::from(It).weekday(date), I18n::from(En).weekday(date)), ("domenica", "Sunday"));
    }
}
