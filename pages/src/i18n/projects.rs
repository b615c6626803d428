//! The texts of projects and their boards.

use app::phrases;
use domain::projects::board::DeletionImpact;

use super::I18n;

phrases! { PROJECTS:
    new_project = "Nuovo progetto", "New project";
    no_projects_yet = "Ancora nessun progetto. Un progetto raccoglie fasi, attività e consegne di un lavoro: il cliente ne segue l’andamento dal suo portale.", "No projects yet. A project holds the phases, tasks and deliverables of a job: the client follows it from their portal.";
    no_clients_for_project = "Ogni progetto appartiene a un cliente, e non ne hai ancora creato uno.", "Every project belongs to a client, and there is none yet.";
    make_client_first = "Crea il primo cliente", "Create the first client";
    search_projects = "Cerca per progetto o cliente", "Search by project or client";
    project_status_label = "Stato", "Status";
    project_for_whom = "Per quale cliente?", "For which client?";
    search_clients_for_project = "Cerca un cliente", "Search for a client";
    /// There are more clients than are shown.
    more_clients = "Se non lo trovi qui, cercalo per nome.", "If it is not here, search by name.";
    other_client = "Cambia cliente", "Another client";
    start_from = "Parti da", "Start from";
    /// No template.
    from_nothing = "Un piano vuoto", "An empty plan";
    template_hint = "Fasi, attività e consegne vengono copiate come da iniziare, senza link né messaggi. Le scadenze seguono la data di inizio, se entrambi i progetti ne hanno una.", "Phases, tasks and deliverables are copied as not started, without links or messages. Due dates follow the start date if both projects have one.";
    create_project = "Crea progetto", "Create project";
    use_as_template = "Usa come modello", "Use as a template";
    parts_of_project = "Parti del progetto", "Parts of the project";
    part_plan = "Piano", "Plan";
    part_payments = "Pagamenti", "Payments";
    part_materials = "Materiale", "Material";
    part_documents = "Documenti", "Documents";
    part_notes = "Note", "Notes";
    part_times = "Ore", "Hours";
    part_quote = "Preventivo", "Quote";
    board_name = "Nome", "Name";
    board_title = "Titolo", "Title";
    board_description = "Descrizione", "Description";
    board_description_hint = "Il cliente la vede nel suo portale.", "Your client sees it in their portal.";
    project_starts = "Inizio", "Start";
    board_due = "Scadenza", "Due";
    deliverable_url = "Link", "Link";
    deliverable_url_hint = "Dove il cliente può vederla: Figma, Drive, il sito di prova…", "Where your client can see it: Figma, Drive, the test site…";
    edit_project = "Modifica il progetto", "Edit the project";
    edit_project_link = "Modifica progetto", "Edit project";
    edit_phase = "Modifica la fase", "Edit the phase";
    edit_task = "Modifica l’attività", "Edit the task";
    edit_deliverable = "Modifica la consegna", "Edit the deliverable";
    add_deliverable = "Nuova consegna", "New deliverable";
    add_deliverable_link = "Aggiungi una consegna…", "Add a deliverable…";
    /// On a board that has none yet.
    deliverable_is = "Ciò che il cliente guarda e approva, per esempio una bozza o un link.", "What your client looks at and approves, such as a draft or a link.";
    new_task_label = "Nuova attività", "New task";
    new_phase_label = "Nuova fase", "New phase";
    no_phases_yet = "Comincia da una fase, per esempio «Analisi» o «Design». Dentro ci vanno le attività, e in ogni attività le consegne: ciò che il cliente guarda e approva.", "Start with a phase, such as “Analysis” or “Design”. It holds tasks, and each task its deliverables: what your client looks at and approves.";
    /// A phase without tasks.
    no_tasks_yet = "Nessuna attività: lo stato della fase si imposta a mano.", "No tasks: the status of the phase is set by hand.";
    /// Why the status of a phase has no box.
    status_follows = "Lo stato della fase segue le sue attività.", "The status of the phase follows its tasks.";
    phase_conversation = "Conversazione", "Conversation";
    send_for_approval = "Invia per approvazione", "Send for approval";
    /// Of a deliverable to approve.
    does_not_know = "ma il cliente non lo sa", "but the client does not know";
    warn_no_address = "Non ha un’e-mail e non ha acceso le notifiche sul telefono.", "They have no e-mail address and no notifications on their phone.";
    warn_never = "Ha spento le e-mail e non ha acceso le notifiche sul telefono.", "They switched off e-mails and have no notifications on their phone.";
    warn_no_sending = "Atrio non è ancora collegato a un server di posta e il cliente non ha acceso le notifiche sul telefono.", "Atrio is not connected to a mail server yet, and the client has no notifications on their phone.";
    mend_address = "Aggiungi la sua e-mail", "Add their e-mail address";
    mend_frequency = "Riaccendi le e-mail", "Switch e-mails on again";
    mend_sending = "Collega la posta", "Connect a mail server";
    whatsapp_text = "Testo per WhatsApp", "Text for WhatsApp";
    warn_no_link = "Non c’è niente da guardare.", "There is nothing to look at.";
    warn_no_link_hint = "La consegna non ha un link.", "The deliverable has no link.";
    mend_link = "Aggiungi il link", "Add the link";
    send_anyway = "Manda comunque", "Send anyway";
    send_again = "Invia di nuovo", "Send again";
    take_back = "Ritira", "Take back";
    /// Link to what the client wants changed.
    read_request = "Leggi la richiesta", "Read the request";
    /// Why an approved deliverable has no form.
    approved_is_final = "Il cliente l’ha approvata così: non si può più modificare.", "The client approved it as it is: it can no longer be changed.";
    /// The box that adds one, while it is empty.
    add_phase_prompt = "Aggiungi una fase…", "Add a phase…";
    add_task_prompt = "Aggiungi un’attività…", "Add a task…";
    add_deliverable_prompt = "Aggiungi una consegna…", "Add a deliverable…";
    /// Link to the whole form.
    add_deliverable_full = "Aggiungi link e descrizione", "Add link and description";
    /// Opens the actions of a card by touch.
    card_actions = "Azioni", "Actions";
    timeline = "Linea del tempo", "Timeline";
    timeline_today = "Oggi", "Today";
    timeline_undated = "senza scadenza", "no due date";
    timeline_none = "Dai una scadenza alle fasi o alle attività: qui vedrai la linea del tempo del progetto.", "Give the phases or the tasks a due date, and the timeline of the project appears here.";
    timeline_hint = "Ogni fase comincia dove finisce la precedente, o con la sua prima attività. Senza una scadenza propria finisce con l’ultima attività. I rombi sono le consegne, alla scadenza della loro attività.", "Each phase begins where the one before it ends, or with its first task. Without a due date of its own it ends with the last task. Diamonds are deliverables, at the due date of their task.";
    nobody_tells(name: &str) = "{name} non riceverà nessuna notifica.", "Nothing will tell {name}.";
    approval_message(name: &str, title: &str, portal: &str) = "Ciao {name}, c’è qualcosa da approvare: {title}. Lo trovi qui: {portal}", "Hello {name}, there is something to approve: {title}. You find it here: {portal}";
    new_task_in(phase: &str) = "Nuova attività in {phase}", "New task in {phase}";
    new_deliverable_for(task: &str) = "Nuova consegna per {task}", "New deliverable for {task}";
    some_waiting(count: i64) = "{count} in attesa del cliente", "{count} waiting for the client";
    late_by(days: i64) = "in ritardo di un giorno" | "in ritardo di {days}\u{a0}g", "one day late" | "{days}\u{a0}d late";
    task_status_of(title: &str) = "Stato di {title}", "Status of {title}";
}

