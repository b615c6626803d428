//! What both forms of an e-mail say.

use app::dates;
use domain::FormOfAddress;
use domain::line::one_line;
use domain::notifications::{Notice, NoticeEvent, Place, Recipient, Summary};

use crate::i18n::I18n;

pub(super) struct Content {
    pub(super) agency: String,
    pub(super) heading: String,
    pub(super) topic: Option<String>,
    pub(super) blocks: Vec<Block>,
    pub(super) button: &'static str,
    pub(super) link: String,
    pub(super) footer: Vec<String>,
}

/// An event.
#[derive(Default, PartialEq, Eq)]
pub(super) struct Block {
    /// What happened.
    pub(super) label: Option<String>,
    /// What it happened to.
    pub(super) title: Option<String>,
    /// What somebody wrote.
    pub(super) quote: Option<String>,
    pub(super) hint: Option<String>,
}

impl Block {
    /// `Da approvare: Scheda del vino` is both.
    fn is_heading(&self, heading: &str) -> bool {
        match (&self.label, &self.title) {
            (Some(label), Some(title)) => heading == format!("{label}: {title}"),
            _ => false,
        }
    }
}

impl Content {
    pub(super) fn of(notice: &Notice, base_url: &str) -> Self {
        let i18n = I18n(
            notice.language,
            match notice.recipient {
                Recipient::Admin => FormOfAddress::Tu,
                Recipient::Client(_) => notice.agency.form_of_address,
            },
        );
        let agency = one_line(notice.agency.name_or_default());
        let footer = match notice.recipient {
            Recipient::Admin => vec![i18n.mail_admin_settings().to_owned()],
            Recipient::Client(_) => vec![i18n.mail_why(&agency), i18n.mail_client_settings().to_owned()],
        };
        Self {
            heading: notice.subject(),
            topic: notice.topic.as_deref().map(one_line),
            blocks: blocks(notice, i18n),
            button: button(notice, i18n),
            link: format!("{base_url}{}", notice.place.path()),
            footer,
            agency,
        }
    }
}

/// In the order of the events. What the heading says is not repeated, and messages without texts need one block, not
/// one each.
fn blocks(notice: &Notice, i18n: I18n) -> Vec<Block> {
    if let [NoticeEvent::Summary(summary)] = &notice.events[..] {
        return summary_blocks(summary, i18n).collect();
    }
    if let [NoticeEvent::Leads { names, count }] = &notice.events[..] {
        return vec![leads_block(names, *count, i18n)];
    }
    let is_message = |event: &NoticeEvent| matches!(event, NoticeEvent::Message { .. });
    let is_single = notice.events.len() == 1;
    let is_mixed =
        !notice.events.iter().all(|event| is_message(event) || matches!(event, NoticeEvent::Unlisted { .. }));
    let heading = notice.subject();
    let mut blocks: Vec<Block> = Vec::new();
    let mut has_hidden = false;
    for event in &notice.events {
        let mut block = match event {
            NoticeEvent::Unlisted { messages, deliverables } => {
                // Messages without texts are not listed one by one either.
                unlisted(if notice.with_texts { *messages } else { 0 }, *deliverables, i18n)
            }
            event => block(event, i18n),
        };
        if is_single || !is_mixed || block.is_heading(&heading) {
            (block.label, block.title) = (None, None);
        }
        if block.quote.is_some() && !notice.with_texts {
            block.quote = None;
            if is_message(event) && has_hidden {
                continue;
            }
            has_hidden = has_hidden || is_message(event);
            block.hint = Some(
                match notice.recipient {
                    Recipient::Admin => i18n.mail_text_in_atrio(),
                    Recipient::Client(_) => i18n.mail_text_in_portal(),
                }
                .to_owned(),
            );
        }
        blocks.push(block);
    }
    blocks.retain(|block| *block != Block::default());
    blocks
}

