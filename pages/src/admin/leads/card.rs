//! The details of a lead.

use domain::Lead;
use domain::leads::{LeadCard, MergeLine};

use super::board::{MoveLeadForm, worth};
use super::merge::Merges;
use crate::address::encode;
use crate::admin::prelude::*;

#[component]
pub fn LeadFacts(card: LeadCard, merges: Vec<MergeLine>, i18n: I18n) -> impl IntoView {
    let LeadCard { lead, client, .. } = card;
    let Lead {
        id,
        name,
        email,
        phone,
        company,
        source,
        status,
        last_contact_date,
        call_date,
        value_cents,
        created_at,
        ..
    } = lead.record;
    let company = company.filter(|company| *company != name);
    let fact = |term: &'static str, view: AnyView| view! { <dt>{term}</dt> <dd dir="auto">{view}</dd> };
    let moment = |at| view! { <Moment at language=i18n.0/> }.into_any();
    let link = |href: Option<String>, shown: String| match href {
        Some(href) => view! { <a href=href>{shown}</a> }.into_any(),
        None => shown.into_any(),
    };
    let client = client.map(|(id, name)| {
        let href = Address::path(format!("/admin/clients/{id}")).into_string();
        fact(i18n.lead_client(), view! { <a href=href>{name}</a> }.into_any())
    });
    let lead_and_status = format!("{id}.{status}");
    view! {
        <div class="lead-facts" data-live="lead">
            <div class="lead-facts__status">
                <span class=format!("status status--{status}")>{i18n.lead_status(status)}</span>
                <MoveLeadForm lead_and_status status name is_moved=false page="lead" i18n/>
            </div>
            <dl class="facts">
                {client}
                {company.map(|company| fact(i18n.lead_company(), company.into_any()))}
                {email.map(|email| fact(i18n.email(), link(mailto(email.as_str()), email.to_string())))}
                {phone.map(|phone| fact(i18n.lead_phone(), link(tel(&phone), phone)))}
                {value_cents.map(|cents| fact(i18n.lead_value(), worth(cents, i18n).into_any()))}
                {call_date.map(|at| fact(i18n.call_date(), moment(at)))}
                {fact(i18n.source(), source.into_any())}
                {fact(i18n.last_contact(), moment(last_contact_date))}
                {fact(i18n.lead_since(), moment(created_at))}
                <Merges lead=id.to_string() merges i18n/>
            </dl>
        </div>
    }
}

/// A `mailto:` link with the address escaped, so that it cannot add headers.
fn mailto(email: &str) -> Option<String> {
    let (user, host) = email.rsplit_once('@')?;
    Some(format!("mailto:{}@{}", encode(user), encode(host)))
}

/// A `tel:` link; `None` for fewer than three digits.
fn tel(number: &str) -> Option<String> {
    let plus = if number.trim_start().starts_with('+') { "+" } else { "" };
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    (digits.len() > 2).then(|| format!("tel:{plus}{digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mailto_and_tel_links_are_escaped() {
        assert_eq!(mailto("anna+x@b.it").as_deref(), Some("mailto:anna%2Bx@b.it"));
        assert_eq!(mailto("a?cc=c@b.it").as_deref(), Some("mailto:a%3Fcc%3Dc@b.it"));
        assert_eq!(tel(" +39 (333) 12-34").as_deref(), Some("tel:+393331234"));
        assert_eq!(tel("02/1234").as_deref(), Some("tel:021234"));
        assert_eq!(tel("chiedere in studio"), None);
    }
}
