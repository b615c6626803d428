//! A search query and its SQL conditions.

use super::{Index, fold};
use crate::db::column::Cell;

/// A parsed query: every word must be the prefix of a word of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Search {
    words: Vec<String>,
}

impl Search {
    /// The most words that are used.
    const MAX_WORDS: usize = 8;

    /// `None` for an empty query. One without a letter or digit matches nothing.
    pub(crate) fn parse(typed: &str) -> Option<Self> {
        if typed.trim().is_empty() {
            return None;
        }
        let mut words = fold::query_words(typed);
        words.truncate(Self::MAX_WORDS);
        Some(Self { words })
    }

    /// The condition that each word is in one of `indexes`, each given with the column that holds the record
    /// id. Its placeholders begin at `$first`; [`Self::bind`] binds them.
    pub(crate) fn condition(&self, indexes: &[(Index, &str)], first: usize) -> String {
        if self.words.is_empty() {
            return "1 = 0".to_owned();
        }
        let word = |number: usize| {
            let (from, to) = (first + 2 * number, first + 2 * number + 1);
            let index_condition = |(index, column): &(Index, &str)| {
                let (table, id) = (index.table(), index.column());
                format!("{column} IN (SELECT {id} FROM {table} WHERE word >= ${from} AND word < ${to})")
            };
            format!("({})", indexes.iter().map(index_condition).collect::<Vec<_>>().join(" OR "))
        };
        (0..self.words.len()).map(word).collect::<Vec<_>>().join(" AND ")
    }

    /// The condition that for each word `column` is among the ids of `sources`: SELECTs that end before the
    /// condition on the word. Builds one list of ids, where [`Self::condition`] would test each row against
    /// each index. The placeholders are the same.
    pub(crate) fn among(&self, column: &str, sources: &[&str], first: usize) -> String {
        if self.words.is_empty() {
            return "1 = 0".to_owned();
        }
        let word = |number: usize| {
            let (from, to) = (first + 2 * number, first + 2 * number + 1);
            let select = |source: &&str| format!("{source} word >= ${from} AND word < ${to}");
            format!("{column} IN ({})", sources.iter().map(select).collect::<Vec<_>>().join(" UNION ALL "))
        };
        (0..self.words.len()).map(word).collect::<Vec<_>>().join(" AND ")
    }

    /// The words, folded.
    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }

    /// Whether every word is the prefix of a word of `text`.
    pub(crate) fn matches(&self, text: &str) -> bool {
        let words = fold::words(text);
        self.words.iter().all(|prefix| words.iter().any(|word| word.starts_with(prefix)))
    }

    /// The byte offset of the first piece of `text` with a word that one of the words is a prefix of.
    pub(crate) fn match_offset(&self, text: &str) -> Option<usize> {
        let mut from = 0;
        for piece in text.split_inclusive(char::is_whitespace) {
            let words = fold::words(piece);
            if self.words.iter().any(|prefix| words.iter().any(|word| word.starts_with(prefix))) {
                return Some(from);
            }
            from += piece.len();
        }
        None
    }

    /// The values of the placeholders of [`Self::condition`].
    pub(crate) fn values(&self) -> Vec<Cell> {
        let range = |word: &String| {
            // 0xff does not occur in UTF-8: every word with this prefix is less.
            let end = [word.as_bytes(), &[0xff]].concat();
            [Cell::Bytes(word.clone().into_bytes()), Cell::Bytes(end)]
        };
        self.words.iter().flat_map(range).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn among_unions_sources_per_word() {
        let search = Search::parse("Sito Rossi").expect("words");
        let sources = ["SELECT a FROM b WHERE", "SELECT c FROM d WHERE"];
        assert_eq!(
            search.among("x.id", &sources, 3),
            "x.id IN (SELECT a FROM b WHERE word >= $3 AND word < $4 UNION ALL \
             SELECT c FROM d WHERE word >= $3 AND word < $4) AND \
             x.id IN (SELECT a FROM b WHERE word >= $5 AND word < $6 UNION ALL \
             SELECT c FROM d WHERE word >= $5 AND word < $6)"
        );
        assert_eq!(Search::parse("!").expect("words").among("x.id", &sources, 1), "1 = 0");
    }

    #[test]
    fn condition_requires_every_word() {
        let search = Search::parse(" Rossi  preventivo ").expect("words");
        assert_eq!(
            search.condition(&[(Index::Client, "client.id"), (Index::Thread, "client.id")], 3),
            "(client.id IN (SELECT client_id FROM client_word WHERE word >= $3 AND word < $4) OR \
             client.id IN (SELECT client_id FROM thread_word WHERE word >= $3 AND word < $4)) AND \
             (client.id IN (SELECT client_id FROM client_word WHERE word >= $5 AND word < $6) OR \
             client.id IN (SELECT client_id FROM thread_word WHERE word >= $5 AND word < $6))"
        );
    }

    #[test]
    fn match_is_by_word_prefix() {
        let search = Search::parse("perche pag").expect("words");
        assert!(search.matches("Perché non pagare?") && !search.matches("Perché no?"));
        assert_eq!(search.match_offset("Dì, «Perché» no?"), Some("Dì, ".len()));
        assert_eq!(search.match_offset("Campagna"), None);
    }

    #[test]
    fn empty_search_is_none_and_words_are_capped() {
        assert_eq!(Search::parse(" \t "), None);
        assert_eq!(Search::parse(&"a ".repeat(100)).expect("words").words().len(), 8);
        let nothing = Search::parse("&").expect("a search");
        assert_eq!(nothing.condition(&[(Index::Lead, "lead.id")], 1), "1 = 0");
    }
}
