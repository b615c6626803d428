//! The texts of the leads.

use app::phrases;

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
    every_source = "Tutte le provenienze", "All sources";
    /// Heading of a list without any leads.
    no_leads_heading = "Qui trovi chi ti contatta", "People who contact you appear here";
    no_leads_how = "Collega il modulo del tuo sito o la tua automazione: ogni richiesta diventa un lead, con quello che la persona ha scritto. Se scrive di nuovo con la stessa e-mail, la ritrovi nella stessa scheda.", "Connect your site’s form or your automation: every request becomes a lead, with what the person wrote. If they write again with the same e-mail, you find it on the same card.";
    /// The way to the webhook’s address.
    no_leads_connect = "Trova l’indirizzo da collegare", "Find the address to connect";
    /// Before the way to a new lead.
    no_leads_called = "Ti ha chiamato qualcuno?", "Did somebody call?";
    /// The way to a new lead.
    no_leads_by_hand = "Aggiungilo a mano.", "Add them by hand.";
    column_empty = "Nessuno per ora.", "Nobody, for now.";
    lead_move = "Sposta", "Move";
    lead_name = "Nome e cognome", "Full name";
    lead_phone = "Telefono", "Telephone";
    lead_company = "Azienda", "Company";
    lead_source_hint = "Da dove ti ha trovato: il sito, una fiera, un passaparola…", "Where they found you: the site, a fair, word of mouth…";
    /// What the source box says first.
    lead_by_hand = "Aggiunto a mano", "Added by hand";
    lead_status_label = "Stato", "Status";
    lead_call_hint = "Nel fuso orario dello studio.", "In the studio’s time zone.";
    /// On the page of today.
    lead_steps = "Passi con i lead", "Steps with leads";
    lead_value = "Valore", "Value";
    lead_step = "Prossimo passo", "Next step";
    lead_step_on = "Entro il", "By";
    lead_step_done = "Fatto", "Done";
    lead_first_message = "Primo messaggio", "First message";
    lead_first_message_hint = "Che cosa chiede, con le sue parole.", "What they ask for, in their words.";
    lead_create = "Crea il lead", "Create the lead";
    back_to_leads = "Tutti i lead", "All leads";
    /// When a lead was made.
    lead_since = "Arrivato", "Arrived";
    lead_client = "Cliente", "Client";
    lead_convert = "Converti in cliente", "Convert to client";
    lead_convert_hint = "Verrà creato il cliente, con il suo portale. Il lead resta, come acquisito, con tutta la sua cronologia.", "The client will be created, with their portal. The lead stays, marked as won, with all its history.";
    lead_project = "Primo progetto", "First project";
    lead_project_hint = "Lascia vuoto per non crearne.", "Leave empty to create none.";
    lead_language = "Lingua del portale", "Portal language";
    lead_convert_do = "Crea il cliente", "Create the client";
    lead_history = "Cronologia", "History";
    lead_no_history = "Ancora nulla: scrivi qui sotto la prima nota.", "Nothing yet: write the first note below.";
    lead_earlier = "Mostra le attività precedenti", "Show earlier activities";
    lead_latest = "Torna alle ultime attività", "Back to the latest activities";
    lead_add = "Aggiungi alla cronologia", "Add to the history";
    lead_kind = "Tipo", "Type";
    lead_kind_note = "Una nota", "A note";
    lead_kind_call = "Una telefonata", "A call";
    lead_kind_email = "Un’e-mail inviata", "An e-mail sent";
    lead_text = "Descrizione", "Description";
    /// What a sender delivered, whole.
    lead_received = "Tutti i dati ricevuti", "All data received";
    /// Data of the form and the browser, folded away.
    lead_technical = "Dati tecnici", "Technical data";
    /// A question that was not answered.
    lead_no_answer = "senza risposta", "not answered";
    lead_delete_activity = "Eliminare questa attività?", "Delete this activity?";
    lead_activities(count: i64) = "{count} attività" | "{count} attività", "1 activity" | "{count} activities";
    lead_count(count: i64) = "{count} lead" | "{count} lead", "1 lead" | "{count} leads";
    leads_worth(amount: &str) = "In ballo ci sono {amount}.", "{amount} are at stake.";
    lead_delete(name: &str) = "Eliminare il lead {name}?", "Delete the lead {name}?";
    lead_move_whom(name: &str) = "Sposta {name}", "Move {name}";
}
