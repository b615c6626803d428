//! The other lead: those that look like the same person, and those somebody searches for.

use domain::DomainError;
use domain::Lead;
use domain::id::LeadId;
use domain::leads::LeadFilter;
use domain::leads::merge::{Likeness, MergeChoice};

use crate::db::Tx;
use crate::leads::{list, row};
use crate::search_index::sort_name;
use crate::{Fault, Result, Store};

/// How many leads are looked at for each likeness, the newest contacts first.
const LOOKED_AT: usize = 60;
/// How many of the last digits of a telephone number are searched for; fewer are no number.
const TAIL: usize = 6;

impl Store {
    /// Leads that `lead` might be merged with: those that look alike, and those that have the words of
    /// `search`, if there are any.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], or a fault.
    pub async fn merge_choice(&self, lead: &str, search: &str) -> Result<MergeChoice> {
        let id = LeadId::parse(lead).map_err(|_| DomainError::UnknownRecord)?;
        let mut tx = self.db.snapshot().await?;
        let kept = row::find(&mut tx, id.as_str()).await?.ok_or(DomainError::UnknownRecord)?;
        let likely = likely(&mut tx, &kept).await?;
        let mut found = with_words(&mut tx, &kept, search, MergeChoice::MOST + 2).await?;
        tx.commit().await?;
        let has_more = found.len() > MergeChoice::MOST;
        found.truncate(MergeChoice::MOST);
        Ok(MergeChoice { kept, likely, found, has_more })
    }
}

/// At most `most` leads that have the words, without `kept` itself; none when nothing is searched for.
async fn with_words(tx: &mut Tx, kept: &Lead, words: &str, most: usize) -> Result<Vec<Lead>, Fault> {
    if words.trim().is_empty() {
        return Ok(Vec::new());
    }
    let filter = LeadFilter { search: words.to_owned(), ..LeadFilter::default() };
    let mut found = list::narrowed(tx, &filter, None, most).await?;
    found.retain(|lead| lead.id != kept.id);
    Ok(found)
}

/// Those that look like the same person, each once, by its greatest likeness.
async fn likely(tx: &mut Tx, kept: &Lead) -> Result<Vec<(Lead, Likeness)>, Fault> {
    let mut likely: Vec<(Lead, Likeness)> = Vec::new();
    for &likeness in Likeness::ALL {
        let Some(words) = clue(kept, likeness) else { continue };
        for lead in with_words(tx, kept, &words, LOOKED_AT).await? {
            if is_alike(kept, &lead, likeness) && likely.iter().all(|(other, _)| other.id != lead.id) {
                likely.push((lead, likeness));
            }
        }
    }
    likely.truncate(MergeChoice::MOST);
    Ok(likely)
}

/// What to search for.
fn clue(kept: &Lead, likeness: Likeness) -> Option<String> {
    match likeness {
        Likeness::Phone => {
            let digits = significant(kept.phone.as_deref()?);
            digits.len().checked_sub(TAIL).map(|from| digits[from..].to_owned())
        }
        Likeness::Name => Some(kept.name.clone()),
        Likeness::Company => kept.company.clone(),
    }
}

fn is_alike(one: &Lead, other: &Lead, likeness: Likeness) -> bool {
    match likeness {
        Likeness::Phone => {
            let number = |lead: &Lead| significant(lead.phone.as_deref().unwrap_or_default());
            let (one, other) = (number(one), number(other));
            one.len().min(other.len()) >= TAIL && (one.ends_with(&other) || other.ends_with(&one))
        }
        Likeness::Name => same_words(&one.name, &other.name),
        Likeness::Company => {
            let company = |lead: &Lead| lead.company.clone().unwrap_or_default();
            same_words(&company(one), &company(other))
        }
    }
}

/// The digits of a telephone number, without zeros before it: a prefix takes their place.
fn significant(phone: &str) -> String {
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    digits.trim_start_matches('0').to_owned()
}

/// `Rossi Anna` and `anna rossi`.
fn same_words(one: &str, other: &str) -> bool {
    let words = |text: &str| {
        let folded = sort_name(text);
        let mut words: Vec<String> = folded.split_whitespace().map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    words(one) == words(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn significant_digits_drop_leading_zeros() {
        for (written, digits) in [("+39 (333) 12-34 56", "39333123456"), ("0171 123", "171123"), ("-", "")] {
            assert_eq!(significant(written), digits);
        }
    }

    #[test]
    fn names_compare_as_word_sets() {
        assert!(same_words("Rossi, Anna", "anna ROSSI") && same_words("Élan S.r.l.", "elan s r l"));
        assert!(!same_words("Anna Rossi", "Anna") && !same_words("Anna", "Annalisa"));
    }
}
