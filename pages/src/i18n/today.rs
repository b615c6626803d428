//! The texts of the page of today and of the agenda.

use app::phrases;
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
    /// Below the counter of those to answer: `il primo da 3 g`.
    /// Of deliverables.
    first_one_waits(since: &str) = "la prima {since}", "the first {since}";
    first_waits(since: &str) = "il primo {since}", "the first {since}";
    clients_unanswered(count: i64) = "1 cliente non ha risposto" | "{count} clienti non hanno risposto", "1 client has not answered" | "{count} clients have not answered";
    deliverables_to_approve(count: i64) = "1 consegna da approvare" | "{count} consegne da approvare", "1 deliverable to approve" | "{count} deliverables to approve";
    amount_overdue(amount: &str) = "{amount} già scaduti", "{amount} overdue";
    news_messages(count: i64, name: &str) = "1 messaggio di {name}" | "{count} messaggi di {name}", "1 message from {name}" | "{count} messages from {name}";
    news_approved(name: &str, title: &str) = "{name} ha approvato «{title}»", "{name} approved “{title}”";
    news_changes(name: &str, title: &str) = "{name} chiede modifiche a «{title}»", "{name} asks for changes to “{title}”";
    became_clients(count: i64) = "ancora nessuno è diventato cliente" | "1 è diventato cliente" | "{count} sono diventati clienti", "none became a client yet" | "1 became a client" | "{count} became clients";
    /// Below what is unpaid.
    none_overdue = "niente di scaduto", "nothing overdue";
}

names! {
    agenda_kind(AgendaKind) {
        Payment = "Pagamento", "Payment";
        Phase = "Fase", "Phase";
        Project = "Progetto", "Project";
        Task = "Attività", "Task";
    }
}
