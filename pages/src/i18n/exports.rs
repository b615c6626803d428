//! The headings of exported tables.

use app::phrases;

use super::I18n;

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
