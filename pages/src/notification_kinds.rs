//! The words for each kind of event and topic, in both languages. A new kind has its words here and nowhere else.

use app::{dates, phrases};
use domain::FormOfAddress;
use domain::Language::{En, It};
use domain::conversation::change_request::VERSION;
use domain::line::{one_line, shortened};
use domain::notifications::{Notification, NotificationEvent as Event, NotificationTopic as Topic, Recipient, Summary};

use crate::i18n::I18n;

/// The longest name or title in a subject, in characters.
const MAX_NAME_CHARS: usize = 200;

/// What one event says.
pub(crate) struct Words {
    /// The subject of an e-mail that the event names.
    pub(crate) subject: String,
    /// The title on a device, as others may see it on a locked screen: no title of a deliverable or a payment.
    pub(crate) push_title: String,
    pub(crate) blocks: Vec<Block>,
}

/// A part of an e-mail.
#[derive(Default, PartialEq, Eq)]
pub(crate) struct Block {
    /// What happened.
    pub(crate) label: Option<String>,
    /// What it happened to.
    pub(crate) title: Option<String>,
    /// What the e-mail itself says.
    pub(crate) text: Option<String>,
    /// What somebody wrote.
    pub(crate) quote: Option<String>,
    pub(crate) hint: Option<String>,
}

/// One of two texts; with brackets a formatted one, in which the names in the brackets are cleaned.
macro_rules! text {
    ($i18n:ident: $it:literal / $en:literal) => {
        $i18n.pick(($it, $en))
    };
    ($i18n:ident[$($name:ident),*]: $it:literal / $en:literal) => {{
        $(let $name = clean($name);)*
        match $i18n.0 {
            It => format!($it),
            En => format!($en),
        }
    }};
}

pub(crate) mod material;

phrases! { NOTIFICATION_KINDS:
    to_approve_hint = "Nel portale puoi approvare o chiedere modifiche." / "Nel portale può approvare o chiedere modifiche.", "In the portal you can approve it or ask for changes.";
    payment_hint = "Se hai già provveduto, non devi fare altro." / "Se ha già provveduto, non deve fare altro.", "If it is paid already, there is nothing left to do.";
}

impl I18n {
    /// The texts that the recipient reads.
    pub(crate) fn of(notification: &Notification) -> Self {
        match notification.recipient {
            Recipient::Admin | Recipient::Member(_) => Self(notification.language, FormOfAddress::Tu),
            Recipient::Client(_) => Self(notification.language, notification.agency.form_of_address),
        }
    }

