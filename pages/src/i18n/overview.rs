//! The texts of the lists over all projects, of the charts, and the headings of exported tables.

use app::phrases;
use domain::DeliverableStatus;
use domain::overview::{ClientsShown, PaymentsShown};

use super::I18n;

phrases! { OVERVIEW:
    all_deliverables_shown = "Tutte", "All";
    all_clients_shown = "Tutti", "All";
    column_client = "Cliente", "Client";
    column_waiting = "Attesa", "Waiting";
    column_active = "Progetti in corso", "Projects in progress";
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
    snooze_hint = "Il cliente non compare più tra chi aspetta fino al giorno scelto, o finché qualcuno non scrive. Il cliente non lo vede.", "The client leaves the list of those who wait until the chosen day, or until somebody writes. They do not see it.";
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
    no_open_payments = "Nessun pagamento aperto.", "No open payments.";
    unpaid_total = "Da incassare", "Unpaid";
    money_to_come = "Da incassare ci sono", "Still to come in:";
    money_late = "di cui in ritardo", "of which late:";
    hours_none = "Nessuna ora in questo mese.", "No hours in this month.";
    hours_month = "Nel mese", "This month";
    hours_total = "In totale", "In total";
    hours_estimate = "Stima", "Estimate";
    rate_later = "da 5 h", "from 5 h";
    hours_quote = "Preventivo", "Quote";
    hours_rate = "Resa oraria", "Earned per hour";
    hours_rate_hint = "La resa oraria è il preventivo diviso per tutte le ore registrate, da 5 ore in poi.", "Earned per hour is the quote divided by all the hours recorded, from 5 hours on.";
    hours_by_person = "Per persona", "By person";
    column_person = "Persona", "Person";
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
    /// In the row of a project: `2 da approvare`.
    some_to_approve(count: i64) = "{count} da approvare", "{count} to approve";
    snooze_heading(name: &str) = "Rimandare la risposta a {name}", "Snooze {name}";
    /// Of an estimate.
    hours_left(hours: &str) = "restano {hours}", "{hours} left";
    hours_over(hours: &str) = "{hours} in più", "{hours} over";
    hours_of(month: &str) = "Ore di {month}", "Hours in {month}";
    /// In the row of a client who waits for the agency.
    waits_for_agency = "Da rispondere", "To answer";
    /// In the row of a client for whom the agency waits.
    waits_for_client = "Non ha risposto", "Has not answered";
    /// Sorting by a column, for screen readers.
    sort_by = "ordina", "sort";
}

names! {
    clients_shown(ClientsShown) {
        ToAnswer = "Da rispondere", "To answer";
        Unanswered = "Non hanno risposto", "Have not answered";
        NeverVisited = "Mai entrati", "Never visited";
        Snoozed = "Rimandati", "Snoozed";
        Settled = "Tutto a posto", "Settled";
    }

    payments_shown(PaymentsShown) {
        Open = "Da incassare", "Unpaid";
        Overdue = "Scaduti", "Overdue";
        Paid = "Incassati", "Paid";
        All = "Tutti", "All";
    }

    /// The status of a deliverable as a filter: several of them.
    deliverables_shown(DeliverableStatus) {
        Pending = "In preparazione", "In preparation";
        InReview = "In attesa del cliente", "Waiting for the client";
        ChangesRequested = "Modifiche richieste", "Changes requested";
        Approved = "Approvate", "Approved";
    }
}

impl I18n {
    /// A period in weeks.
    pub fn weeks(self, weeks: usize) -> &'static str {
        self.pick(match weeks {
            52 => ("Un anno", "A year"),
            26 => ("Sei mesi", "Six months"),
            _ => ("12 settimane", "12 weeks"),
        })
    }
}

phrases! { EXPORTS:
    csv_id = "Identificativo", "ID";
    csv_name = "Nome e cognome", "Full name";
    csv_email = "E-mail", "E-mail";
    csv_phone = "Telefono", "Telephone";
    csv_company = "Azienda", "Company";
    csv_source = "Provenienza", "Source";
    csv_status = "Stato", "Status";
    csv_last_contact_date = "Ultimo contatto", "Last contact";
    csv_call_date = "Appuntamento", "Appointment";
    csv_client_id = "Identificativo cliente", "Client ID";
    csv_created_at = "Creato il", "Created";
    csv_spent_on = "Giorno", "Day";
    csv_client = "Cliente", "Client";
    csv_project_id = "Identificativo progetto", "Project ID";
    csv_project = "Progetto", "Project";
    csv_task_id = "Identificativo attività", "Task ID";
    csv_task = "Attività", "Task";
    csv_minutes = "Minuti", "Minutes";
    csv_description = "Descrizione", "Description";
    csv_label = "Voce", "Label";
    csv_amount = "Importo", "Amount";
    csv_currency = "Valuta", "Currency";
    csv_due_on = "Scadenza", "Due";
    csv_paid_at = "Pagato il", "Paid";
}
