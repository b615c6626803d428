//! The texts of merging leads and undoing a merge.

use app::phrases;
use domain::Language::{En, It};
use domain::leads::merge::Similarity;

use super::I18n;

phrases! { MERGE:
    merge_open = "Unisci…", "Merge…";
    merge_heading = "Unisci due lead", "Merge two leads";
    merge_hint = "È la stessa persona, arrivata due volte? Scegli l’altra scheda: attività e arrivi passano a questa, e non si perde niente. Finché non cambia nulla, puoi tornare indietro.", "The same person, come twice? Choose the other card: its activities and arrivals move to this one, and nothing is lost. As long as nothing changes, you can go back.";
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
    merge_nothing = "niente", "nothing";
    /// Label of the first contact.
    merge_first_contact = "Arrivato", "Arrived";
    merge_note_hint = "Quello che non resta come campo finisce in una nota nella storia. Chi scrive dalla vecchia e-mail ritrova questa scheda.", "What does not stay as a field goes into a note in the history. Whoever writes from the old e-mail finds this card.";
    merge_do = "Unisci", "Merge";
    merge_other = "Scegli un altro lead", "Choose another lead";
    merge_swap = "Tieni invece l’altro", "Keep the other one instead";
    merge_undo = "Annulla l’unione", "Undo the merge";
    merge_undo_do = "Separa i due lead", "Separate the two leads";
    merge_undo_hint = "I due lead tornano com’erano, ognuno con le sue attività e i suoi arrivi.", "Both leads go back to what they were, each with its own activities and arrivals.";
    /// Label of the merges of a lead.
    merge_with = "Unito con", "Merged with";
    merge_done = "Uniti: adesso è un lead solo.", "Merged: now it is one lead.";
    /// After a merge was undone; said on the card of the lead that came back.
    merge_undone = "Separati: questo lead è tornato com’era.", "Separated: this lead is back as it was.";
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
            (It, 0) => "Nessuna attività da portare con sé.".to_owned(),
            (It, 1) => "Porta con sé 1 attività.".to_owned(),
            (It, _) => format!("Porta con sé {count} attività."),
            (En, 0) => "It brings no activities.".to_owned(),
            (En, 1) => "It brings 1 activity.".to_owned(),
            (En, _) => format!("It brings {count} activities."),
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