    /// What `event` says in a notification.
    pub(crate) fn words(self, event: &Event, notification: &Notification) -> Words {
        let i18n = self;
        let agency = clean(notification.agency.name_or_default());
        match event {
            Event::ToApprove { title, .. } => Words {
                subject: text!(i18n[title]: "Da approvare: {title}" / "To approve: {title}"),
                push_title: text!(i18n[]: "Da approvare: una consegna di {agency}" / "To approve: a deliverable from {agency}"),
                blocks: vec![Block {
                    quote: event.text(),
                    hint: Some(i18n.to_approve_hint().to_owned()),
                    ..Block::of(text!(i18n: "Da approvare" / "To approve"), title)
                }],
            },
            Event::Reminder { title, days, .. } => Words {
                subject: text!(i18n[title]: "Promemoria, da approvare: {title}" / "Reminder, to approve: {title}"),
                push_title: text!(i18n[]: "Promemoria, da approvare: una consegna di {agency}" / "Reminder, to approve: a deliverable from {agency}"),
                blocks: vec![Block {
                    quote: event.text(),
                    hint: Some(
                        text!(i18n[]: "Aspetta una risposta da {days} giorni. " / "It has been waiting for {days} days. ")
                            + i18n.to_approve_hint(),
                    ),
                    ..Block::of(text!(i18n: "Da approvare" / "To approve"), title)
                }],
            },
            Event::NotApproved { title, client, days } => Words {
                subject: text!(i18n[title, client]: "Non ancora approvato da {client}: {title}" / "Not yet approved by {client}: {title}"),
                push_title: text!(i18n[client]: "{client} non ha ancora approvato" / "{client} has not approved yet"),
                blocks: Block::of(text!(i18n: "Da approvare" / "To approve"), title).with_hint(
                    text!(i18n[client]: "{client} non ha risposto in {days} giorni. Non inviamo altri promemoria." / "{client} has not answered in {days} days. We send no more reminders."),
                ),
            },
            Event::PaymentDue { label, due_on } => {
                let due = i18n.falls_due(&dates::day(*due_on, i18n.0));
                Words {
                    subject: text!(i18n[label]: "Pagamento in scadenza: {label}" / "Payment due soon: {label}"),
                    push_title: text!(i18n[]: "Una scadenza con {agency} si avvicina" / "A due date with {agency} is near"),
                    blocks: Block::of(text!(i18n: "Pagamento" / "Payment"), label)
                        .with_hint(format!("{due}. {}", i18n.payment_hint())),
                }
            }
            Event::PaymentOverdue { label, due_on } => {
                let due = dates::day(*due_on, i18n.0);
                Words {
                    subject: text!(i18n[label]: "Pagamento scaduto: {label}" / "Payment overdue: {label}"),
                    push_title: text!(i18n[]: "Un pagamento a {agency} è scaduto" / "A payment to {agency} is overdue"),
                    blocks: Block::of(text!(i18n: "Pagamento" / "Payment"), label)
                        .with_hint(format!("{}: {due}. {}", text!(i18n: "Scadenza" / "Due"), i18n.payment_hint())),
                }
            }
            Event::ChangesRequested { title, version, by, person, .. } => {
                let who = &*i18n.person_of(by, person.as_deref(), &notification.recipient);
                let decided = person.is_some().then(|| text!(i18n[who]: "Le ha chieste {who}." / "Asked for by {who}."));
                Words {
                    subject: text!(i18n[by, title]: "{by} chiede modifiche: {title}" / "{by} asks for changes: {title}"),
                    push_title: text!(i18n[who]: "{who} chiede modifiche" / "{who} asks for changes"),
                    blocks: Block::of(text!(i18n: "Modifiche richieste" / "Changes requested"), &of_version(title, *version))
                        .with_texts(decided, event.text()),
                }
            }
            Event::Approved { title, by, person } => {
                let who = &*i18n.person_of(by, person.as_deref(), &notification.recipient);
                let decided = person.is_some().then(|| text!(i18n[who]: "L’ha approvata {who}." / "Approved by {who}."));
                Words {
                    subject: text!(i18n[by, title]: "{by} ha approvato: {title}" / "{by} approved: {title}"),
                    push_title: text!(i18n[who]: "{who} ha approvato una consegna" / "{who} approved a deliverable"),
                    blocks: Block::of(text!(i18n: "Approvato" / "Approved"), title).with_texts(decided, None),
                }
            }
            Event::Material(material) => i18n.material_words(material, event.text(), notification),
            Event::Invitation { text, needs_code } => i18n.invitation_words(text, *needs_code, &agency),
            Event::Message { from, by, .. } => i18n.message_words(from, by.as_deref(), event.text(), notification),
            Event::Lead { name } => Words::same_on_devices(
                text!(i18n[name]: "Nuovo lead: {name}" / "New lead: {name}"),
                vec![Block::of(text!(i18n: "Nuovo lead" / "New lead"), name)],
            ),
            Event::Leads { names, count } => Words::same_on_devices(
                text!(i18n[]: "{count} nuovi lead" / "{count} new leads"),
                vec![leads_block(names, *count, i18n)],
            ),
            Event::SourceSilent { name } => Words::same_on_devices(
                text!(i18n[name]: "Nessun invio da tempo: {name}" / "No submissions for a while: {name}"),
                Block::of(text!(i18n: "Fonte" / "Source"), name).with_hint(
                    text!(i18n: "Non invia nulla da più giorni di quelli indicati nelle Impostazioni." / "It has sent nothing for more days than the limit in Settings."),
                ),
            ),
            Event::SourceFailing { name } => Words::same_on_devices(
                text!(i18n[name]: "Invii da rivedere: {name}" / "Submissions to review: {name}"),
                Block::of(text!(i18n: "Fonte" / "Source"), name).with_hint(
                    text!(i18n: "Atrio non è riuscito a leggere l’ultimo invio. È conservato: si può elaborare di nuovo." / "Atrio could not read the last submission. It is kept and can be processed again."),
                ),
            ),
            Event::Infected { name, by } => i18n.infected_words(name, by.as_deref()),
            Event::Summary(summary) => Words::same_on_devices(
                text!(i18n[]: "La giornata di {agency}" / "The day at {agency}"),
                summary_blocks(summary, i18n),
            ),
            Event::Unlisted { .. } => Words::same_on_devices(agency, Vec::new()),
        }
    }

