//! The newest comments of a client, kept in memory. After a message only that message is read, for everybody of the
//! client who polls or looks at a portal.

use std::sync::Arc;

use domain::id::{ClientId, ProjectId};
use domain::{Comment, ShownFile, Timestamp};
use sqlx::any::AnyRow;

use crate::conversation::channels::BEFORE_ALL;
use crate::conversation::member_names;
use crate::db::cache_versions::MessagesVersion;
use crate::db::column::read;
use crate::db::query::FromRow;
use crate::db::rows::{comment_columns, comment_joins};
use crate::{Fault, Result, Store};

/// Most comments that are kept of a client.
const MOST: usize = 8;
/// As many are kept when none is known yet: who polls knows the others.
const MOST_AT_FIRST: usize = 2;

/// Valid under the version of the client, and complete under that of their messages.
pub(crate) struct RecentComments {
    version: MessagesVersion,
    /// `newest` are all comments after it; after nothing, all there are.
    after: Option<Timestamp>,
    /// Oldest first.
    newest: Vec<RecentComment>,
}

#[derive(Clone)]
struct RecentComment {
    /// `None` in General.
    project: Option<ProjectId>,
    comment: Comment,
}

impl RecentComments {
    /// Whether no message has been written since they were read.
    pub(crate) fn are_complete(&self, version: MessagesVersion) -> bool {
        self.version == version
    }

    /// The comments made after `since`, if all of them are kept.
    pub(crate) fn since(&self, since: Option<Timestamp>) -> Option<impl Iterator<Item = &Comment>> {
        Some(self.newer_than(since)?.map(|recent| &recent.comment))
    }

    /// Those of them that the chat of the project shows.
    pub(crate) fn of_project_since(&self, project: &ProjectId, since: Option<Timestamp>) -> Option<Vec<Comment>> {
        let is_shown = |recent: &&RecentComment| recent.project.as_ref().is_none_or(|own| own == project);
        Some(self.newer_than(since)?.filter(is_shown).map(|recent| recent.comment.clone()).collect())
    }

    fn newer_than(&self, since: Option<Timestamp>) -> Option<impl Iterator<Item = &RecentComment>> {
        let is_new = move |recent: &&RecentComment| since.is_none_or(|since| recent.comment.created_at > since);
        (self.after <= since).then(|| self.newest.iter().filter(is_new))
    }

    /// In bytes.
    pub(crate) fn weight(&self) -> u64 {
        let texts: usize = self.newest.iter().map(|recent| text_bytes(&recent.comment)).sum();
        (size_of::<Self>() + MOST * size_of::<RecentComment>() + texts) as u64
    }

    /// With what has been written since, oldest first.
    fn with(known: Option<&Self>, written: Vec<RecentComment>, version: MessagesVersion) -> Self {
        let mut newest = known.map(|known| known.newest.clone()).unwrap_or_default();
        newest.extend(written);
        let most = if known.is_some() { MOST } else { MOST_AT_FIRST };
        let dropped = newest.drain(..newest.len().saturating_sub(most)).next_back();
        let after = dropped.map(|dropped| dropped.comment.created_at);
        Self { version, after: after.or(known.and_then(|known| known.after)), newest }
    }
}

/// What the texts of a comment take: its own, who wrote it, and its files.
pub(crate) fn text_bytes(comment: &Comment) -> usize {
    let file = |file: &ShownFile| {
        size_of::<ShownFile>() + file.id.as_str().len() + file.name.as_str().len() + file.content_type.len()
    };
    let author = comment.author_name.as_deref().map_or(0, str::len);
    comment.text.as_str().len() + author + comment.files.iter().map(file).sum::<usize>()
}

impl FromRow for RecentComment {
    fn from_row(row: &AnyRow) -> Result<Self, Fault> {
        Ok(Self { project: read(row, "project_id")?, comment: Comment::from_row(row)? })
    }
}

