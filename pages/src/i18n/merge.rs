//! The texts of merging leads and undoing a merge.

use app::phrases;
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
    merge_title(primary: &str, duplicate: &str) = "Unisci {duplicate} e {primary}", "Merge {duplicate} into {primary}";
    merge_undo_question(duplicate: &str) = "Annullare l’unione con {duplicate}?", "Undo the merge with {duplicate}?";
    merge_activities(count: i64) = "Non aggiunge attività." | "Aggiunge 1 attività." | "Aggiunge {count} attività.", "It adds no activities." | "It adds 1 activity." | "It adds {count} activities.";
}

names! {
    /// Why two leads look like the same person.
    merge_similarity(Similarity) {
        Phone = "stesso telefono", "same telephone";
        Name = "stesso nome", "same name";
        Company = "stessa azienda", "same company";
    }
}
