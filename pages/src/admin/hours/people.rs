//! The hours of a month by person, each a filter of the page.

use domain::overview::{HoursOf, PersonHours};
use domain::{Date, minutes};

use super::address_of;
use crate::admin::prelude::*;
use crate::ui::chart::Meter;

/// The name of a person; the account of the environment is the agency.
pub fn name_of(person: &PersonHours, agency: &str) -> String {
    person.member.as_ref().map_or(agency, |(_, name)| name).to_owned()
}

pub fn whose(person: &PersonHours) -> HoursOf {
    person.member.as_ref().map_or(HoursOf::Agency, |(id, _)| HoursOf::Member(id.clone()))
}

/// Empty without members.
#[component]
pub fn People(
    /// Most hours first.
    people: Vec<PersonHours>,
    shown: HoursOf,
    month: Date,
    agency: String,
    i18n: I18n,
) -> impl IntoView {
    if people.is_empty() {
        return None;
    }
    let total: i64 = minutes::sum(people.iter().map(|person| person.minutes));
    let most = people.iter().map(|person| person.minutes).max().unwrap_or(0);
    let link = |of: &HoursOf, name: String| {
        let href = address_of(month, of).into_string();
        view! { <a class="table__name" href=href aria-current=(*of == shown).then_some("true") dir="auto">{name}</a> }
    };
    let row = |person: &PersonHours| {
        view! {
            <tr>
                <th scope="row">{link(&whose(person), name_of(person, &agency))}</th>
                <td class="number rate" data-label=i18n.hours_month()>
                    {minutes::written(person.minutes)} <Meter value=person.minutes whole=most/>
                </td>
            </tr>
        }
    };
    Some(view! {
        <div class="page-head">
            <h2 id="people-heading">{i18n.hours_by_person()}</h2>
        </div>
        <div class="table table--folds" role="region" aria-labelledby="people-heading" tabindex="0">
            <table>
                <thead>
                    <tr>
                        <th scope="col">{i18n.column_person()}</th>
                        <th scope="col" class="number">{i18n.hours_month()}</th>
                    </tr>
                </thead>
                <tbody>{people.iter().map(row).collect_view()}</tbody>
                <tfoot>
                    <tr>
                        <th scope="row">{link(&HoursOf::Everybody, i18n.everybody().to_owned())}</th>
                        <td class="number" data-label=i18n.hours_month()>{minutes::written(total)}</td>
                    </tr>
                </tfoot>
            </table>
        </div>
    })
}
