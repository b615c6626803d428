//! What both forms of an e-mail say.

use domain::line::one_line;
use domain::notifications::{LinkTarget, Notification, NotificationEvent as Event, Recipient};

use crate::i18n::I18n;
use crate::notification_kinds::Block;

pub(super) struct Content {
    pub(super) agency: String,
    pub(super) heading: String,
    pub(super) topic_name: Option<String>,
    pub(super) blocks: Vec<Block>,
    pub(super) button: &'static str,
    pub(super) link: String,
    pub(super) footer: Vec<String>,
}

impl Content {
    pub(super) fn of(notification: &Notification, base_url: &str) -> Self {
        let i18n = I18n::of(notification);
        let agency = one_line(notification.agency.name_or_default());
        let footer = match notification.recipient {
            Recipient::Admin => vec![i18n.mail_admin_settings().to_owned()],
            Recipient::Client(_) => vec![i18n.mail_why(&agency), i18n.mail_client_settings().to_owned()],
        };
        let heading = super::subject(notification);
        Self {
            topic_name: notification.topic_name.as_deref().map(one_line),
            blocks: blocks(notification, &heading, i18n),
            button: button(notification, i18n),
            link: format!("{base_url}{}", notification.target.path()),
            heading,
            footer,
            agency,
        }
    }
}

/// A block for each event. What the heading says is not repeated, and messages without texts need one block, not
/// one each.
fn blocks(notification: &Notification, heading: &str, i18n: I18n) -> Vec<Block> {
    let events = &notification.events;
    if let [event @ (Event::Summary(_) | Event::Leads { .. })] = &events[..] {
        return i18n.words(event, notification).blocks;
    }
    let is_message = |event: &Event| matches!(event, Event::Message { .. });
    let is_mixed = !events.iter().all(|event| is_message(event) || matches!(event, Event::Unlisted { .. }));
    let mut blocks: Vec<Block> = Vec::new();
    let mut has_hidden = false;
    for event in events {
        let listed = i18n.words(event, notification).blocks;
        for mut block in listed.into_iter().chain(unlisted(event, notification.with_texts, i18n)) {
            if events.len() == 1 || !is_mixed || is_heading(&block, heading) {
                (block.label, block.title) = (None, None);
            }
            if block.quote.is_some() && !notification.with_texts {
                block.quote = None;
                if is_message(event) && has_hidden {
                    continue;
                }
                has_hidden = has_hidden || is_message(event);
                block.hint = Some(
                    match notification.recipient {
                        Recipient::Admin => i18n.mail_text_in_atrio(),
                        Recipient::Client(_) => i18n.mail_text_in_portal(),
                    }
                    .to_owned(),
                );
            }
            blocks.push(block);
        }
    }
    blocks.retain(|block| *block != Block::default());
    blocks
}

/// `Da approvare: Scheda del vino` is label and title.
fn is_heading(block: &Block, heading: &str) -> bool {
    match (&block.label, &block.title) {
        (Some(label), Some(title)) => heading == format!("{label}: {title}"),
        _ => false,
    }
}

/// How many more there are. Messages without texts are not listed one by one, so none of them is unlisted.
fn unlisted(event: &Event, with_texts: bool, i18n: I18n) -> Option<Block> {
    let Event::Unlisted { messages, deliverables } = *event else { return None };
    let messages = (messages > 0 && with_texts).then(|| i18n.mail_more_messages(messages));
    let deliverables = (deliverables > 0).then(|| i18n.mail_more_deliverables(deliverables));
    let counts: Vec<String> = messages.into_iter().chain(deliverables).collect();
    let hint = (!counts.is_empty()).then(|| format!("{}.", counts.join(" ")))?;
    Some(Block { hint: Some(hint), ..Block::default() })
}

fn button(notification: &Notification, i18n: I18n) -> &'static str {
    let is_review = |event: &Event| matches!(event, Event::ToApprove { .. } | Event::Reminder { .. });
    match &notification.target {
        LinkTarget::Portal { .. } if notification.events.iter().any(is_review) => i18n.mail_review(),
        LinkTarget::Portal { channel: Some(_), .. } | LinkTarget::Thread { .. } => i18n.mail_open_conversation(),
        LinkTarget::Portal { .. } => i18n.mail_open_portal(),
        LinkTarget::Client(_) => i18n.mail_open_client(),
        LinkTarget::Lead(_) => i18n.mail_open_lead(),
        LinkTarget::NewLeads(_) => i18n.mail_open_leads(),
        LinkTarget::Source(_) => i18n.mail_open_source(),
        LinkTarget::Today => i18n.mail_open_today(),
    }
}