    fn infected_words(self, name: &str, by: Option<&str>) -> Words {
        let i18n = self;
        let hint = text!(i18n: "L’antivirus lo ha controllato e ha trovato un virus. Chi l’ha caricato può controllare il proprio dispositivo e mandarne una copia pulita." / "The antivirus checked it and found a virus. Whoever uploaded it can check their device and send a clean copy.");
        Words {
            subject: text!(i18n[name]: "File eliminato, conteneva un virus: {name}" / "File deleted, it had a virus: {name}"),
            push_title:
                text!(i18n: "Un file conteneva un virus: è stato eliminato" / "A file had a virus and was deleted")
                    .to_owned(),
            blocks: vec![Block {
                text: by.map(|by| text!(i18n[by]: "L’ha caricato {by}." / "Uploaded by {by}.")),
                hint: Some(hint.to_owned()),
                ..Block::of(text!(i18n: "File eliminato" / "File deleted"), name)
            }],
        }
    }

    fn invitation_words(self, text: &str, needs_code: bool, agency: &str) -> Words {
        let hint = Some(self.invitation_access(needs_code).to_owned());
        let block = Block { text: Some(text.to_owned()), hint, ..Block::default() };
        Words::same_on_devices(self.invitation_subject(agency), vec![block])
    }

    /// The subject names the side, a device and the body the person.
    fn message_words(self, from: &str, by: Option<&str>, quote: Option<String>, notification: &Notification) -> Words {
        let i18n = self;
        let (writer, count) = (i18n.person_of(from, by, &notification.recipient), notification.message_count());
        let one = |from: &str| text!(i18n[from]: "Nuovo messaggio da {from}" / "New message from {from}");
        let blocks = vec![Block { label: Some(writer.clone()), quote, ..Block::default() }];
        if count == 1 {
            return Words { subject: one(from), push_title: one(&writer), blocks };
        }
        let many = text!(i18n[from]: "{count} nuovi messaggi da {from}" / "{count} new messages from {from}");
        Words::same_on_devices(many, blocks)
    }

    /// Who of a side did something: to a client `Luca Ferri di Studio Calanco`, to the agency `Carla Neri (Verdi Srl)`.
    fn person_of(self, side: &str, person: Option<&str>, recipient: &Recipient) -> String {
        match (person, recipient) {
            (None, _) => one_line(side),
            (Some(person), Recipient::Client(_)) => self.person_of_agency(&clean(person), &clean(side)),
            (Some(person), Recipient::Admin | Recipient::Member(_)) => format!("{} ({})", clean(person), clean(side)),
        }
    }

    /// What a notification is about that has no subject yet. `client` is the name of its client.
    pub(crate) fn topic(self, topic: &Topic, client: Option<&str>) -> String {
        let i18n = self;
        let name = match (topic, client) {
            (Topic::Channel(..), Some(client)) => {
                return text!(i18n[]: "Conversazione con {client}" / "Conversation with {client}");
            }
            (Topic::Channel(..), None) => text!(i18n: "Conversazione" / "Conversation"),
            (Topic::Lead(_), _) => text!(i18n: "Nuovo lead" / "New lead"),
            (Topic::Leads(_), _) => text!(i18n: "Nuovi lead" / "New leads"),
            (Topic::Source(_), _) => text!(i18n: "Fonte di lead" / "Lead source"),
            (Topic::Reminder(..), _) => text!(i18n: "Promemoria: da approvare" / "Reminder: to approve"),
            (Topic::Payment(..), _) => text!(i18n: "Pagamento in scadenza" / "Payment due soon"),
            (Topic::Material(..), _) => text!(i18n: "Richiesta di materiale" / "Request for material"),
            (Topic::MaterialReminder(..), _) => text!(i18n: "Promemoria: materiale" / "Reminder: material"),
            (Topic::Invitation(_), _) => text!(i18n: "Invito al portale" / "Invitation to the portal"),
            (Topic::Files(_), _) => text!(i18n: "File con un virus" / "Files with a virus"),
            (Topic::Summary(_), _) => text!(i18n: "Riepilogo del mattino" / "Morning summary"),
        };
        name.to_owned()
    }

