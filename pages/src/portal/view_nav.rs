//! On narrow screens one of two parts shows: the project, or the conversation while it or something in it is the target
//! of the address. A bar at the bottom leads from one to the other.

use app::chat::UNREAD_IDS;
use app::chat::tabs::UnreadCount;
use domain::portal::open_items::UnreadChannel;
use leptos::prelude::*;

use crate::address::CONVERSATION;
use crate::i18n::I18n;

/// The unread messages of the client's other projects.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnreadElsewhere {
    pub count: i64,
    /// In which projects: `1 in «Etichette»`.
    pub places: Vec<String>,
}

impl UnreadElsewhere {
    /// Of the channels that do not belong to the project `shown`.
    pub fn of(unread: &[UnreadChannel], shown: &str, i18n: I18n) -> Self {
        let mut projects: Vec<(&str, i64)> = Vec::new();
        let elsewhere = unread.iter().filter(|item| !item.is_with(shown));
        for (count, (_, project)) in elsewhere.filter_map(|item| Some((item.count, item.phase.as_ref()?))) {
            match projects.last_mut().filter(|(name, _)| *name == project.name) {
                Some((_, sum)) => *sum += count,
                None => projects.push((&project.name, count)),
            }
        }
        Self {
            count: projects.iter().map(|(_, count)| count).sum(),
            places: projects.into_iter().map(|(name, count)| i18n.count_in(count, name)).collect(),
        }
    }
}

/// The bar, once for each part: which one is current is right without a script, too.
#[component]
pub fn ViewNav(
    /// In all projects.
    unread: i64,
    elsewhere: UnreadElsewhere,
    i18n: I18n,
) -> impl IntoView {
    let places = Some(elsewhere.places.join(", ")).filter(|places| !places.is_empty());
    let bar = |shows_conversation: bool| {
        let (class, id) =
            if shows_conversation { ("views views--conversation", UNREAD_IDS[1]) } else { ("views", UNREAD_IDS[0]) };
        let current = |is_current: bool| is_current.then_some("page");
        let (places, title) = (places.clone(), places.clone());
        view! {
            <nav class=class aria-label=i18n.views()>
                <a href="#main" aria-current=current(!shows_conversation)>
                    <svg viewBox="0 0 24 24" aria-hidden="true">
                        <path d="M5 4h14v16H5zM8 9h8M8 13h8M8 17h4"/>
                    </svg>
                    {i18n.to_project()}
                </a>
                <a href=format!("#{CONVERSATION}") aria-current=current(shows_conversation) title=title>
                    <svg viewBox="0 0 24 24" aria-hidden="true">
                        <path d="M4 5h16v11H11l-4 4v-4H4z"/>
                    </svg>
                    {i18n.to_conversation()}
                    " "
                    // In an element of its own, which the island fills again.
                    <span>
                        <UnreadCount unread=move || unread i18n=*i18n id/>
                    </span>
                    {places.map(|places| view! { <span class="sr-only">" (" {places} ")"</span> })}
                </a>
            </nav>
        }
    };
    [bar(false), bar(true)].collect_view()
}

#[cfg(test)]
mod tests {
    use domain::id::{PhaseId, ProjectId};
    use domain::portal::open_items::ItemProject;
    use domain::{Channel, Language};

    use super::*;

    #[test]
    fn unread_elsewhere_is_summed_by_project() {
        let item = |phase: &str, project: &str, count| {
            let id = ProjectId::parse(project).expect("an id");
            let project = ItemProject { id, name: project.to_uppercase() };
            let key = Channel::Phase(PhaseId::parse(phase).expect("an id")).key();
            UnreadChannel { key, phase: Some((phase.to_owned(), project)), count }
        };
        let unread = [item("a", "sito", 4), item("b", "logo", 1), item("c", "logo", 2), item("d", "libro", 1)];
        let elsewhere = UnreadElsewhere::of(&unread, "sito", Language::It.into());
        assert_eq!((elsewhere.count, elsewhere.places), (4, vec!["3 in «LOGO»".to_owned(), "1 in «LIBRO»".to_owned()]));
    }
}