fn block(event: &NoticeEvent, i18n: I18n) -> Block {
    let quote = event.text();
    let titled = |label: &str, title: &str, hint: Option<String>| Block {
        label: Some(label.to_owned()),
        title: Some(one_line(title)),
        quote: quote.clone(),
        hint,
    };
    match event {
        NoticeEvent::Message { from, .. } => Block { label: Some(one_line(from)), quote, ..Block::default() },
        NoticeEvent::ToApprove { title } => {
            titled(i18n.mail_to_approve(), title, Some(i18n.mail_to_approve_hint().to_owned()))
        }
        NoticeEvent::Approved { title, .. } => titled(i18n.mail_approved(), title, None),
        NoticeEvent::ChangesRequested { title, .. } => titled(i18n.mail_changes(), title, None),
        NoticeEvent::Lead { name } => titled(i18n.mail_lead(), name, None),
        NoticeEvent::SourceSilent { name } => {
            titled(i18n.mail_source(), name, Some(i18n.mail_silent_hint().to_owned()))
        }
        NoticeEvent::SourceFailing { name } => {
            titled(i18n.mail_source(), name, Some(i18n.mail_failing_hint().to_owned()))
        }
        NoticeEvent::Reminder { title, days } => {
            let hint = format!("{} {}", i18n.mail_waits(*days), i18n.mail_to_approve_hint());
            titled(i18n.mail_to_approve(), title, Some(hint))
        }
        NoticeEvent::NotApproved { title, client, days } => {
            titled(i18n.mail_to_approve(), title, Some(i18n.mail_not_approved(&one_line(client), *days)))
        }
        NoticeEvent::PaymentDue { label, due_on } => {
            let due = i18n.mail_due(&dates::day(*due_on, i18n.0));
            titled(i18n.mail_payment(), label, Some(format!("{due} {}", i18n.mail_payment_hint())))
        }
        NoticeEvent::Summary(_) | NoticeEvent::Leads { .. } | NoticeEvent::Unlisted { .. } => {
            Block::default()
        }
    }
}

/// A name on each line, and how many more there are.
fn leads_block(names: &[String], count: i64, i18n: I18n) -> Block {
    let lines: Vec<_> = names.iter().map(|name| one_line(name)).collect();
    let more = count - i64::try_from(names.len()).unwrap_or(i64::MAX);
    let hint = (more > 0).then(|| i18n.mail_more_leads(more));
    Block { quote: Some(lines.join("\n")), hint, ..Block::default() }
}

fn unlisted(messages: i64, deliverables: i64, i18n: I18n) -> Block {
    let messages = (messages > 0).then(|| i18n.mail_more_messages(messages));
    let deliverables = (deliverables > 0).then(|| i18n.mail_more_deliverables(deliverables));
    let hint: Vec<String> = messages.into_iter().chain(deliverables).collect();
    Block { hint: (!hint.is_empty()).then(|| format!("{}.", hint.join(" "))), ..Block::default() }
}

/// What came in, what waits, what is today; without what there is none of.
fn summary_blocks(summary: &Summary, i18n: I18n) -> impl Iterator<Item = Block> {
    let Summary { messages, leads, approvals, to_approve, due_today, calls_today } = *summary;
    let arrived = i18n.counted([
        (messages, ["messaggio", "messaggi"], ["message", "messages"]),
        (leads, ["nuovo lead", "nuovi lead"], ["new lead", "new leads"]),
        (approvals, ["approvazione", "approvazioni"], ["approval", "approvals"]),
    ]);
    let waiting = i18n.counted([(
        to_approve,
        ["consegna da approvare", "consegne da approvare"],
        ["deliverable to approve", "deliverables to approve"],
    )]);
    let today = i18n.counted([
        (due_today, ["scadenza", "scadenze"], ["thing due", "things due"]),
        (calls_today, ["chiamata", "chiamate"], ["call", "calls"]),
    ]);
    let block = |(label, parts): (&'static str, Vec<String>)| {
        let hint = (!parts.is_empty()).then(|| format!("{}.", parts.join(", ")))?;
        Some(Block { label: Some(label.to_owned()), hint: Some(hint), ..Block::default() })
    };
    [(i18n.mail_since_yesterday(), arrived), (i18n.mail_waiting(), waiting), (i18n.mail_today(), today)]
        .into_iter()
        .filter_map(block)
}

fn button(notice: &Notice, i18n: I18n) -> &'static str {
    let is_review =
        |event: &NoticeEvent| matches!(event, NoticeEvent::ToApprove { .. } | NoticeEvent::Reminder { .. });
    match &notice.place {
        Place::Portal { .. } if notice.events.iter().any(is_review) => i18n.mail_review(),
        Place::Portal { channel: Some(_), .. } | Place::Thread { .. } => i18n.mail_open_conversation(),
        Place::Portal { .. } => i18n.mail_open_portal(),
        Place::Client(_) => i18n.mail_open_client(),
        Place::Lead(_) => i18n.mail_open_lead(),
        Place::NewLeads(_) => i18n.mail_open_leads(),
        Place::Source(_) => i18n.mail_open_source(),
        Place::Today => i18n.mail_open_today(),
    }
}
