//! The content of a portal as it is kept in memory, with the page that shows it.

use std::any::Any;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use domain::conversation::change_request;
use domain::portal::Portal;
use domain::{Author, MessagePage, Timestamp};

use crate::ClientScope;
use crate::conversation::recent_comments::{RecentComments, text_bytes};
use crate::db::cache_versions::MessagesVersion;

/// The content for one person: it also depends on their record. Valid for the request that has got it.
pub struct CachedPortal {
    scope: ClientScope,
    version: MessagesVersion,
    portal: Portal,
    /// No comment of the client is newer that is not in the content.
    newest: Option<Timestamp>,
    /// How long it is as JSON without its messages.
    rest: u64,
    page: Mutex<RenderedPage>,
}

/// A page as the door that renders it keeps it.
#[derive(Clone, Default)]
enum RenderedPage {
    #[default]
    None,
    /// Of this content.
    Current(Arc<dyn Any + Send + Sync>),
    /// Of the content without the newest messages of the client.
    BeforeMessages(Arc<dyn Any + Send + Sync>),
}

/// What a page and its rows weigh beside its content as JSON, which is in the page, too: some four times as much.
const WITH_PAGE: u64 = 5;

/// How long a message is as JSON, besides its texts.
const MESSAGE: u64 = 256;

impl CachedPortal {
    /// `version` is from before the content was read.
    pub(super) fn new(scope: ClientScope, version: MessagesVersion, portal: Portal) -> Self {
        let mut count = Count(0);
        // What cannot be written is too heavy to be kept.
        let bytes = serde_json::to_writer(&mut count, &portal).map_or(u32::MAX.into(), |()| count.0);
        let rest = bytes.saturating_sub(messages_bytes(&portal));
        Self { scope, version, newest: portal.cursor, portal, rest, page: Mutex::default() }
    }

    /// Whether it is for this person, as they are now.
    pub(super) fn is_for(&self, scope: &ClientScope) -> bool {
        self.scope.person() == scope.person()
    }

    /// Whether it has the messages of this version.
    pub(super) fn has_messages(&self, version: MessagesVersion) -> bool {
        self.version == version
    }

    /// The content with what the client has written since, if that is known. A message of the agency also changes what is
    /// counted, and one that reads as a request for changes what is shown of a deliverable.
    pub(super) fn with_messages(&self, recent: &RecentComments, version: MessagesVersion) -> Option<Self> {
        let (mut portal, mut newest) = (self.portal.clone(), self.newest);
        for comment in recent.since(self.newest)? {
            if comment.author == Author::Admin {
                return None;
            }
            newest = newest.max(Some(comment.created_at));
            // One of another project is not shown.
            let Some(channel) = portal.channels.iter_mut().find(|one| one.key == comment.channel_key) else { continue };
            let text = comment.text.as_str();
            if channel.deliverables.iter().any(|one| change_request::parse(text, &one.title).is_some()) {
                return None;
            }
            channel.messages.push(comment.clone());
            let page = MessagePage::newest_of(std::mem::take(&mut channel.messages));
            channel.messages = page.messages;
            channel.has_older |= page.has_older;
            portal.cursor = portal.cursor.max(Some(comment.created_at));
        }
        let page = match self.rendered_page() {
            RenderedPage::Current(page) | RenderedPage::BeforeMessages(page) => RenderedPage::BeforeMessages(page),
            RenderedPage::None => RenderedPage::None,
        };
        Some(Self { scope: self.scope.clone(), version, portal, newest, rest: self.rest, page: Mutex::new(page) })
    }

    /// The content, for a page at `now`.
    pub fn portal_at(&self, now: Timestamp) -> Portal {
        Portal { now, ..self.portal.clone() }
    }

    /// The page that was rendered from this content last, for the door that renders it.
    pub fn page<P: Any + Send + Sync>(&self) -> Option<Arc<P>> {
        match self.rendered_page() {
            RenderedPage::Current(page) => page.downcast().ok(),
            _ => None,
        }
    }

    /// A page that shows less of the conversation, and all else as it is.
    pub fn page_before_messages<P: Any + Send + Sync>(&self) -> Option<Arc<P>> {
        match self.rendered_page() {
            RenderedPage::BeforeMessages(page) => page.downcast().ok(),
            _ => None,
        }
    }

    /// Keeps the page as long as the content.
    pub fn cache_page(&self, page: impl Any + Send + Sync) {
        *self.page.lock().unwrap_or_else(PoisonError::into_inner) = RenderedPage::Current(Arc::new(page));
    }

    fn rendered_page(&self) -> RenderedPage {
        self.page.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How long it is about as JSON, with a page.
    pub(crate) fn bytes(&self) -> u64 {
        WITH_PAGE * (self.rest + messages_bytes(&self.portal))
    }
}

/// How long the messages are about as JSON.
fn messages_bytes(portal: &Portal) -> u64 {
    let messages = portal.channels.iter().flat_map(|channel| &channel.messages);
    messages.map(|message| MESSAGE + text_bytes(message) as u64).sum()
}

struct Count(u64);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
