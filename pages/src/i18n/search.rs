//! The texts of the search over everything.

use app::phrases;
use domain::overview::HitKind;

use super::I18n;

phrases! { SEARCH:
    search_everything = "Cerca dappertutto", "Search everything";
    /// Of one kind of results; the other in Italian for masculine words.
    see_all_f = "Vedi tutte", "See all";
    see_all_m = "Vedi tutti", "See all";
    all_results = "Tutti i risultati", "All results";
    search_hint = "Nomi, messaggi, consegne, documenti, attività, note e lead. Bastano gli inizi delle parole.", "Names, messages, deliverables, documents, tasks, notes and leads. The beginnings of words are enough.";
    too_many_hits = "Ce ne sono altri: aggiungi una parola.", "There are more: add a word.";
    found_nothing(q: &str) = "Niente con «{q}». Cerchiamo nomi, messaggi, consegne, documenti.", "Nothing with “{q}”. We search names, messages, deliverables, documents.";
}

names! {
    hit_kind(HitKind) {
        Client = "Clienti", "Clients";
        Project = "Progetti", "Projects";
        Deliverable = "Consegne", "Deliverables";
        Task = "Attività", "Tasks";
        Phase = "Fasi", "Phases";
        Message = "Messaggi", "Messages";
        Document = "Documenti", "Documents";
        Note = "Note", "Notes";
        Lead = "Lead", "Leads";
    }
}
