//! The texts of the audit log.

use app::phrases;
use domain::Language::{En, It};
use domain::audit::{Action, ActorKind, Entry};

use super::I18n;

phrases! { AUDIT:
    register = "Registro", "Register";
    register_hint = "Chi ha fatto cosa, e quando. Solo nomi: mai messaggi, mai segreti.", "Who did what, and when. Names only: never messages, never secrets.";
    open_register = "Apri il registro", "Open the register";
    register_action = "Cosa", "What";
    register_who = "Chi", "Who";
    register_from = "Dal", "From";
    register_to = "Al", "To";
    every_action = "Tutto", "Everything";
    everybody = "Tutti", "Everybody";
    every_admin = "Lo studio", "The studio";
    every_client = "I clienti", "The clients";
    /// Filter: people who did not sign in.
    every_stranger = "Accessi non riusciti", "Failed sign-ins";
    register_empty = "Ancora nulla: qui compariranno approvazioni, accessi, eliminazioni e ogni altra operazione importante.", "Nothing yet: approvals, sign-ins, deletions and every other important operation will appear here.";
}

impl I18n {
    /// A kind of people, as the filter names it.
    pub fn actors(self, kind: ActorKind) -> &'static str {
        match kind {
            ActorKind::Admin => self.every_admin(),
            ActorKind::Client => self.every_client(),
            ActorKind::Nobody => self.every_stranger(),
        }
    }

    /// Who did it: a name, an e-mail, `Qualcuno da 192.0.2.1`.
    pub fn actor(self, kind: ActorKind, name: &str) -> String {
        match (self.0, kind, name) {
            (It, ActorKind::Nobody, "") => "Qualcuno".to_owned(),
            (En, ActorKind::Nobody, "") => "Somebody".to_owned(),
            (It, ActorKind::Nobody, address) => format!("Qualcuno da {address}"),
            (En, ActorKind::Nobody, address) => format!("Somebody from {address}"),
            (_, _, name) => name.to_owned(),
        }
    }

    /// What it was done to, by name; for settings, which.
    pub fn subject(self, entry: &Entry) -> String {
        match entry.action {
            Action::SettingsChanged => {
                let keys = entry.subject_name.split(", ").map(|key| self.setting(key));
                keys.collect::<Vec<_>>().join(", ")
            }
            _ => entry.subject_name.clone(),
        }
    }

    /// The verb between the actor's and the subject's name: `ha approvato`.
    pub const fn action_verb(self, action: Action) -> &'static str {
        self.pick(action_verb(action))
    }

    /// The name of an action in the filter.
    pub const fn action(self, action: Action) -> &'static str {
        self.pick(name(action))
    }
}

const fn action_verb(action: Action) -> (&'static str, &'static str) {
    match action {
        Action::SignedIn => ("ha fatto l’accesso", "signed in"),
        Action::SignInFailed => ("ha provato ad accedere, senza riuscirci", "tried to sign in and failed"),
        Action::SignedOutEverywhere => ("ha chiuso tutte le sessioni", "ended every session"),
        Action::Approved => ("ha approvato", "approved"),
        Action::ChangesRequested => ("ha chiesto modifiche a", "asked for changes to"),
        Action::TokenRotated => ("ha cambiato il link riservato di", "changed the private link of"),
        Action::SlugChanged => ("ha cambiato il link breve di", "changed the short link of"),
        Action::LeadConverted => ("ha trasformato in cliente il lead", "turned into a client the lead"),
        Action::SettingsChanged => ("ha cambiato le impostazioni:", "changed settings:"),
        Action::ClientNotificationsChanged => ("ha cambiato gli avvisi di", "changed the notifications of"),
        Action::ClientDeleted => ("ha eliminato il cliente", "deleted the client"),
        Action::ProjectDeleted => ("ha eliminato il progetto", "deleted the project"),
        Action::PhaseDeleted => ("ha eliminato la fase", "deleted the phase"),
        Action::TaskDeleted => ("ha eliminato l’attività", "deleted the task"),
        Action::DeliverableDeleted => ("ha eliminato la consegna", "deleted the deliverable"),
        Action::PaymentDeleted => ("ha eliminato il pagamento", "deleted the payment"),
        Action::DocumentDeleted => ("ha eliminato il documento", "deleted the document"),
        Action::NoteDeleted => ("ha eliminato una nota di", "deleted a note of"),
        Action::TimeEntryDeleted => ("ha eliminato delle ore di", "deleted time spent on"),
        Action::QuoteItemDeleted => {
            ("ha eliminato una voce del preventivo di", "deleted a line of the quote of")
        }
        Action::QuoteNumbered => ("ha numerato il preventivo", "numbered the quote"),
        Action::QuoteDeleted => ("ha eliminato il numero del preventivo", "deleted the number of the quote"),
        Action::LeadDeleted => ("ha eliminato il lead", "deleted the lead"),
        Action::ActivityDeleted => ("ha eliminato un’attività del lead", "deleted an activity of the lead"),
        Action::LeadsMerged => ("ha unito un altro lead al lead", "merged another lead into"),
        Action::LeadsSeparated => ("ha annullato l’unione con il lead", "undid the merge with the lead"),
        Action::SourceCreated => ("ha creato la fonte", "created the source"),
        Action::SourceChanged => ("ha modificato la fonte", "changed the source"),
        Action::SourceKeyRotated => {
            ("ha cambiato l’indirizzo della fonte", "changed the address of the source")
        }
        Action::SourceDeleted => ("ha eliminato la fonte", "deleted the source"),
        Action::DeliveriesDeleted => ("ha eliminato degli invii ricevuti:", "deleted submissions:"),
        Action::LeadsExported => ("ha esportato i lead", "exported the leads"),
        Action::TimeEntriesExported => ("ha esportato le ore", "exported the time entries"),
        Action::PaymentsExported => ("ha esportato i pagamenti", "exported the payments"),
        Action::EverythingExported => ("ha esportato tutti i dati", "exported everything"),
    }
}

