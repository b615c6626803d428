//! A received payload as questions and answers.

use domain::leads::answers::{Answer, answers};
use leptos::either::Either;
use leptos::prelude::*;
use serde_json::Value;

use crate::i18n::I18n;

/// Up to this many answers, and characters in total, the payload is expanded.
const MAX_EXPANDED: (usize, usize) = (6, 400);

/// The payload; collapsed if it is long.
#[component]
pub fn Received(payload: Value, i18n: I18n) -> impl IntoView {
    let answers = answers(&payload);
    if answers.is_empty() {
        return Either::Left(());
    }
    let is_open = is_short(&answers);
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
    Either::Right(view! {
        <details class="received" open=is_open>
            <summary>{i18n.lead_received()}</summary>
            <dl class="facts">{answers.into_iter().map(row).collect_view()}</dl>
        </details>
    })
}

fn is_short(answers: &[Answer]) -> bool {
    let characters: usize =
        answers.iter().map(|one| one.question.chars().count() + one.answer.chars().count()).sum();
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
