//! Rules for merging two leads.

use crate::amount::written;
use crate::leads::{Lead, LeadStatus};
use crate::{Currency, DomainError, EmailAddress, Language, Timestamp};

/// `current` with its blank fields filled from `removed`; no other text is overwritten.
///
/// Takes the call that comes first, or of two that are over at `now` the later; the later last contact and the earlier
/// creation time. A lead that gets a client this way is won.
#[must_use]
pub fn merged(current: &Lead, removed: &Lead, now: Timestamp) -> Lead {
    let filled = |own: &Option<String>, other: &Option<String>| {
        if is_blank(own.as_deref()) && !is_blank(other.as_deref()) { other.clone() } else { own.clone() }
    };
    let becomes_client = current.client_id.is_none() && removed.client_id.is_some();
    let step = if current.next_step.is_some() { current } else { removed };
    Lead {
        email: current.email.clone().or_else(|| removed.email.clone()),
        phone: filled(&current.phone, &removed.phone),
        company: filled(&current.company, &removed.company),
        status: if becomes_client { LeadStatus::Won } else { current.status },
        last_contact_date: current.last_contact_date.max(removed.last_contact_date),
        call_date: next_call(current.call_date, removed.call_date, now),
        value_cents: current.value_cents.or(removed.value_cents),
        next_step: step.next_step.clone(),
        next_step_on: step.next_step_on,
        client_id: current.client_id.clone().or_else(|| removed.client_id.clone()),
        created_at: current.created_at.min(removed.created_at),
        ..current.clone()
    }
}

fn next_call(one: Option<Timestamp>, other: Option<Timestamp>, now: Timestamp) -> Option<Timestamp> {
    match (one, other) {
        (Some(one), Some(other)) if one.min(other) >= now => Some(one.min(other)),
        (one, other) => one.max(other),
    }
}

fn is_blank(text: Option<&str>) -> bool {
    text.is_none_or(|text| text.trim().is_empty())
}

/// Whether two leads can be merged.
///
/// # Errors
/// [`DomainError::UnknownRecord`] when both are the same lead, [`DomainError::ClientsDiffer`] when they
/// belong to different clients.
pub fn check_mergeable(current: &Lead, removed: &Lead) -> Result<(), DomainError> {
    if current.id == removed.id {
        return Err(DomainError::UnknownRecord);
    }
    match (&current.client_id, &removed.client_id) {
        (Some(one), Some(other)) if one != other => Err(DomainError::ClientsDiffer),
        _ => Ok(()),
    }
}

/// The text of the note in the remaining lead's history: all fields of the removed lead, as some may have
/// been dropped.
pub fn note(removed: &Lead, language: Language) -> String {
    let (merged, phone, company, source, value, step) = match language {
        Language::It => ("Unito con", "Telefono", "Azienda", "Provenienza", "Valore", "Prossimo passo"),
        Language::En => ("Merged with", "Telephone", "Company", "Source", "Value", "Next step"),
    };
    let line = |name: &str, value: Option<&str>| {
        value.filter(|value| !value.trim().is_empty()).map(|value| format!("{name}: {value}"))
    };
    [
        Some(format!("{merged} {}", removed.name)),
        line("E-mail", removed.email.as_ref().map(EmailAddress::as_str)),
        line(phone, removed.phone.as_deref()),
        line(company, removed.company.as_deref()),
        line(source, Some(&removed.source)),
        line(value, removed.value_cents.map(|cents| written(cents.into(), &Currency::default(), language)).as_deref()),
        line(step, removed.next_step.as_deref()),
    ]
    .into_iter()
    .flatten()
    .collect::<Vec<_>>()
    .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::{ClientId, LeadId};
    use crate::{Timestamp, leads};

    fn lead(id: &str, at: i64) -> Lead {
        leads::Lead {
            id: LeadId::parse(id).expect("an id"),
            name: id.to_owned(),
            email: None,
            phone: None,
            company: None,
            source: "sito".to_owned(),
            status: LeadStatus::Contacted,
            last_contact_date: Timestamp::from_millis(at),
            call_date: None,
            client_id: None,
            value_cents: None,
            next_step: None,
            next_step_on: None,
            created_at: Timestamp::from_millis(at),
        }
    }

    fn full(id: &str, at: i64) -> Lead {
        Lead {
            email: EmailAddress::parse(&format!("{id}@b.it")).ok(),
            phone: Some(format!("333 {at}")),
            company: Some(format!("{id} srl")),
            call_date: Some(Timestamp::from_millis(at)),
            client_id: ClientId::parse(id).ok(),
            value_cents: Some(at),
            next_step: Some(format!("Passo {at}")),
            next_step_on: None,
            ..lead(id, at)
        }
    }

    #[test]
    fn merge_fills_blanks_and_overwrites_nothing() {
        let (empty, bruno) = (lead("anna", 5), full("bruno", 3));
        let merged = |current: &Lead, removed: &Lead| merged(current, removed, Timestamp::from_millis(10));
        let filled = merged(&empty, &bruno);
        let expected = Lead {
            id: empty.id.clone(),
            name: empty.name.clone(),
            status: LeadStatus::Won,
            last_contact_date: empty.last_contact_date,
            ..bruno.clone()
        };
        assert_eq!(filled, expected);
        let own = full("carla", 4);
        let current = Lead { created_at: bruno.created_at, ..own.clone() };
        assert_eq!(merged(&own, &bruno), current);
        // White space counts as blank, and is unchanged if the other lead is blank too.
        let blank = Lead { phone: Some(" ".to_owned()), ..empty.clone() };
        assert_eq!(merged(&blank, &bruno).phone, bruno.phone);
        assert_eq!(merged(&blank, &empty).phone, blank.phone);
    }

    #[test]
    fn next_call_of_both_stays() {
        let called = |at: i64| Lead { call_date: Some(Timestamp::from_millis(at)), ..lead("anna", 1) };
        for (now, expected) in [(0, 3), (4, 5), (6, 5)] {
            for (current, removed) in [(3, 5), (5, 3)] {
                let merged = merged(&called(current), &called(removed), Timestamp::from_millis(now));
                assert_eq!(merged.call_date, Some(Timestamp::from_millis(expected)), "at {now}");
            }
        }
    }

    #[test]
    fn leads_of_different_clients_cannot_merge() {
        let (anna, bruno) = (full("anna", 1), full("bruno", 2));
        assert_eq!(check_mergeable(&anna, &bruno), Err(DomainError::ClientsDiffer));
        assert_eq!(check_mergeable(&anna, &anna), Err(DomainError::UnknownRecord));
        assert_eq!(check_mergeable(&anna, &lead("carla", 3)), Ok(()));
        let same = Lead { client_id: anna.client_id.clone(), ..bruno };
        assert_eq!(check_mergeable(&anna, &same), Ok(()));
    }

    #[test]
    fn merge_note_lists_known_fields() {
        let text = note(&full("bruno", 12), Language::It);
        assert_eq!(
            text,
            "Unito con bruno\nE-mail: bruno@b.it\nTelefono: 333 12\nAzienda: bruno srl\nProvenienza: sito\nValore: 0,12\u{a0}€\nProssimo passo: Passo 12"
        );
        assert_eq!(note(&lead("Anna", 1), Language::En), "Merged with Anna\nSource: sito");
    }
}
