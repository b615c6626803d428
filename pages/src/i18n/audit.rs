//! The texts of the audit log.

use app::phrases;
use domain::Language::{En, It};
use domain::audit::{Action, ActorKind, Entry};

use super::I18n;

phrases! { AUDIT:
    register = "Registro", "Activity log";
    register_hint = "Chi ha fatto cosa, e quando. Solo nomi: mai messaggi, mai segreti.", "Who did what, and when. Names only: never messages, never secrets.";
    open_register = "Apri il registro", "Open the activity log";
    register_action = "Cosa", "What";
    register_who = "Chi", "Who";
    register_from = "Dal", "From";
    register_to = "Al", "To";
    every_action = "Tutto", "Everything";
    everybody = "Tutti", "Everybody";
    register_empty = "Ancora nulla: qui compariranno approvazioni, accessi, eliminazioni e ogni altra operazione importante.", "Nothing yet: approvals, sign-ins, deletions and every other important operation will appear here.";
}

names! {
    /// A kind of people, as the filter names it.
    actors(ActorKind) {
        Admin = "Lo studio", "The studio";
        Client = "I clienti", "The clients";
        Nobody = "Sconosciuti", "Strangers";
    }
}

names! {
    /// The verb between the actor's and the subject's name (`ha approvato`), and the name of an action in the filter.
    action_verb, action(Action) {
        SignedIn = "ha fatto l’accesso", "signed in" / "Accessi", "Sign-ins";
        SignInFailed = "ha provato ad accedere, senza riuscirci", "tried to sign in and failed" / "Accessi non riusciti", "Failed sign-ins";
        SignedOutEverywhere = "ha chiuso tutte le sessioni", "ended every session" / "Chiusura delle sessioni", "Ending of sessions";
        MemberInvited = "ha invitato nello studio", "invited to the studio:" / "Inviti nello studio", "Invitations to the studio";
        MemberJoined = "ha accettato l’invito:", "accepted the invitation:" / "Inviti accettati", "Accepted invitations";
        MemberRoleChanged = "ha cambiato il ruolo di", "changed the role of" / "Ruoli cambiati", "Changed roles";
        MemberDisabled = "ha disattivato l’accesso di", "disabled the account of" / "Accessi disattivati", "Disabled accounts";
        MemberEnabled = "ha riattivato l’accesso di", "enabled the account of" / "Accessi riattivati", "Enabled accounts";
        MemberDeleted = "ha eliminato dallo studio", "removed from the studio:" / "Persone tolte dallo studio", "People removed from the studio";
        PasswordResetIssued = "ha chiesto una nuova password per", "asked for a new password for" / "Nuove password chieste", "New passwords asked for";
        PasswordChanged = "ha cambiato la password di", "changed the password of" / "Password cambiate", "Changed passwords";
        SecondFactorOn = "ha attivato l’accesso in due passaggi di", "switched on the two-step sign-in of" / "Accessi in due passaggi attivati", "Two-step sign-ins switched on";
        SecondFactorOff = "ha disattivato l’accesso in due passaggi di", "switched off the two-step sign-in of" / "Accessi in due passaggi disattivati", "Two-step sign-ins switched off";
        RecoveryCodesRenewed = "ha rifatto i codici di recupero di", "made new recovery codes for" / "Nuovi codici di recupero", "New recovery codes";
        RecoveryCodeUsed = "ha usato un codice di recupero di", "used a recovery code of" / "Codici di recupero usati", "Used recovery codes";
        Approved = "ha approvato", "approved" / "Approvazioni", "Approvals";
        ChangesRequested = "ha chiesto modifiche a", "asked for changes to" / "Richieste di modifiche", "Requests for changes";
        TokenRotated = "ha cambiato il link riservato di", "changed the private link of" / "Link riservati cambiati", "Changed private links";
        SlugChanged = "ha cambiato il link breve di", "changed the short link of" / "Link brevi cambiati", "Changed short links";
        LeadConverted = "ha trasformato in cliente il lead", "converted the lead" / "Lead diventati clienti", "Leads turned into clients";
        SettingsChanged = "ha cambiato le impostazioni:", "changed settings:" / "Impostazioni", "Settings";
        ClientNotificationsChanged = "ha cambiato le notifiche di", "changed the notifications of" / "Notifiche dei clienti", "Client notifications";
        AccessChanged = "ha cambiato l’accesso al portale di", "changed the access to the portal of" / "Accessi al portale cambiati", "Changed access to portals";
        CodesAskedAgain = "ha fatto chiedere di nuovo il codice a", "asked again for a code from" / "Codici chiesti di nuovo", "Codes asked for again";
        ClientDeleted = "ha eliminato il cliente", "deleted the client" / "Clienti eliminati", "Deleted clients";
        ContactDeleted = "ha eliminato la persona", "deleted the person" / "Persone eliminate", "Deleted people";
        ProjectDeleted = "ha eliminato il progetto", "deleted the project" / "Progetti eliminati", "Deleted projects";
        PhaseDeleted = "ha eliminato la fase", "deleted the phase" / "Fasi eliminate", "Deleted phases";
        TaskDeleted = "ha eliminato l’attività", "deleted the task" / "Attività eliminate", "Deleted tasks";
        DeliverableDeleted = "ha eliminato la consegna", "deleted the deliverable" / "Consegne eliminate", "Deleted deliverables";
        PaymentDeleted = "ha eliminato il pagamento", "deleted the payment" / "Pagamenti eliminati", "Deleted payments";
        DocumentDeleted = "ha eliminato il documento", "deleted the document" / "Documenti eliminati", "Deleted documents";
        MaterialSent = "ha inviato il materiale", "sent the material" / "Materiale inviato", "Material sent";
        MaterialAccepted = "ha accettato il materiale", "accepted the material" / "Materiale accettato", "Accepted material";
        MaterialReopened = "ha richiesto di nuovo il materiale", "asked again for the material" / "Materiale richiesto di nuovo", "Material asked for again";
        MaterialDeleted = "ha eliminato la richiesta di materiale", "deleted the request for material" / "Richieste di materiale eliminate", "Deleted requests for material";
        MaterialTemplateDeleted = "ha eliminato il modello di materiale", "deleted the material template" / "Modelli di materiale eliminati", "Deleted material templates";
        NoteDeleted = "ha eliminato una nota di", "deleted a note of" / "Note eliminate", "Deleted notes";
        TimeEntryDeleted = "ha eliminato delle ore di", "deleted time spent on" / "Ore eliminate", "Deleted time entries";
        QuoteItemDeleted = "ha eliminato una voce del preventivo di", "deleted a line of the quote of" / "Voci di preventivo eliminate", "Deleted quote lines";
        QuoteNumbered = "ha numerato il preventivo", "numbered the quote" / "Preventivi numerati", "Numbered quotes";
        QuoteDeleted = "ha eliminato il numero del preventivo", "deleted the number of the quote" / "Numeri di preventivo eliminati", "Deleted quote numbers";
        LeadDeleted = "ha eliminato il lead", "deleted the lead" / "Lead eliminati", "Deleted leads";
        ActivityDeleted = "ha eliminato un’attività del lead", "deleted an activity of the lead" / "Attività dei lead eliminate", "Deleted lead activities";
        LeadsMerged = "ha unito un altro lead al lead", "merged another lead into" / "Lead uniti", "Leads merged";
        LeadsSeparated = "ha annullato l’unione con il lead", "undid the merge with the lead" / "Unioni di lead annullate", "Merges of leads undone";
        SourceCreated = "ha creato la fonte", "created the source" / "Nuove fonti di lead", "New sources of leads";
        SourceChanged = "ha modificato la fonte", "changed the source" / "Fonti di lead modificate", "Sources of leads changed";
        SourceKeyRotated = "ha cambiato l’indirizzo della fonte", "changed the address of the source" / "Nuovi indirizzi di fonti", "New addresses of sources";
        SourceDeleted = "ha eliminato la fonte", "deleted the source" / "Fonti di lead eliminate", "Sources of leads deleted";
        DeliveriesDeleted = "ha eliminato degli invii ricevuti:", "deleted submissions:" / "Invii ricevuti eliminati", "Deleted submissions";
        LeadsExported = "ha esportato i lead", "exported the leads" / "Esportazioni dei lead", "Exports of leads";
        TimeEntriesExported = "ha esportato le ore", "exported the time entries" / "Esportazioni delle ore", "Exports of time entries";
        PaymentsExported = "ha esportato i pagamenti", "exported the payments" / "Esportazioni dei pagamenti", "Exports of payments";
        EverythingExported = "ha esportato tutti i dati", "exported everything" / "Esportazioni di tutto", "Exports of everything";
    }
}

impl I18n {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_has_both_languages() {
        let (it, en) = (I18n::from(It), I18n::from(En));
        for action in Action::ALL {
            for text in [I18n::action_verb, I18n::action] {
                let (it, en) = (text(it, *action), text(en, *action));
                assert!(!it.is_empty() && !en.is_empty() && it != en, "{action}");
                assert!(!it.contains('\'') && !en.contains('\''), "{action}");
            }
        }
        let names: std::collections::HashSet<_> = Action::ALL.iter().map(|action| it.action(*action)).collect();
        assert_eq!(names.len(), Action::ALL.len());
    }
}
