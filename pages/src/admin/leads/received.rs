//! A received payload as questions and answers.

use domain::leads::answers::{Answer, answers};
use serde_json::Value;

use crate::admin::prelude::*;

/// Up to this many answers, and characters in total, the payload is expanded.
const MAX_EXPANDED: (usize, usize) = (6, 400);

/// The payload; collapsed if it is long. Technical data is apart.
#[component]
pub fn Received(payload: Value, i18n: I18n) -> impl IntoView {
    let answers = answers(&payload);
    let (technical, answers): (Vec<_>, Vec<_>) =
        answers.into_iter().partition(|one| store::is_technical(&one.question));
    let received = (!answers.is_empty()).then(|| {
        let is_open = is_short(&answers);
        view! { <Folded title=i18n.lead_received() is_open answers i18n/> }
    });
    view! {
        {received}
        <TechnicalData answers=technical i18n/>
    }
}

/// The answers that are of use to a technician only, folded away.
#[component]
pub fn TechnicalData(answers: Vec<Answer>, i18n: I18n) -> impl IntoView {
    (!answers.is_empty()).then(|| view! { <Folded title=i18n.lead_technical() is_open=false answers i18n/> })
}

#[component]
fn Folded(title: &'static str, is_open: bool, answers: Vec<Answer>, i18n: I18n) -> impl IntoView {
    let row = |Answer { question, answer }| {
        let answer = if answer.is_empty() {
            Either::Left(view! { <span class="muted">{i18n.lead_no_answer()}</span> })
        } else {
            Either::Right(answer)
        };
        view! {
            <dt dir="auto">{i18n.question(&question)}</dt>
            <dd class="history__text" dir="auto">{answer}</dd>
        }
    };
    view! {
        <details class="received" open=is_open>
            <summary>{title}</summary>
            <dl class="facts">{answers.into_iter().map(row).collect_view()}</dl>
        </details>
    }
}

fn is_short(answers: &[Answer]) -> bool {
    let characters: usize = answers.iter().map(|one| one.question.chars().count() + one.answer.chars().count()).sum();
    answers.len() <= MAX_EXPANDED.0 && characters <= MAX_EXPANDED.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_few_short_answers_are_expanded() {
        let answer = |answer: String| Answer { question: "Nome".to_owned(), answer };
        let some = |count: usize, long: usize| vec![answer("x".repeat(long)); count];
        assert!(is_short(&some(6, 20)));
        assert!(!is_short(&some(7, 1)));
        assert!(!is_short(&some(1, 400)));
    }
}
