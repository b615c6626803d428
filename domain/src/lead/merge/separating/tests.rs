use proptest::prelude::*;

use super::*;
use crate::id::{ClientId, LeadId};
use crate::lead::LeadStatus;
use crate::lead::merge::may_be_joined;
use crate::{EmailAddress, Timestamp};

/// Some leads as a store has them, with the merges of each.
#[derive(Debug, Clone, Default)]
struct Leads {
    standing: Vec<(Lead, Vec<Merge>)>,
    made: i64,
}

impl Leads {
    fn place(&self, id: &str) -> usize {
        self.standing.iter().position(|(lead, _)| lead.id.as_str() == id).expect("the lead is there")
    }

    fn lead(&self, id: &str) -> &Lead {
        &self.standing[self.place(id)].0
    }

    fn edit(&mut self, id: &str, edit: impl FnOnce(&mut Lead)) {
        let place = self.place(id);
        edit(&mut self.standing[place].0);
    }

    /// Merges as the store does it; whether it may be.
    fn merge(&mut self, kept: &str, gone: &str) -> bool {
        if may_be_joined(self.lead(kept), self.lead(gone)).is_err() {
            return false;
        }
        let (gone, mut inner) = self.standing.remove(self.place(gone));
        self.made += 1;
        let id = merge_id(gone.id.as_str());
        for merge in &mut inner {
            merge.outer.get_or_insert_with(|| id.clone());
        }
        let place = self.place(kept);
        let (kept, merges) = &mut self.standing[place];
        let before = kept.clone();
        *kept = joined(&before, &gone);
        let snapshot = Snapshot {
            activities: vec![activity(gone.id.as_str())],
            deliveries: Vec::new(),
            stood: Vec::new(),
            note: activity("note"),
            after: kept.clone(),
            before,
            gone,
        };
        merges.extend(inner);
        merges.push(Merge { id, outer: None, merged_at: Timestamp::from_millis(self.made), snapshot });
        merges.sort_by_key(|merge| merge.merged_at);
        true
    }

    /// Undoes the merge by which `gone` went; what goes back to it.
    fn separate(&mut self, gone: &str) -> Separation {
        let id = merge_id(gone);
        let holds = |(_, merges): &(Lead, Vec<Merge>)| merges.iter().any(|merge| merge.id == id);
        let place = self.standing.iter().position(holds).expect("the merge is there");
        let (kept, merges) = self.standing.remove(place);
        let separation = separated(merges, &id, &kept).expect("the merge is among them");
        self.standing.push((separation.kept.clone(), separation.staying.clone()));
        self.standing.push((separation.gone.clone(), separation.returning.clone()));
        separation
    }
}

fn merge_id(gone: &str) -> MergeId {
    MergeId::parse(format!("merge-{gone}")).expect("an id")
}

fn activity(of: &str) -> ActivityId {
    ActivityId::parse(format!("of-{of}")).expect("an id")
}

fn plain(id: &str, at: i64) -> Lead {
    Lead {
        id: LeadId::parse(id).expect("an id"),
        name: id.to_owned(),
        email: None,
        phone: None,
        company: None,
        source: "sito".to_owned(),
        status: LeadStatus::New,
        last_contact_date: Timestamp::from_millis(at),
        call_date: None,
        client_id: None,
        created_at: Timestamp::from_millis(at),
    }
}

fn leads(all: impl IntoIterator<Item = Lead>) -> Leads {
    Leads { standing: all.into_iter().map(|lead| (lead, Vec::new())).collect(), made: 0 }
}

fn phone(id: &str, at: i64, number: Option<&str>) -> Lead {
    Lead { phone: number.map(str::to_owned), ..plain(id, at) }
}

#[test]
fn undo_keeps_edits_made_after_merge() {
    let mut leads = leads([plain("a", 5), phone("b", 3, Some("333"))]);
    leads.merge("a", "b");
    leads.edit("a", |lead| lead.phone = Some("444".to_owned()));
    leads.edit("a", |lead| lead.last_contact_date = Timestamp::from_millis(9));
    leads.separate("b");
    let kept = Lead { last_contact_date: Timestamp::from_millis(9), ..phone("a", 5, Some("444")) };
    assert_eq!(leads.lead("a"), &kept);
    assert_eq!(leads.lead("b"), &phone("b", 3, Some("333")));
}

