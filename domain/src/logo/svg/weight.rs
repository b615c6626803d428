//! How much is drawn when every part that is used again is unfolded: ten uses of ten uses of ten uses
//! stop a browser with a few lines.

use std::collections::HashMap;

use super::LogoProblem::{self, SvgTooComplex};
use super::css::parts;
use super::tag::Tag;

/// How many elements may be drawn, each as often as it is used.
const MOST: u64 = 100_000;

/// The elements of a drawing, as far as they lead to each other.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    /// For each element, its children; the root is the first.
    children: Vec<Vec<usize>>,
    /// For each element, the ids it uses.
    uses: Vec<Vec<String>>,
    by_id: HashMap<String, usize>,
    open: Vec<usize>,
}

/// How far the weighing of an element has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    UnderWay,
    Weighed(u64),
}

/// An element being weighed: what it is made of, how many of those are weighed, and their sum.
struct Step {
    element: usize,
    parts: Vec<usize>,
    done: usize,
    weight: u64,
}

impl Drawing {
    /// An element begins.
    pub(super) fn open(&mut self, tag: &Tag<'_>) {
        let element = self.children.len();
        if let Some(parent) = self.open.last() {
            self.children[*parent].push(element);
        }
        let used = tag.attributes.iter().filter(|(name, _)| !name.contains(':') || name.ends_with(":href"));
        self.uses.push(used.flat_map(|(_, value)| parts(value)).map(str::to_owned).collect());
        self.children.push(Vec::new());
        if let Some(id) = tag.attribute("id") {
            self.by_id.entry(id.to_owned()).or_insert(element);
        }
        self.open.push(element);
    }

    /// The last element that began ends.
    pub(super) fn close(&mut self) {
        self.open.pop();
    }

    /// Weighs the whole; a part that uses itself would never end.
    pub(super) fn check(&self) -> Result<(), LogoProblem> {
        let mut states = vec![State::New; self.children.len()];
        // Not by recursion: how deep it goes is the file's to say.
        let mut path = vec![self.step(0, &mut states)];
        while let Some(step) = path.last_mut() {
            let Some(&part) = step.parts.get(step.done) else {
                states[step.element] = State::Weighed(step.weight);
                path.pop();
                continue;
            };
            match states[part] {
                State::UnderWay => return Err(SvgTooComplex),
                State::New => {
                    let next = self.step(part, &mut states);
                    path.push(next);
                }
                State::Weighed(weight) => {
                    step.done += 1;
                    step.weight = step.weight.saturating_add(weight);
                    if step.weight > MOST {
                        return Err(SvgTooComplex);
                    }
                }
            }
        }
        Ok(())
    }

    /// The weighing of an element, at its beginning.
    fn step(&self, element: usize, states: &mut [State]) -> Step {
        states[element] = State::UnderWay;
        let used = self.uses[element].iter().filter_map(|id| self.by_id.get(id).copied());
        let parts = self.children[element].iter().copied().chain(used).collect();
        Step { element, parts, done: 0, weight: 1 }
    }
}
