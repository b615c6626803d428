//! The words for material that a client is asked for.

use app::{dates, phrases};
use domain::Language::{En, It};
use domain::notifications::{MaterialEvent as Event, Notification};

use super::{Block, Words, clean};
use crate::i18n::I18n;

phrases! { MATERIAL_KINDS:
    material_needed = "Serve da te" / "Serve da Lei", "Needed from you";
    material_needed_by(agency: &str) = "{agency}: serve qualcosa da te" / "{agency}: serve qualcosa da Lei", "{agency}: something is needed from you";
    material_reminder(title: &str) = "Promemoria, serve da te: {title}" / "Promemoria, serve da Lei: {title}", "Reminder, needed from you: {title}";
    material_reopened = "Quello che hai mandato non basta:" / "Quello che ha mandato non basta:", "What you sent is not enough yet:";
}

impl I18n {
    /// `quote` is what the agency wrote about it.
    pub(super) fn material_words(self, event: &Event, quote: Option<String>, notification: &Notification) -> Words {
        let i18n = self;
        let agency = clean(notification.agency.name_or_default());
        match event {
            Event::Needed { title, due_on, reason, .. } => Words {
                subject: format!("{}: {}", i18n.material_needed(), clean(title)),
                push_title: i18n.material_needed_by(&agency),
                blocks: vec![Block {
                    text: reason.as_ref().map(|_| i18n.material_reopened().to_owned()),
                    quote,
                    hint: due_on.map(|on| i18n.needed_by(&dates::day(on, i18n.0))),
                    ..Block::of(i18n.material_needed(), title)
                }],
            },
            Event::Due { title, due_on, .. } => Words {
                subject: i18n.material_reminder(&clean(title)),
                push_title: i18n.material_needed_by(&agency),
                blocks: vec![Block {
                    quote,
                    hint: Some(i18n.needed_by(&dates::day(*due_on, i18n.0))),
                    ..Block::of(i18n.material_needed(), title)
                }],
            },
            Event::Accepted { title } => Words {
                subject: text!(i18n[title]: "Ricevuto, va bene: {title}" / "Received, all good: {title}"),
                push_title: text!(i18n[]: "{agency} ha accettato il materiale" / "{agency} has accepted the material"),
                blocks: vec![Block::of(text!(i18n: "Ricevuto, va bene" / "Received, all good"), title)],
            },
            Event::Received { title, by, person } => {
                let who = &*i18n.person_of(by, person.as_deref(), &notification.recipient);
                let sent = person.is_some().then(|| text!(i18n[who]: "L’ha inviato {who}." / "Sent by {who}."));
                Words {
                    subject: text!(i18n[by, title]: "{by} ha inviato: {title}" / "{by} sent: {title}"),
                    push_title: text!(i18n[who]: "{who} ha inviato del materiale" / "{who} sent material"),
                    blocks: Block::of(text!(i18n: "Materiale ricevuto" / "Material received"), title)
                        .with_texts(sent, None),
                }
            }
        }
    }
}