#[test]
fn undo_refills_blank_from_later_merge() {
    let mut leads = leads([plain("a", 5), phone("b", 3, Some("333")), phone("c", 4, Some("444"))]);
    leads.merge("a", "b");
    leads.merge("a", "c");
    leads.separate("b");
    assert_eq!(
        leads.lead("a"),
        &Lead { created_at: Timestamp::from_millis(4), ..phone("a", 5, Some("444")) }
    );
    leads.separate("c");
    assert_eq!(leads.lead("a"), &plain("a", 5));
}

#[test]
fn merge_chain_undoes_in_any_order() {
    let new = || leads([plain("c", 1), plain("a", 5), phone("b", 3, Some("333"))]);
    let (mut inner_first, mut outer_first) = (new(), new());
    for leads in [&mut inner_first, &mut outer_first] {
        leads.merge("a", "b");
        leads.merge("c", "a");
        assert_eq!(leads.lead("c").phone.as_deref(), Some("333"));
    }
    // The one it had it from had it from the one that leaves.
    let left = inner_first.separate("b");
    assert_eq!((left.activities, left.returning), (vec![activity("b")], vec![]));
    assert_eq!(
        inner_first.lead("c"),
        &Lead { last_contact_date: Timestamp::from_millis(5), ..plain("c", 1) }
    );
    let left = inner_first.separate("a");
    assert_eq!(left.activities, [activity("a")]);
    let left = outer_first.separate("a");
    assert_eq!(left.activities, [activity("a"), activity("b")]);
    assert_eq!(outer_first.lead("a").phone.as_deref(), Some("333"));
    assert_eq!(outer_first.separate("b").activities, [activity("b")]);
    for leads in [inner_first, outer_first] {
        assert_eq!(leads.lead("c"), &plain("c", 1));
        assert_eq!(leads.lead("a"), &plain("a", 5));
        assert_eq!(leads.lead("b"), &phone("b", 3, Some("333")));
    }
}

#[test]
fn undo_of_unknown_merge_returns_none() {
    assert_eq!(separated(Vec::new(), &merge_id("a"), &plain("a", 1)), None);
}

fn any_lead(number: usize) -> impl Strategy<Value = Lead> {
    let maybe = |text: String| prop_oneof![Just(None), Just(Some(text)), Just(Some(String::new()))];
    let id = format!("l{number}");
    let times = (0..4_i64, 0..4_i64, proptest::option::of(0..3_i64));
    let texts = (maybe(format!("333{number}")), maybe(format!("srl {number}")), any::<bool>());
    (times, texts, proptest::option::weighted(0.2, 0..2_usize)).prop_map(move |(times, texts, client)| Lead {
        email: texts.2.then(|| EmailAddress::parse(&format!("{id}@b.it")).expect("an address")),
        phone: texts.0,
        company: texts.1,
        last_contact_date: Timestamp::from_millis(times.0.max(times.1)),
        call_date: times.2.map(Timestamp::from_millis),
        client_id: client.map(|client| ClientId::parse(format!("client{client}")).expect("an id")),
        ..plain(&id, times.0.min(times.1))
    })
}

fn some_leads() -> impl Strategy<Value = Vec<Lead>> {
    (any_lead(0), any_lead(1), any_lead(2), any_lead(3), any_lead(4), any_lead(5))
        .prop_map(|(a, b, c, d, e, f)| vec![a, b, c, d, e, f])
}

proptest! {
    #[test]
    fn undo_in_any_order_restores_all_leads(
        originals in some_leads(),
        merges in proptest::collection::vec((0..6_usize, 0..6_usize, any::<bool>()), 1..12),
        order in proptest::collection::vec(any::<prop::sample::Index>(), 12),
    ) {
        let mut leads = leads(originals.clone());
        let mut undoable: Vec<String> = Vec::new();
        let mut order = order.into_iter();
        for (kept, gone, undo) in merges {
            let stands = |place: usize| {
                leads.standing.iter().any(|(lead, _)| lead.id == originals[place].id)
            };
            if kept != gone && stands(kept) && stands(gone) {
                let (kept, gone) = (originals[kept].id.to_string(), originals[gone].id.to_string());
                if leads.merge(&kept, &gone) {
                    undoable.push(gone);
                }
            }
            // Now and then one is undone in between.
            if undo && !undoable.is_empty() && let Some(which) = order.next() {
                let gone = undoable.swap_remove(which.index(undoable.len()));
                leads.separate(&gone);
            }
        }
        while !undoable.is_empty() {
            let which = order.next().map_or(0, |which| which.index(undoable.len()));
            leads.separate(&undoable.swap_remove(which));
        }
        for original in &originals {
            prop_assert_eq!(leads.lead(original.id.as_str()), original);
        }
    }
}
