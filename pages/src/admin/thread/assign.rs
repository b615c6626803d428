//! Who looks after the client, chosen in the head of the thread.

use domain::Member;
use domain::id::{ClientId, MemberId};
use domain::line::initials;
use store::Store;

use crate::admin::assign::before_field;
use crate::admin::clients::actions::AssignClient;
use crate::admin::prelude::*;

/// The members, and which of them look after the client.
#[derive(Debug, Clone)]
pub struct Assigned {
    members: Vec<Member>,
    chosen: Vec<MemberId>,
}

impl Assigned {
    pub async fn of(store: &Store, client: &ClientId) -> store::Result<Self> {
        let members = store.members().await?;
        let chosen = if members.is_empty() { Vec::new() } else { store.assigned_members(client).await? };
        Ok(Self { members, chosen })
    }

    fn has(&self, member: &Member) -> bool {
        self.chosen.contains(&member.id)
    }

    /// Who looks after the client once the member is added, or is taken away.
    fn switched(&self, member: &Member) -> Vec<MemberId> {
        let others = self.chosen.iter().filter(|id| **id != member.id).cloned();
        others.chain((!self.has(member)).then(|| member.id.clone())).collect()
    }
}

/// A button for each member, which adds them or takes them away; nothing while there are none.
#[component]
pub fn AssignMenu(
    assigned: Assigned,
    client: String,
    /// The channel that is shown afterwards.
    channel: String,
    i18n: I18n,
) -> impl IntoView {
    let mark = |name: &str| view! { <span class="avatar avatar--small" aria-hidden="true">{initials(name)}</span> };
    let names: Vec<_> = assigned.members.iter().filter(|one| assigned.has(one)).map(|one| one.name.as_str()).collect();
    let summary = if names.is_empty() {
        view! { {i18n.assign()} }.into_any()
    } else {
        let marks = names.iter().copied().map(mark).collect_view();
        view! {
            <span class="sr-only">{i18n.assigned()} ": "</span>
            {marks}
            <span dir="auto">{names.join(", ")}</span>
        }
        .into_any()
    };
    let choice = |(index, member): (usize, &Member)| {
        // The keys 1 to 9, while the menu is open.
        let key = (index < 9).then(|| (index + 1).to_string());
        let is_chosen = assigned.has(member);
        let field = |id: MemberId| view! { <input type="hidden" name=format!("form[{id}]") value="on"/> };
        view! {
            <form method="post" action=AssignClient::PATH>
                <input type="hidden" name="client" value=client.clone()/>
                <input type="hidden" name="thread" value=channel.clone()/>
                <input type="hidden" name="before" value=before_field(&assigned.chosen)/>
                {assigned.switched(member).into_iter().map(field).collect_view()}
                <button class="act assign__choice" aria-pressed=is_chosen.to_string() data-hotkey=key>
                    {mark(&member.name)}
                    <span dir="auto">{member.name.clone()}</span>
                    {is_chosen.then(|| view! { <span aria-hidden="true">"✓"</span> })}
                    {key.clone().map(|key| view! { <kbd aria-hidden="true">{key}</kbd> })}
                </button>
            </form>
        }
    };
    let is_offered = |member: &&Member| member.disabled_at.is_none() || assigned.has(member);
    let choices: Vec<_> = assigned.members.iter().filter(is_offered).enumerate().map(choice).collect();
    (!choices.is_empty()).then(|| {
        view! {
            <details class="snooze assign">
                <summary class="act" data-hotkey="a">{summary}</summary>
                <div class="snooze__menu">{choices}</div>
            </details>
        }
    })
}