impl I18n {
    /// What goes with it, nothing of which there is none.
    pub fn deletion_impact(self, impact: &DeletionImpact) -> Vec<String> {
        self.counted([
            (impact.projects, ["progetto", "progetti"], ["project", "projects"]),
            (impact.phases, ["fase", "fasi"], ["phase", "phases"]),
            (impact.tasks, ["attività", "attività"], ["task", "tasks"]),
            (impact.deliverables, ["consegna", "consegne"], ["deliverable", "deliverables"]),
            (
                impact.approved,
                ["approvazione del cliente", "approvazioni del cliente"],
                ["approval by the client", "approvals by the client"],
            ),
            (impact.messages, ["messaggio", "messaggi"], ["message", "messages"]),
            (impact.payments, ["pagamento", "pagamenti"], ["payment", "payments"]),
            (impact.documents, ["documento", "documenti"], ["document", "documents"]),
            (
                impact.material_requests,
                ["richiesta di materiale", "richieste di materiale"],
                ["request for material", "requests for material"],
            ),
            (impact.notes, ["nota", "note"], ["note", "notes"]),
            (impact.time_entries, ["registrazione di ore", "registrazioni di ore"], ["time entry", "time entries"]),
            (impact.quote_items, ["voce di preventivo", "voci di preventivo"], ["quote line", "quote lines"]),
            (
                impact.receipts,
                ["ricevuta di approvazione", "ricevute di approvazione"],
                ["receipt of approval", "receipts of approval"],
            ),
        ])
    }
}

#[cfg(test)]
mod tests {
    use domain::Language::{En, It};

    use super::*;

    #[test]
    fn deletion_impact_omits_zero_counts() {
        let impact = DeletionImpact { projects: 1, phases: 3, messages: 2, receipts: 1, ..DeletionImpact::default() };
        let italian = ["1 progetto", "3 fasi", "2 messaggi", "1 ricevuta di approvazione"];
        assert_eq!(I18n::from(It).deletion_impact(&impact), italian);
        let english = ["1 project", "3 phases", "2 messages", "1 receipt of approval"];
        assert_eq!(I18n::from(En).deletion_impact(&impact), english);
        assert!(I18n::from(It).deletion_impact(&DeletionImpact::default()).is_empty());
    }
}
