//! The texts of the page of today and of the agenda.

use app::phrases;
use domain::overview::AgendaKind;

use super::I18n;

phrases! { TODAY:
    agenda = "Agenda", "Agenda";
    agenda_heading = "Prossimi 14 giorni", "The next 14 days";
    agenda_overdue = "In ritardo", "Overdue";
    agenda_empty = "Nessuna scadenza nei prossimi 14 giorni.", "Nothing is due in the next 14 days.";
    agenda_nothing_overdue = "Niente in ritardo: ogni cosa è nei tempi.", "Nothing is overdue: everything is on time.";
    agenda_all = "Tutta l’agenda", "The whole agenda";
    agenda_call = "Appuntamento", "Appointment";
    news_heading = "Novità da ieri", "Since yesterday";
    news_empty = "Niente di nuovo da ieri.", "Nothing new since yesterday.";
    news_lead = "Nuovo lead", "New lead";
    counter_unpaid = "Da incassare", "Unpaid";
    all_quiet = "Nessuno aspetta, niente è in ritardo.", "Nobody is waiting, nothing is late.";
    waiting_heading = "Aspettano una risposta", "Waiting for an answer";
    to_bill_this_month = "da fatturare questo mese", "to bill this month";
    this_month = "questo mese", "this month";
    mark_done = "Segna come fatta", "Mark as done";
    remind = "Ricorda al cliente", "Remind the client";
    reminder_queued = "Promemoria in partenza.", "The reminder is on its way.";
    reminded = "ricordato", "reminded";
    cannot_remind = "non riceve promemoria", "gets no reminders";
    hours_to_bill = "Ore dall’ultimo pagamento", "Hours since the last payment";
    nothing_to_bill = "Niente da fatturare.", "Nothing to bill.";
    bill_total = "In tutto", "In all";
    first_steps = "Per cominciare", "First steps";
    first_steps_hint = "Quattro passi, poi il primo cliente entra nel suo portale.", "Four steps, and your first client is in their portal.";
    step_brand = "Dai allo studio il suo nome, il colore e il logo", "Give your studio its name, colour and logo";
    step_client = "Aggiungi il primo cliente", "Add your first client";
    step_project = "Crea il suo progetto", "Create their project";
    step_send = "Mandagli il link del portale", "Send them the link of the portal";
    step_send_hint = "Il passo è fatto quando il cliente apre il portale.", "Done as soon as the client opens the portal.";
    step_done = "fatto", "done";
    /// `4 clienti aspettano una risposta`, in two parts: the number is a link.
    some_clients(count: i64) = "1 cliente" | "{count} clienti", "1 client" | "{count} clients";
    wait_for_answer(count: i64) = "aspetta una risposta" | "aspettano una risposta", "is waiting for an answer" | "are waiting for an answer";
    some_things(count: i64) = "1 cosa" | "{count} cose", "1 thing" | "{count} things";
    are_late(count: i64) = "è in ritardo" | "sono in ritardo", "is late" | "are late";
    some_deliverables(count: i64) = "1 consegna" | "{count} consegne", "1 deliverable" | "{count} deliverables";
    wait_for_clients(count: i64) = "aspetta il cliente" | "aspettano i clienti", "is waiting for its client" | "are waiting for their clients";
    payments_of(month: &str) = "Pagamenti di {month}", "Payments of {month}";
    /// A duration in a sentence: `14:30 h`.
    in_hours(hours: &str) = "{hours} h", "{hours} h";
    /// Of a deliverable: `aspetta da 4 g`.
    waiting_since(since: &str) = "aspetta {since}", "waiting {since}";
    deliverables_to_approve(count: i64) = "1 consegna da approvare" | "{count} consegne da approvare", "1 deliverable to approve" | "{count} deliverables to approve";
    amount_overdue(amount: &str) = "{amount} già scaduti", "{amount} overdue";
    news_messages(count: i64, name: &str) = "1 messaggio di {name}" | "{count} messaggi di {name}", "1 message from {name}" | "{count} messages from {name}";
    news_approved(name: &str, title: &str) = "{name} ha approvato «{title}»", "{name} approved “{title}”";
    news_changes(name: &str, title: &str) = "{name} chiede modifiche a «{title}»", "{name} asks for changes to “{title}”";
}

names! {
    agenda_kind(AgendaKind) {
        Deliverable = "Consegna", "Deliverable";
        Material = "Materiale dal cliente", "Material from the client";
        Payment = "Pagamento", "Payment";
        Phase = "Fase", "Phase";
        Project = "Progetto", "Project";
        Task = "Attività", "Task";
    }

    /// Several of them.
    agenda_kinds(AgendaKind) {
        Deliverable = "Consegne", "Deliverables";
        Material = "Materiale dai clienti", "Material from clients";
        Payment = "Pagamenti", "Payments";
        Phase = "Fasi", "Phases";
        Project = "Progetti", "Projects";
        Task = "Attività", "Tasks";
    }
}
