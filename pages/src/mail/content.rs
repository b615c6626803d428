//! What both forms of an e-mail say.

use domain::MemberKey;
use domain::line::one_line;
use domain::notifications::{LinkTarget, Notification, NotificationEvent as Event, Recipient};

use crate::i18n::I18n;
use crate::notification_kinds::{Block, clean};

pub(super) struct Content {
    pub(super) agency: String,
    pub(super) heading: String,
    /// The project and the phase, or the source.
    pub(super) place: Option<String>,
    pub(super) blocks: Vec<Block>,
    /// A button and its address; none in the e-mail with a code, which is typed where it was asked for.
    pub(super) button: Option<(&'static str, String)>,
    /// Why they get it, and what becomes of a reply.
    pub(super) note: Option<String>,
    /// To choose one's e-mails, and to stop them.
    pub(super) choices: Vec<(&'static str, String)>,
}

impl Content {
    pub(super) fn of(notification: &Notification, base_url: &str, stop: &str) -> Self {
        let i18n = I18n::of(notification);
        let agency = one_line(notification.agency.name_or_default());
        let (note, preferences) = match notification.recipient {
            Recipient::Admin | Recipient::Member(_) => (None, i18n.mail_admin_preferences()),
            Recipient::Client(_) => (Some(i18n.mail_why(&agency)), i18n.mail_preferences()),
        };
        let heading = super::heading(notification);
        let names = [&notification.project_name, &notification.topic_name];
        let names: Vec<String> = names.into_iter().flatten().map(|name| clean(name)).collect();
        Self {
            place: (!names.is_empty()).then(|| names.join(" · ")),
            blocks: blocks(notification, &heading, i18n),
            button: Some((button(notification, i18n), format!("{base_url}{}", notification.target.path()))),
            heading,
            note,
            choices: vec![
                (preferences, format!("{base_url}{}", notification.preferences_path())),
                (i18n.unsubscribe(), stop.to_owned()),
            ],
            agency,
        }
    }
}

impl Content {
    /// Of an e-mail with an address that sets a password.
    pub(super) fn of_key(kind: MemberKey, agency: String, link: String, i18n: I18n) -> Self {
        let (heading, text, hint, button) = match kind {
            MemberKey::Join => {
                (i18n.join_subject(&agency), i18n.join_mail(&agency), i18n.join_mail_hint(), i18n.choose_password())
            }
            MemberKey::Reset => (
                i18n.reset_subject(&agency),
                i18n.reset_mail().to_owned(),
                i18n.reset_mail_hint(),
                i18n.choose_password(),
            ),
        };
        let block = Block { text: Some(text), hint: Some(hint.to_owned()), ..Block::default() };
        Self::short(agency, heading, block, Some((button, link)))
    }

    /// Of an e-mail with a code.
    pub(super) fn of_code(code: &str, agency: String, i18n: I18n) -> Self {
        let (text, hint) = (i18n.code_mail().to_owned(), i18n.code_mail_hint().to_owned());
        let block = Block { text: Some(text), hint: Some(hint), ..Block::default() };
        let heading = i18n.code_subject(code, &agency);
        Self::short(agency, heading, block, None)
    }

    fn short(agency: String, heading: String, block: Block, button: Option<(&'static str, String)>) -> Self {
        Self { agency, heading, place: None, blocks: vec![block], button, note: None, choices: Vec::new() }
    }
}

/// A block for each event. What the heading says is not repeated, and the messages of a person without their texts need
/// one block, not one each.
fn blocks(notification: &Notification, heading: &str, i18n: I18n) -> Vec<Block> {
    let events = &notification.events;
    if let [event @ (Event::Summary(_) | Event::Leads { .. })] = &events[..] {
        return i18n.words(event, notification).blocks;
    }
    let is_message = |event: &Event| matches!(event, Event::Message { .. });
    // The subject names the side only.
    let has_people = events.iter().any(|event| matches!(event, Event::Message { by: Some(_), .. }));
    let is_mixed = !events.iter().all(|event| is_message(event) || matches!(event, Event::Unlisted { .. }));
    let mut blocks: Vec<Block> = Vec::new();
    let hidden = match notification.recipient {
        Recipient::Admin | Recipient::Member(_) => i18n.mail_text_in_atrio(),
        Recipient::Client(_) => i18n.mail_text_in_portal(),
    };
    for event in events {
        let listed = i18n.words(event, notification).blocks;
        for mut block in listed.into_iter().chain(unlisted(event, notification.with_texts, i18n)) {
            let is_said_above = events.len() == 1 || !is_mixed || is_heading(&block, heading);
            if is_said_above && !(has_people && is_message(event)) {
                (block.label, block.title) = (None, None);
            }
            if !notification.with_texts && block.quote.take().is_some() {
                block.hint.get_or_insert(hidden.to_owned());
                if is_message(event) && blocks.contains(&block) {
                    continue;
                }
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
        LinkTarget::Material(_) => i18n.mail_open_material(),
        LinkTarget::Client(_) => i18n.mail_open_client(),
        LinkTarget::Lead(_) => i18n.mail_open_lead(),
        LinkTarget::NewLeads(_) => i18n.mail_open_leads(),
        LinkTarget::Source(_) => i18n.mail_open_source(),
        LinkTarget::Today => i18n.mail_open_today(),
    }
}
