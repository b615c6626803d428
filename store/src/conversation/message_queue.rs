//! Messages of clients that wait to be written at the same moment share a transaction, and its statements
//! ([`super::message_set`]).
//!
//! Who finds nobody writing for their queue starts a task that writes whatever waits, until nothing does. On SQLite there
//! is one queue, as there is one writer. On PostgreSQL each client has one: their messages wait for the row of the client anyway.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::id::{ClientId, CommentId};
use domain::{Channel, Comment, MessageText};
use tokio::sync::oneshot;

use crate::db::Tx;
use crate::db::cache_versions::Change;
use crate::{ClientScope, Error, Fault, Result, Store};

/// Of one transaction.
const MAX_MESSAGES: usize = 64;

/// A text of a client, without files and without a place.
pub(super) struct NewMessage {
    pub(super) scope: ClientScope,
    pub(super) channel: Channel,
    pub(super) text: MessageText,
    pub(super) key: Option<CommentId>,
}

struct QueuedMessage {
    message: NewMessage,
    answer: oneshot::Sender<Result<Comment>>,
}

/// `None` for the one of SQLite.
type QueueKey = Option<ClientId>;

/// The queues for which somebody writes.
#[derive(Default)]
pub(crate) struct MessageQueues(Mutex<HashMap<QueueKey, Vec<QueuedMessage>>>);

impl MessageQueues {
    fn lock(&self) -> MutexGuard<'_, HashMap<QueueKey, Vec<QueuedMessage>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether nobody writes for the queue yet.
    fn add(&self, key: &QueueKey, waiting: QueuedMessage) -> bool {
        match self.lock().entry(key.clone()) {
            Entry::Occupied(mut queue) => {
                queue.get_mut().push(waiting);
                false
            }
            Entry::Vacant(queue) => {
                queue.insert(vec![waiting]);
                true
            }
        }
    }
}

/// Who writes for a queue. When the task ends early, nobody waits in vain.
struct QueueWriter<'a> {
    queues: &'a MessageQueues,
    key: QueueKey,
    has_ended: bool,
}

impl QueueWriter<'_> {
    /// Whether somebody waits; if not, it has ended.
    fn has_messages(&mut self) -> bool {
        let mut queues = self.queues.lock();
        self.has_ended = queues.get(&self.key).is_none_or(Vec::is_empty);
        if self.has_ended {
            queues.remove(&self.key);
        }
        !self.has_ended
    }

    /// Those who wait, up to `limit`, the first ones first.
    fn take(&self, limit: usize) -> Vec<QueuedMessage> {
        let mut queues = self.queues.lock();
        let Some(queue) = queues.get_mut(&self.key) else { return Vec::new() };
        queue.drain(..limit.min(queue.len())).collect()
    }

    /// Refuses all who wait: what one has waited for in vain is not there for the others.
    fn refuse(&self, fault: &Fault) {
        answer_all(self.take(usize::MAX), fault);
    }
}

impl Drop for QueueWriter<'_> {
    fn drop(&mut self) {
        if !self.has_ended {
            self.queues.lock().remove(&self.key);
        }
    }
}

fn answer_all(group: Vec<QueuedMessage>, fault: &Fault) {
    answer_each(group, std::iter::repeat_with(|| Err(fault.duplicate().into())));
}

fn answer_each(group: Vec<QueuedMessage>, answers: impl IntoIterator<Item = Result<Comment>>) {
    for (one, answer) in group.into_iter().zip(answers) {
        // An error means that the request was dropped.
        drop(one.answer.send(answer));
    }
}

impl Store {
    /// Writes the message with others that wait.
    pub(super) async fn write_queued(&self, message: NewMessage) -> Result<Comment> {
        let (answer, answered) = oneshot::channel();
        let key = if self.db.has_one_writer() { None } else { Some(message.scope.id().clone()) };
        if self.message_queues.add(&key, QueuedMessage { message, answer }) {
            let store = self.clone();
            tokio::spawn(async move {
                let mut writer = QueueWriter { queues: &store.message_queues, key, has_ended: false };
                while writer.has_messages() {
                    store.write_group(&writer).await;
                }
            });
        }
        answered.await.unwrap_or_else(|_| Err(Fault::because("a message was not written").into()))
    }

    /// Writes those who wait when the transaction has begun.
    async fn write_group(&self, writer: &QueueWriter<'_>) {
        let mut tx = match self.db.write_shared(Change::Unseen).await {
            Ok(tx) => tx,
            Err(fault) => return writer.refuse(&fault),
        };
        let group = writer.take(MAX_MESSAGES);
        // On PostgreSQL a set takes one statement more.
        if let [one] = group.as_slice()
            && !self.db.has_one_writer()
        {
            let written = self.write_alone(tx, &one.message).await;
            if let Err(Error::Fault(fault)) = &written
                && fault.is_busy()
            {
                writer.refuse(fault);
            }
            return answer_each(group, [written]);
        }
        let messages: Vec<_> = group.iter().map(|one| &one.message).collect();
        match self.write_set(&mut tx, &messages).await {
            Ok(Some(comments)) => {
                for message in messages {
                    tx.add_change(Change::Message(message.scope.id().clone()));
                }
                match tx.commit().await {
                    Ok(()) => answer_each(group, comments.into_iter().map(Ok)),
                    // It may have been written: nobody tries again.
                    Err(fault) => answer_all(group, &fault),
                }
            }
            Err(fault) if fault.is_busy() => {
                answer_all(group, &fault);
                writer.refuse(&fault);
            }
            // One of them is refused, or cannot be written.
            Ok(None) | Err(_) => match tx.rollback().await {
                Ok(()) => self.write_each_alone(group).await,
                Err(fault) => answer_all(group, &fault),
            },
        }
    }

    async fn write_each_alone(&self, group: Vec<QueuedMessage>) {
        for one in group {
            let written = match self.db.write_shared(Change::Unseen).await {
                Ok(tx) => self.write_alone(tx, &one.message).await,
                Err(fault) => Err(fault.into()),
            };
            answer_each(vec![one], [written]);
        }
    }

    async fn write_alone(&self, mut tx: Tx, message: &NewMessage) -> Result<Comment> {
        let NewMessage { scope, channel, text, key } = message;
        tx.add_change(Change::Message(scope.id().clone()));
        self.write_and_commit(tx, scope, channel, text.into(), key.clone()).await
    }
}
