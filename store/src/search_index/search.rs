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

    /// Selects the ids of records of `index` that have each word, at most `most` rows with repetitions. Begins with the
    /// longest word, which the fewest records have. The placeholders are those of [`Self::condition`] from `$1` on.
    pub(crate) fn ids(&self, index: Index, most: i64) -> String {
        let (table, id) = (index.table(), index.column());
        let range = |alias: &str, word: usize| {
            format!("{alias}.word >= ${} AND {alias}.word < ${}", 2 * word + 1, 2 * word + 2)
        };
        let Some(longest) = (0..self.words.len()).max_by_key(|word| self.words[*word].len()) else {
            return format!("SELECT {id} AS id FROM {table} WHERE 1 = 0");
        };
        let also = |word: usize| {
            format!(
                " AND EXISTS (SELECT 1 FROM {table} AS also WHERE also.{id} = first.{id} AND {})",
                range("also", word)
            )
        };
        let others: String = (0..self.words.len()).filter(|word| *word != longest).map(also).collect();
        format!("SELECT first.{id} AS id FROM {table} AS first WHERE {}{others} LIMIT {most}", range("first", longest))
    }

    /// The words, folded.
    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }

    /// Whether every word is the prefix of a word of `text`.
    pub(crate) fn matches(&self, text: &str) -> bool {
        let folded = fold::folded(text);
        self.words.iter().all(|prefix| fold::has_word_with_prefix(&folded, prefix))
    }

    /// The byte offset of the first piece of `text` with a word that one of the words is a prefix of.
    pub(crate) fn match_offset(&self, text: &str) -> Option<usize> {
        let mut from = 0;
        for piece in text.split_inclusive(char::is_whitespace) {
            let folded = fold::folded(piece);
            if self.words.iter().any(|prefix| fold::has_word_with_prefix(&folded, prefix)) {
                return Some(from);
            }
            from += piece.len();
        }
        // A number may have spaces between its groups.
        let is_match = |number: &str| self.words.iter().any(|prefix| fold::has_word_with_prefix(number, prefix));
        fold::numbers(text).find(|(_, number)| is_match(number)).map(|(at, _)| at)
    }

    /// `text` in pieces, each with whether it is the beginning of a word that one of the words is.
    pub(crate) fn marked<'a>(&self, text: &'a str) -> Vec<(&'a str, bool)> {
        let mut pieces = Vec::new();
        let (mut plain, mut from) = (0, 0);
        for piece in text.split_inclusive(|letter: char| !letter.is_alphanumeric()) {
            let folded = fold::folded(piece);
            let longest = self.words.iter().filter(|word| folded.starts_with(word.as_str())).map(String::len).max();
            if let Some(length) = longest {
                let ends = piece.char_indices().map(|(at, letter)| at + letter.len_utf8());
                let end = ends.into_iter().find(|end| fold::folded(&piece[..*end]).len() >= length);
                let end = from + end.unwrap_or(piece.len());
                pieces.extend([(&text[plain..from], false), (&text[from..end], true)]);
                plain = end;
            }
            from += piece.len();
        }
        pieces.push((&text[plain..], false));
        pieces.retain(|(piece, _)| !piece.is_empty());
        pieces
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
    fn grouped_number_is_found_in_text() {
        let offset = |typed: &str, text: &str| Search::parse(typed).expect("a number").match_offset(text);
        for typed in ["051 555 0148", "555 0148", "0515550148", "39051"] {
            assert_eq!(offset(typed, "È il +39 051 555 0148 (Anna)"), Some(7), "{typed}");
        }
        assert_eq!(offset("12 500", "Anno 2026: restano 12.500 euro"), Some(19));
        assert_eq!(offset("12 501", "Anno 2026: restano 12.500 euro"), None);
    }

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
        let number = Search::parse("333 12345").expect("a number");
        assert!(number.matches("Il numero: 333 1234567.") && !number.matches("333, poi 12345"));
    }

    #[test]
    fn matched_beginnings_are_marked() {
        let marked = |q: &str, text: &'static str| Search::parse(q).expect("words").marked(text);
        assert_eq!(marked("etich", "L’Etichetta"), [("L’", false), ("Etich", true), ("etta", false)]);
        assert_eq!(marked("perche no", "Perché? No."), [("Perché", true), ("? ", false), ("No", true), (".", false)]);
        assert_eq!(marked("strass", "Straße"), [("Straß", true), ("e", false)]);
        assert_eq!(marked("etta", "Etichetta"), [("Etichetta", false)]);
    }

    #[test]
    fn ids_begin_with_longest_word() {
        let search = Search::parse("un logo").expect("words");
        assert_eq!(
            search.ids(Index::Task, 9),
            "SELECT first.task_id AS id FROM task_word AS first WHERE first.word >= $3 AND first.word < $4 \
             AND EXISTS (SELECT 1 FROM task_word AS also WHERE also.task_id = first.task_id \
             AND also.word >= $1 AND also.word < $2) LIMIT 9"
        );
    }

    #[test]
    fn empty_search_is_none_and_words_are_capped() {
        assert_eq!(Search::parse(" \t "), None);
        assert_eq!(Search::parse(&"a ".repeat(100)).expect("words").words().len(), 8);
        let nothing = Search::parse("&").expect("a search");
        assert_eq!(nothing.condition(&[(Index::Lead, "lead.id")], 1), "1 = 0");
    }
}
