//! The headings of exported tables.

use app::phrases;

use super::I18n;

phrases! { EXPORTS:
    column_id = "Identificativo", "ID";
    column_name = "Nome e cognome", "Full name";
    column_email = "E-mail", "E-mail";
    column_phone = "Telefono", "Telephone";
    column_company = "Azienda", "Company";
    column_source = "Provenienza", "Source";
    column_status = "Stato", "Status";
    column_last_contact_date = "Ultimo contatto", "Last contact";
    column_call_date = "Appuntamento", "Appointment";
    column_client_id = "Identificativo cliente", "Client ID";
    column_created_at = "Creato il", "Created";
    column_spent_on = "Giorno", "Day";
    column_client = "Cliente", "Client";
    column_project_id = "Identificativo progetto", "Project ID";
    column_project = "Progetto", "Project";
    column_task_id = "Identificativo attività", "Task ID";
    column_task = "Attività", "Task";
    column_minutes = "Minuti", "Minutes";
    column_description = "Descrizione", "Description";
    column_label = "Voce", "Label";
    column_amount = "Importo", "Amount";
    column_currency = "Valuta", "Currency";
    column_due_on = "Scadenza", "Due";
    column_paid_at = "Pagato il", "Paid";
}