impl Store {
    /// The newest comments of the client, without the names of members if the agency hides them.
    pub(crate) async fn recent_comments(&self, client: &ClientId) -> Result<Arc<RecentComments>> {
        let is_current = self.db.is_cache_current().await;
        let versions = self.db.cache_versions();
        let (version, messages) = (versions.version(client), versions.messages_version(client));
        let known = self.caches.recent_comments.get(version, client).filter(|_| is_current);
        if let Some(known) = &known
            && known.are_complete(messages)
        {
            return Ok(known.clone());
        }
        let recent = Arc::new(self.read_recent_comments(client, known.as_deref(), messages).await?);
        self.caches.recent_comments.insert(version, client.clone(), recent.clone());
        Ok(recent)
    }

    async fn read_recent_comments(
        &self,
        client: &ClientId,
        known: Option<&RecentComments>,
        version: MessagesVersion,
    ) -> Result<RecentComments> {
        // A comment committed later has a later `created_at` than all that are known.
        let last = known.and_then(|known| known.newest.last());
        let since = last.map_or(BEFORE_ALL, |last| last.comment.created_at.as_millis());
        // One more shows after what they are all there are.
        let limit = if known.is_some() { MOST } else { MOST_AT_FIRST } + 1;
        let mut written: Vec<RecentComment> =
            self.db.readers().fetch_all(WRITTEN_SINCE, (client, since, limit)).await?;
        written.reverse();
        if !self.agency().await?.shows_member_names {
            member_names::hide(written.iter_mut().map(|recent| &mut recent.comment));
        }
        Ok(RecentComments::with(known, written, version))
    }
}

const WRITTEN_SINCE: &str = concat!(
    "SELECT phase.project_id, ",
    comment_columns!(),
    " FROM comment c LEFT JOIN phase ON phase.id = c.phase_id",
    comment_joins!(),
    "WHERE c.client_id = $1 AND c.created_at > $2 ORDER BY c.created_at DESC, c.id DESC LIMIT $3",
);

#[cfg(test)]
mod tests {
    use domain::{Author, Entity};

    use super::*;

    fn client() -> ClientId {
        ClientId::parse("rossi").expect("an id")
    }

    /// Comments made at these milliseconds.
    fn at(moments: impl IntoIterator<Item = i64>) -> Vec<RecentComment> {
        let comment = |millis: i64| {
            let text = domain::MessageText::parse("ciao").expect("a text");
            let id = domain::id::CommentId::parse(format!("m{millis}")).expect("an id");
            let at = Timestamp::from_millis(millis);
            RecentComment {
                project: None,
                comment: Comment::on(&Entity::General(client()), id, Author::Client, text, at),
            }
        };
        moments.into_iter().map(comment).collect()
    }

    /// The moments of the comments after this one.
    fn since(recent: &RecentComments, since: i64) -> Option<Vec<i64>> {
        let moments = recent.since(Some(Timestamp::from_millis(since)))?;
        Some(moments.map(|comment| comment.created_at.as_millis()).collect())
    }

    #[test]
    fn recent_comments_answer_only_what_they_know_all_of() {
        let version = MessagesVersion::default();
        let first = RecentComments::with(None, at([1, 2, 3]), version);
        assert_eq!(since(&first, 0), None);
        assert_eq!(since(&first, 1), Some(vec![2, 3]));
        assert_eq!(since(&first, 3), Some(vec![]));
        let all = RecentComments::with(None, at([1, 2]), version);
        assert_eq!(all.since(None).map(Iterator::count), Some(2));

        let followed = RecentComments::with(Some(&first), at([4]), version);
        assert_eq!(since(&followed, 1), Some(vec![2, 3, 4]));
        // Nine were asked for and came: what lies between is not known.
        let far = RecentComments::with(Some(&first), at(11..=19), version);
        assert_eq!(since(&far, 10), None);
        assert_eq!(since(&far, 11), Some((12..=19).collect()));
    }
}
