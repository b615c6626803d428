//! An e-mail as text.

use super::content::Content;
use crate::notification_kinds::Block;

pub(super) fn render(content: &Content) -> String {
    let Content { agency, heading, place, blocks, button, note, choices } = content;
    let mut parts = vec![place.iter().chain([heading]).cloned().collect::<Vec<_>>().join("\n")];
    parts.extend(blocks.iter().map(block));
    parts.extend(button.iter().map(|(button, link)| format!("{button}:\n{link}")));
    let choices = choices.iter().map(|(text, link)| format!("{text}:\n{link}"));
    let footer: Vec<String> = note.iter().cloned().chain(choices).collect();
    parts.push(format!("-- \n{agency}\n{}", footer.join("\n")));
    let mut text = parts.join("\n\n");
    text.push('\n');
    text
}

fn block(block: &Block) -> String {
    let Block { label, title, text, quote, hint } = block;
    let head = match (label, title) {
        (Some(label), Some(title)) => Some(format!("{label}: {title}")),
        (label, title) => label.as_ref().map(|label| format!("{label}:")).or_else(|| title.clone()),
    };
    let quote = quote.as_ref().map(|quote| {
        quote.lines().map(|line| format!("> {line}").trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    });
    [head, text.clone(), quote, hint.clone()].into_iter().flatten().collect::<Vec<_>>().join("\n")
}
