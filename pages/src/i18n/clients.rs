//! The texts of clients.

use app::phrases;
use domain::clients::ClientEventKind;

use super::I18n;

phrases! { CLIENTS:
    client_new = "Nuovo cliente", "New client";
    clients_empty = "Aggiungi il tuo primo cliente: avrà subito un portale con un link tutto suo, da inviargli quando vuoi.", "Add your first client: they get a portal with a link of its own right away, to send whenever you like.";
    clients_search = "Nome, azienda, e-mail o telefono", "Name, company, e-mail or telephone";
    clients_all = "Tutti i clienti", "All clients";
    client_details = "Contatti", "Details";
    client_name = "Nome", "Name";
    client_company = "Azienda", "Company";
    client_phone = "Telefono", "Telephone";
    client_language = "Lingua del portale", "Portal language";
    client_notify = "E-mail di notifica", "E-mail notifications";
    notify_now = "Subito", "At once";
    notify_hourly = "Al massimo una all’ora", "At most once an hour";
    notify_daily = "Una al giorno, alle 8", "Once a day, at 8";
    notify_never = "Mai", "Never";
    client_portal = "Portale", "Portal";
    client_portal_hint = "Manda al cliente il link riservato: è lungo e impossibile da indovinare. Quello breve serve a dettarlo, per esempio al telefono. Chi ha uno dei due entra senza password.", "Send your client the private link: it is long and impossible to guess. The short one is for saying it, as on the phone. Whoever has either gets in without a password.";
    client_address_slug = "Link breve", "Short link";
    client_address_token = "Link riservato", "Private link";
    client_open_portal = "Apri come lo vede il cliente", "Open as the client sees it";
    client_open_portal_hint = "Si apre in una nuova scheda; quello che guardi lì non risulta letto dal cliente.", "Opens in a new tab; what you look at there does not count as read by the client.";
    client_slug_change = "Cambia link breve", "Change short link";
    client_token_change = "Cambia link riservato", "Change private link";
    client_slug_question = "Cambiare il link breve?", "Change the short link?";
    client_slug_warning = "Quello attuale smette subito di funzionare, anche nelle pagine che il cliente ha già aperto: dovrai inviargli quello nuovo. Il link riservato e quelli nelle e-mail già inviate restano validi, ma le pagine già aperte vanno ricaricate.", "The current one stops working at once, also on pages the client has open: you will have to send them the new one. The private link and those in e-mails already sent stay valid, but open pages must be reloaded.";
    client_slug_confirm = "Sì, cambia", "Yes, change it";
    client_token_question = "Cambiare il link riservato?", "Change the private link?";
    client_token_warning = "Quello attuale smette subito di funzionare, insieme a tutte le pagine del portale già aperte. Il link breve resta valido: basta ricaricare la pagina.", "The current one stops working at once, and with it every open page of the portal. The short link stays valid: reloading the page is enough.";
    client_token_confirm = "Sì, cambia", "Yes, change it";
    client_people_hint = "Altre persone dello stesso cliente, ciascuna con un link suo: si sa chi ha scritto e chi ha approvato.", "Further people of the same client, each with a link of their own: it is known who wrote and who approved.";
    person_add = "Aggiungi una persona", "Add a person";
    person_role = "Ruolo", "Role";
    person_can_write = "Può scrivere", "May write";
    person_can_approve = "Può approvare", "May approve";
    person_language_of_client = "Quella del cliente", "The client’s";
    person_invite = "Manda subito l’invito per e-mail", "Send the invitation by e-mail now";
    person_copy_link = "Copia il link", "Copy the link";
    person_copy_invitation = "Copia l’invito", "Copy the invitation";
    person_renew = "Cambia il link", "Change the link";
    person_renew_warning = "Quello attuale smette subito di funzionare, insieme alle pagine già aperte.", "The current one stops working at once, and with it the pages that are open.";
    person_delete = "Elimina la persona", "Delete the person";
    person_delete_warning = "Il suo link smette subito di funzionare. Quello che ha scritto e approvato resta, con il suo nome.", "Their link stops working at once. What they wrote and approved stays, with their name.";
    may_not_approve = "Non approva", "Does not approve";
    may_not_write = "Non scrive", "Does not write";
    may_only_look = "Guarda soltanto", "Only looks";
    never_visited_person = "Non ha ancora aperto il portale", "Has not opened the portal yet";
    client_address = "Indirizzo", "Address";
    client_vat_number = "Partita IVA", "VAT number";
    client_tax_code = "Codice fiscale", "Tax code";
    client_fiscal = "Dati per i preventivi", "Details for quotes";
    client_fiscal_hint = "Scritti una volta qui, li usa ogni preventivo.", "Written once here, they are on every quote.";
    client_fiscal_add = "Aggiungi", "Add";
    client_has_email = "C’è già un cliente con questa e-mail:", "There is a client with this e-mail already:";
    lead_has_email = "C’è già un lead con questa e-mail:", "There is a lead with this e-mail already:";
    /// After the two above, a link.
    open_it = "aprilo", "open it";
    answer = "Rispondi", "Reply";
    write = "Scrivi", "Write";
    invitation = "Invito", "Invitation";
    not_invited = "L’invito non è ancora partito.", "Not invited yet.";
    never_visited = "Nel portale non è ancora entrato nessuno.", "Nobody has opened the portal yet.";
    /// In the list, before a day.
    invited_when = "invito", "invited";
    /// In the list.
    to_invite = "da invitare", "to invite";
    /// Before a day.
    invited = "Invito inviato", "Invitation sent";
    /// Before a day.
    first_came = "Prima visita", "First visit";
    invite_again = "Manda di nuovo l’invito", "Send the invitation again";
    invite_sentence = "Prima frase", "First sentence";
    invite_send = "Invia l’invito", "Send the invitation";
    invite_no_address = "Senza un’e-mail l’invito si manda solo con WhatsApp.", "Without an e-mail address the invitation goes by WhatsApp only.";
    add_address = "Aggiungi l’e-mail", "Add the e-mail address";
    invite_wants_none = "Questo cliente non riceve e-mail.", "This client gets no e-mails.";
    invite_whatsapp = "Invita con WhatsApp", "Invite by WhatsApp";
    invite_chat_text = "Testo da copiare", "Text to copy";
    invite_open_whatsapp = "Apri WhatsApp", "Open WhatsApp";
    invite_mark = "L’ho mandato", "I have sent it";
    turn_ours = "Tocca a noi", "Our turn";
    turn_theirs = "Tocca al cliente", "The client’s turn";
    client_events = "Storia", "History";
    client_events_filter = "Che cosa mostrare", "What to show";
    client_events_none = "Ancora niente.", "Nothing yet.";
    filter_all_events = "Tutto", "Everything";
    event_visited = "Ha aperto il portale", "Opened the portal";
    event_invited = "Invito inviato", "Invitation sent";
    event_created = "È diventato cliente", "Became a client";
    client_new_project = "Nuovo progetto", "New project";
    client_no_projects = "Ancora nessun progetto. Creane uno: fasi, consegne e documenti compariranno nel portale del cliente.", "No projects yet. Create one: phases, deliverables and documents will appear in the client’s portal.";
    client_more_projects = "Tutti i progetti di questo cliente", "All projects of this client";
    /// Before the day a project is due.
    client_delete = "Elimina cliente", "Delete client";
    invite_from(from: &str) = "Parte da {from}.", "It is sent from {from}.";
    came_from_lead(source: &str) = "È diventato cliente, dal lead arrivato da {source}", "Became a client, from a lead by way of {source}";
    we_wrote(channel: &str) = "Abbiamo scritto in {channel}", "We wrote in {channel}";
    they_wrote(channel: &str) = "Ha scritto in {channel}", "Wrote in {channel}";
    /// Somebody of the client or the agency.
    person_wrote(name: &str, channel: &str) = "{name} ha scritto in {channel}", "{name} wrote in {channel}";
    /// A contact.
    person_approved(name: &str, title: &str) = "{name} ha approvato «{title}»", "{name} approved “{title}”";
    event_approved(title: &str) = "Ha approvato «{title}»", "Approved “{title}”";
    event_paid(label: &str, amount: &str) = "Pagato «{label}», {amount}", "Paid “{label}”, {amount}";
    event_hours(hours: &str, what: &str) = "Ore: {hours}, {what}", "Hours: {hours}, {what}";
    waits_since(since: &str) = "Aspetta una risposta {since}.", "Has been waiting for an answer {since}.";
    silent_since(since: &str) = "Non risponde {since}.", "Has not answered {since}.";
    next_payment(amount: &str, when: &str) = "Scadenza di {amount} {when}.", "{amount} due {when}.";
    received_in(year: i64) = "Incassato nel {year}", "Paid in {year}";
    client_delete_question(name: &str) = "Eliminare {name}?", "Delete {name}?";
}

names! {
    client_event_kind(ClientEventKind) {
        Messages = "Parole", "Messages";
        Approvals = "Approvazioni", "Approvals";
        Payments = "Soldi", "Payments";
        Hours = "Ore", "Hours";
    }
}
