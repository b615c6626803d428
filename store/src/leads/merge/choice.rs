//! Candidates for a merge: similar leads, and search results.

use domain::DomainError;
use domain::Lead;
use domain::id::LeadId;
use domain::leads::LeadFilter;
use domain::leads::merge::{MergeChoice, Similarity};

use crate::db::Tx;
use crate::leads::{list, row};
use crate::search_index::sort_name;
use crate::{Fault, Result, Store};

/// How many leads are compared per similarity, newest contacts first.
const CANDIDATES: usize = 60;
/// How many last digits of a telephone number are searched for; shorter numbers are not compared.
const LAST_DIGITS: usize = 6;

impl Store {
    /// Leads that `lead` might be merged with: similar ones, and those that match `search`, if it is not
    /// empty.
    pub async fn merge_choice(&self, lead: &LeadId, search: &str) -> Result<MergeChoice> {
        let mut tx = self.db.snapshot().await?;
        let primary = row::find(&mut tx, lead).await?.ok_or(DomainError::UnknownRecord)?;
        let likely = likely(&mut tx, &primary).await?;
        let mut found = with_words(&mut tx, &primary, search, MergeChoice::MAX_LEADS + 2).await?;
        tx.commit().await?;
        let has_more = found.len() > MergeChoice::MAX_LEADS;
        found.truncate(MergeChoice::MAX_LEADS);
        Ok(MergeChoice { primary, likely, found, has_more })
    }
}

/// At most `most` leads that match the words, without `primary`; none for empty words.
async fn with_words(tx: &mut Tx, primary: &Lead, words: &str, most: usize) -> Result<Vec<Lead>, Fault> {
    if words.trim().is_empty() {
        return Ok(Vec::new());
    }
    let filter = LeadFilter { search: words.to_owned(), ..LeadFilter::default() };
    let mut found = list::filtered(tx, &filter, None, most).await?;
    found.retain(|lead| lead.id != primary.id);
    Ok(found)
}

/// Similar leads, each once, by its greatest similarity.
async fn likely(tx: &mut Tx, primary: &Lead) -> Result<Vec<(Lead, Similarity)>, Fault> {
    let mut likely: Vec<(Lead, Similarity)> = Vec::new();
    for &similarity in Similarity::ALL {
        let Some(words) = search_words(primary, similarity) else { continue };
        for lead in with_words(tx, primary, &words, CANDIDATES).await? {
            if is_alike(primary, &lead, similarity) && likely.iter().all(|(other, _)| other.id != lead.id) {
                likely.push((lead, similarity));
            }
        }
    }
    likely.truncate(MergeChoice::MAX_LEADS);
    Ok(likely)
}

/// The search words for a similarity.
fn search_words(primary: &Lead, similarity: Similarity) -> Option<String> {
    match similarity {
        Similarity::Phone => {
            let digits = significant_digits(primary.phone.as_deref()?);
            digits.len().checked_sub(LAST_DIGITS).map(|from| digits[from..].to_owned())
        }
        Similarity::Name => Some(primary.name.clone()),
        Similarity::Company => primary.company.clone(),
    }
}

fn is_alike(one: &Lead, other: &Lead, similarity: Similarity) -> bool {
    match similarity {
        Similarity::Phone => {
            let number = |lead: &Lead| significant_digits(lead.phone.as_deref().unwrap_or_default());
            let (one, other) = (number(one), number(other));
            one.len().min(other.len()) >= LAST_DIGITS && (one.ends_with(&other) || other.ends_with(&one))
        }
        Similarity::Name => same_words(&one.name, &other.name),
        Similarity::Company => {
            let company = |lead: &Lead| lead.company.clone().unwrap_or_default();
            same_words(&company(one), &company(other))
        }
    }
}

/// The digits of a telephone number without leading zeros, which a country code replaces.
fn significant_digits(phone: &str) -> String {
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
            assert_eq!(significant_digits(written), digits);
        }
    }

    #[test]
    fn names_compare_as_word_sets() {
        assert!(same_words("Rossi, Anna", "anna ROSSI") && same_words("Élan S.r.l.", "elan s r l"));
        assert!(!same_words("Anna Rossi", "Anna") && !same_words("Anna", "Annalisa"));
    }
}