const fn name(action: Action) -> (&'static str, &'static str) {
    match action {
        Action::SignedIn => ("Accessi", "Sign-ins"),
        Action::SignInFailed => ("Accessi non riusciti", "Failed sign-ins"),
        Action::SignedOutEverywhere => ("Chiusura delle sessioni", "Ending of sessions"),
        Action::Approved => ("Approvazioni", "Approvals"),
        Action::ChangesRequested => ("Richieste di modifiche", "Requests for changes"),
        Action::TokenRotated => ("Link riservati cambiati", "Changed private links"),
        Action::SlugChanged => ("Link brevi cambiati", "Changed short links"),
        Action::LeadConverted => ("Lead diventati clienti", "Leads turned into clients"),
        Action::SettingsChanged => ("Impostazioni", "Settings"),
        Action::ClientNotificationsChanged => ("Avvisi dei clienti", "Notifications of clients"),
        Action::ClientDeleted => ("Clienti eliminati", "Deleted clients"),
        Action::ProjectDeleted => ("Progetti eliminati", "Deleted projects"),
        Action::PhaseDeleted => ("Fasi eliminate", "Deleted phases"),
        Action::TaskDeleted => ("Attività eliminate", "Deleted tasks"),
        Action::DeliverableDeleted => ("Consegne eliminate", "Deleted deliverables"),
        Action::PaymentDeleted => ("Pagamenti eliminati", "Deleted payments"),
        Action::DocumentDeleted => ("Documenti eliminati", "Deleted documents"),
        Action::NoteDeleted => ("Note eliminate", "Deleted notes"),
        Action::TimeEntryDeleted => ("Ore eliminate", "Deleted time entries"),
        Action::QuoteItemDeleted => ("Voci di preventivo eliminate", "Deleted quote lines"),
        Action::QuoteNumbered => ("Preventivi numerati", "Numbered quotes"),
        Action::QuoteDeleted => ("Numeri di preventivo eliminati", "Deleted quote numbers"),
        Action::LeadDeleted => ("Lead eliminati", "Deleted leads"),
        Action::ActivityDeleted => ("Attività dei lead eliminate", "Deleted activities of leads"),
        Action::LeadsMerged => ("Lead uniti", "Leads merged"),
        Action::LeadsSeparated => ("Unioni di lead annullate", "Merges of leads undone"),
        Action::SourceCreated => ("Nuove fonti di lead", "New sources of leads"),
        Action::SourceChanged => ("Fonti di lead modificate", "Sources of leads changed"),
        Action::SourceKeyRotated => ("Nuovi indirizzi di fonti", "New addresses of sources"),
        Action::SourceDeleted => ("Fonti di lead eliminate", "Sources of leads deleted"),
        Action::DeliveriesDeleted => ("Invii ricevuti eliminati", "Deleted submissions"),
        Action::LeadsExported => ("Esportazioni dei lead", "Exports of leads"),
        Action::TimeEntriesExported => ("Esportazioni delle ore", "Exports of time entries"),
        Action::PaymentsExported => ("Esportazioni dei pagamenti", "Exports of payments"),
        Action::EverythingExported => ("Esportazioni di tutto", "Exports of everything"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_has_both_languages() {
        for action in Action::ALL {
            for i18n in [action_verb(*action), name(*action)] {
                assert!(!i18n.0.is_empty() && !i18n.1.is_empty() && i18n.0 != i18n.1, "{action}");
                assert!(!i18n.0.contains('\'') && !i18n.1.contains('\''), "{action}");
            }
        }
        let names: std::collections::HashSet<_> = Action::ALL.iter().map(|action| name(*action)).collect();
        assert_eq!(names.len(), Action::ALL.len());
    }
}
