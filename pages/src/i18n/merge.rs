//! The texts of merging leads and undoing a merge.

use app::phrases;
use domain::Language::{En, It};
use domain::leads::merge::Similarity;

use super::I18n;

phrases! { MERGE:
    merge_open = "Unisci…", "Merge…";
    merge_heading = "Unisci due lead", "Merge two leads";
    merge_hint = "È la stessa persona, in due schede? Scegli l’altra: le sue attività e i suoi invii passano a questa, e nulla va perso. Finché non modifichi nulla, puoi annullare.", "The same person on two cards? Choose the other one: its activities and submissions move to this one, and nothing is lost. As long as nothing changes, you can undo it.";
    merge_search = "Cerca l’altro lead", "Search for the other lead";
    merge_likely = "Forse è la stessa persona", "Perhaps the same person";
    merge_none_likely = "Nessun altro lead somiglia a questo: cercalo per nome, e-mail o telefono.", "No other lead looks like this one: search by name, e-mail or telephone.";
    merge_found = "Trovati", "Found";
    merge_has_more = "Ce ne sono altri: aggiungi una parola alla ricerca.", "There are more: add a word to the search.";
    merge_same_phone = "stesso telefono", "same telephone";
    merge_same_name = "stesso nome", "same name";
    merge_same_company = "stessa azienda", "same company";
    merge_compare = "Che cosa resta", "What stays";
    merge_field = "Campo", "Field";
    /// Before the name of the lead that stays.
    merge_stays = "Resta", "Stays";
    /// Before the name of the lead that goes.
    merge_comes = "Si unisce", "Joins";
    /// A value the merged lead will have.
    merge_is_kept = "resta", "stays";
    /// A value the merged lead will not have.
    merge_is_noted = "solo nella nota", "in the note only";
    /// A value that is not there.
    merge_nothing = "vuoto", "empty";
    /// Label of the first contact.
    merge_first_contact = "Arrivato", "Arrived";
    merge_note_hint = "I valori che non restano finiscono in una nota nella cronologia. Chi scrive dalla vecchia e-mail arriva comunque a questa scheda.", "Values that are not kept go into a note in the history. Whoever writes from the old e-mail still reaches this card.";
    merge_do = "Unisci", "Merge";
    merge_other = "Scegli un altro lead", "Choose another lead";
    merge_swap = "Tieni invece l’altro", "Keep the other one instead";
    merge_undo = "Annulla l’unione", "Undo the merge";
    merge_undo_do = "Separa i due lead", "Separate the two leads";
    merge_undo_hint = "I due lead tornano com’erano, ognuno con le sue attività e i suoi invii.", "Both leads go back to what they were, each with its own activities and submissions.";
    /// Label of the merges of a lead.
    merge_with = "Unito con", "Merged with";
    merge_done = "Lead uniti: ora è uno solo.", "Merged: now it is one lead.";
    /// After a merge was undone; said on the card of the lead that came back.
    merge_undone = "Lead separati: questo è tornato com’era.", "Separated: this lead is back as it was.";
    /// After a merge was undone: the way to the lead that stayed.
    merge_undone_other = "Apri l’altro lead", "Open the other lead";
}

impl I18n {
    /// Why two leads look like the same person.
    pub fn merge_similarity(self, similarity: Similarity) -> &'static str {
        match similarity {
            Similarity::Phone => self.merge_same_phone(),
            Similarity::Name => self.merge_same_name(),
            Similarity::Company => self.merge_same_company(),
        }
    }

    /// The title of a merge: `Unisci A. Verdi e Anna Verdi`.
    pub fn merge_title(self, primary: &str, duplicate: &str) -> String {
        match self.0 {
            It => format!("Unisci {duplicate} e {primary}"),
            En => format!("Merge {duplicate} into {primary}"),
        }
    }

    /// How many activities the merge moves.
    pub fn merge_activities(self, count: i64) -> String {
        match (self.0, count) {
            (It, 0) => "Non aggiunge attività.".to_owned(),
            (It, 1) => "Aggiunge 1 attività.".to_owned(),
            (It, _) => format!("Aggiunge {count} attività."),
            (En, 0) => "It adds no activities.".to_owned(),
            (En, 1) => "It adds 1 activity.".to_owned(),
            (En, _) => format!("It adds {count} activities."),
        }
    }

    /// The question whether to undo a merge.
    pub fn merge_undo_question(self, duplicate: &str) -> String {
        match self.0 {
            It => format!("Annullare l’unione con {duplicate}?"),
            En => format!("Undo the merge with {duplicate}?"),
        }
    }
}