    /// What clients are notified of, and when, if it is not after the usual delay.
    pub(crate) const fn sent_to_clients(self) -> [(&'static str, Option<&'static str>); 7] {
        let i18n = self;
        let after_days = text!(i18n: "Dopo 3 e 7 giorni, alle 8" / "After 3 and 7 days, at 8");
        let days_before = text!(i18n: "3 giorni prima, alle 8" / "3 days before, at 8");
        [
            (text!(i18n: "Il tuo messaggio" / "Your message"), None),
            (text!(i18n: "Una consegna da approvare" / "A deliverable to approve"), None),
            (
                text!(i18n: "Promemoria di una consegna da approvare" / "Reminder of a deliverable to approve"),
                Some(after_days),
            ),
            (
                text!(i18n: "Una richiesta di materiale, accettato o da rifare" / "A request for material, accepted or to do again"),
                None,
            ),
            (
                text!(i18n: "Promemoria del materiale che manca" / "Reminder of missing material"),
                Some(text!(i18n: "3 giorni prima e il giorno stesso, alle 8" / "3 days before and on the day, at 8")),
            ),
            (
                text!(i18n: "Un pagamento in scadenza, senza importo" / "A payment that falls due, without its amount"),
                Some(days_before),
            ),
            (text!(i18n: "Un file con un virus, eliminato" / "A file with a virus, deleted"), None),
        ]
    }

    /// What the agency is notified of, and when, if it is not after the usual delay.
    pub(crate) const fn sent_to_agency(self) -> [(&'static str, Option<&'static str>); 7] {
        let i18n = self;
        let once = text!(i18n: "Una volta sola" / "Once");
        [
            (text!(i18n: "Il messaggio di un cliente" / "A client’s message"), None),
            (
                text!(i18n: "Un’approvazione o una richiesta di modifiche" / "An approval or a request for changes"),
                None,
            ),
            (
                text!(i18n: "Una consegna senza risposta dopo i promemoria" / "A deliverable without an answer after its reminders"),
                Some(once),
            ),
            (text!(i18n: "Il materiale inviato da un cliente" / "Material sent by a client"), None),
            (text!(i18n: "Un nuovo lead" / "A new lead"), None),
            (
                text!(i18n: "Una fonte silenziosa o che non si legge" / "A source that is silent or cannot be read"),
                None,
            ),
            (text!(i18n: "Un file con un virus, eliminato" / "A file with a virus, deleted"), None),
        ]
    }
}

impl Words {
    fn same_on_devices(subject: String, blocks: Vec<Block>) -> Self {
        Self { push_title: subject.clone(), subject, blocks }
    }
}

impl Block {
    fn of(label: &str, title: &str) -> Self {
        Self { label: Some(label.to_owned()), title: Some(one_line(title)), ..Self::default() }
    }

    fn with_texts(self, text: Option<String>, quote: Option<String>) -> Vec<Self> {
        vec![Self { text, quote, ..self }]
    }

    fn with_hint(self, hint: impl Into<String>) -> Vec<Self> {
        vec![Self { hint: Some(hint.into()), ..self }]
    }
}

/// A name on each line, and how many more there are.
fn leads_block(names: &[String], count: i64, i18n: I18n) -> Block {
    let lines: Vec<_> = names.iter().map(|name| one_line(name)).collect();
    let hint = match count - i64::try_from(names.len()).unwrap_or(i64::MAX) {
        ..=0 => None,
        1 => Some(text!(i18n: "E un altro." / "And one more.").to_owned()),
        more => Some(text!(i18n[]: "E altri {more}." / "And {more} more.")),
    };
    Block { quote: Some(lines.join("\n")), hint, ..Block::default() }
}

/// What came in, what waits, and what is due today; counts of zero are left out.
fn summary_blocks(summary: &Summary, i18n: I18n) -> Vec<Block> {
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
        (calls_today, ["appuntamento", "appuntamenti"], ["appointment", "appointments"]),
    ]);
    [(("Novità da ieri", "Since yesterday"), arrived), (("In attesa", "Waiting"), waiting), (("Oggi", "Today"), today)]
        .into_iter()
        .filter(|(_, counts)| !counts.is_empty())
        .map(|(label, counts)| Block {
            label: Some(i18n.pick(label).to_owned()),
            hint: Some(format!("{}.", counts.join(", "))),
            ..Block::default()
        })
        .collect()
}

/// A name or a title on one line, without the characters that reverse the direction of what follows them.
pub(crate) fn clean(name: &str) -> String {
    let reverses = |letter: char| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    shortened(one_line(&name.replace(reverses, "")), MAX_NAME_CHARS)
}

/// `Logo · v2`
fn of_version(title: &str, version: Option<i64>) -> String {
    version.map_or_else(|| title.to_owned(), |number| format!("{title}{VERSION}{number}"))
}
