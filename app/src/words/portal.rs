//! The words of the portal and of the public pages.

use domain::Language::{En, It};

use super::{Words, phrases};

phrases! { PORTAL:
    /// The product's name.
    app_name = "Atrio", "Atrio";
    /// What the product is.
    tagline = "Il portale clienti della tua agenzia", "Your agency’s client portal";
    /// For clients who come to the bare address.
    welcome_clients = "Sei un cliente? Usa l’indirizzo personale che hai ricevuto: ti porta direttamente al tuo progetto.", "Are you a client? Use the personal address you received: it takes you straight to your project.";
    /// The way to sign in.
    to_login = "Accedi come studio", "Sign in as the studio";
    /// Jumps over the header.
    skip = "Vai al contenuto", "Skip to content";
    /// Heading of the not-found page.
    not_found = "Pagina non trovata", "Page not found";
    /// What the not-found page says.
    not_found_hint = "L’indirizzo potrebbe essere incompleto, o non essere più valido. Controlla il link che hai ricevuto, oppure scrivi a chi te l’ha mandato.", "The address may be incomplete, or no longer valid. Check the link you received, or write to whoever sent it.";
    /// The way out of the not-found page.
    to_start = "Torna all’inizio", "Back to the start";
    /// Heading of a page that could not be made.
    trouble = "Qualcosa non ha funzionato", "Something went wrong";
    /// What such a page says.
    trouble_hint = "Non siamo riusciti a preparare questa pagina. Riprova tra qualche istante.", "We could not prepare this page. Please try again in a moment.";
    /// Name of the list of projects.
    projects = "Progetti", "Projects";
    /// The way to the conversation, where it is further down.
    to_conversation = "Vai alla conversazione", "Go to the conversation";
    /// Heading of the phases.
    course = "Il percorso", "The course of the project";
    /// A project without phases.
    no_phases = "Qui comparirà il percorso del progetto, fase dopo fase.", "The course of the project will appear here, phase by phase.";
    /// A client without projects.
    no_projects = "Il tuo progetto comparirà qui appena lo avremo preparato.", "Your project will appear here as soon as we have prepared it.";
    /// Heading of the documents.
    documents = "Documenti", "Documents";
    /// No documents.
    no_documents = "Qui troverai contratti, brief e file condivisi.", "Contracts, briefs and shared files will be here.";
    /// Heading of the payments.
    payments = "Pagamenti", "Payments";
    /// No payments.
    no_payments = "Nessun pagamento in programma.", "No payments scheduled.";
    /// A payment that has been made.
    paid = "Pagato", "Paid";
    /// A payment that has not.
    unpaid = "Da pagare", "To be paid";
    /// The deliverable's link.
    open = "Apri", "Open";
    /// Beside an approved deliverable.
    approved = "Approvato", "Approved";
    /// On the button, before the title that only screen readers need.
    approve_verb = "Approva", "Approve";
}

impl Words {
    /// `Ciao, Anna`: whom the page is for.
    pub fn greeting(self, name: &str) -> String {
        match self.0 {
            It => format!("Il portale di {name}"),
            En => format!("{name}’s portal"),
        }
    }

    /// `consegna prevista il 20 novembre 2026`.
    pub fn due(self, day: &str) -> String {
        match self.0 {
            It => format!("entro il {day}"),
            En => format!("due {day}"),
        }
    }

    /// A payment's due date.
    pub fn payment_due(self, day: &str) -> String {
        match self.0 {
            It => format!("scadenza {day}"),
            En => format!("due {day}"),
        }
    }

    /// From when to when a project runs; empty when neither is known.
    pub fn period(self, from: Option<&str>, to: Option<&str>) -> String {
        match (self.0, from, to) {
            (It, Some(from), Some(to)) => format!("dal {from} al {to}"),
            (En, Some(from), Some(to)) => format!("{from} to {to}"),
            (It, Some(from), None) => format!("dal {from}"),
            (En, Some(from), None) => format!("from {from}"),
            (_, None, Some(to)) => self.due(to),
            (_, None, None) => String::new(),
        }
    }

    /// `2 attività su 5`.
    pub fn progress(self, done: usize, all: usize) -> String {
        match self.0 {
            It => format!("{done} attività su {all}"),
            En => format!("{done} of {all} tasks"),
        }
    }

    /// `il 20 novembre 2026`, after *Approvato*.
    pub fn on_day(self, day: &str) -> String {
        match self.0 {
            It => format!("il {day}"),
            En => format!("on {day}"),
        }
    }
}
