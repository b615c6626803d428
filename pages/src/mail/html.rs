//! An e-mail as HTML: one column, styles on the elements, because many mail programs drop a style sheet; what they
//! keep of it is the dark mode. Nothing is loaded, so that opening the e-mail is not reported to anybody.

use domain::line::{one_line, shortened};
use domain::settings::accent::{Accent, DEFAULT, Palette, Scheme};
use domain::{Agency, Language};
use leptos::either::Either;
use leptos::prelude::*;

use super::LOGO_ID;
use super::content::Content;
use crate::notification_kinds::Block;
use crate::render::without_markers;

const FONT: &str = "font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif;";
const BODY: &str = "margin:0;padding:0;background-color:#fbfaf7;-webkit-text-size-adjust:100%;";
const PAGE: &str = "width:100%;border-collapse:collapse;background-color:#fbfaf7;";
const CARD: &str = "max-width:560px;margin:0 auto;text-align:left;background-color:#ffffff;border:1px solid #e4e0d8;border-radius:14px;padding:28px 24px;overflow-wrap:anywhere;word-break:break-word;";
const HEADING: &str = "margin:0;font-size:22px;line-height:1.3;font-weight:600;color:#1d2023;";
const PLACE: &str = "margin:0 0 6px;font-size:14px;line-height:1.5;color:#5b6066;";
const SOFT: &str = "margin:8px 0 0;font-size:14px;line-height:1.5;color:#5b6066;";
const TITLE: &str = "margin:0;font-size:17px;line-height:1.45;font-weight:600;color:#1d2023;";
const TEXT: &str = "margin:0;font-size:16px;line-height:1.55;color:#1d2023;";
const QUOTE: &str = "margin:8px 0 0;padding:2px 0 2px 14px;border-left:3px solid #d5d0c6;font-size:16px;line-height:1.55;color:#1d2023;";
const LOGO: &str = "display:inline-block;height:40px;max-width:240px;border:0;border-radius:6px;";
const BRAND: &str = "max-width:560px;margin:0 auto;padding:0 4px 14px;text-align:left;font-size:18px;line-height:1.4;font-weight:600;color:#1d2023;";
const CHOICE: &str = "display:inline-block;margin-right:16px;padding:6px 0;color:#5b6066;text-decoration:underline;";
const HIDDEN: &str = "display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;overflow:hidden;opacity:0;";

/// How much of the first event a mail program shows beside the subject.
const PREVIEW: usize = 120;

pub(super) fn render(content: &Content, agency: &Agency, language: Language, has_logo: bool) -> String {
    let accent = agency.accent.unwrap_or_else(|| Accent::parse(DEFAULT).expect("the default is a colour"));
    let (light, dark) = (accent.palette(Scheme::Light), accent.palette(Scheme::Dark));
    let page = view! {
        <head>
            <meta charset="utf-8"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta name="color-scheme" content="light dark"/>
            <meta name="supported-color-schemes" content="light dark"/>
            <title>{content.heading.clone()}</title>
            <style inner_html=style_sheet(&dark)></style>
        </head>
        {body(content, &light, has_logo)}
    };
    format!("<!DOCTYPE html><html lang=\"{language}\">{}</html>", without_markers(&page.to_html()))
}

fn body(content: &Content, light: &Palette, has_logo: bool) -> impl IntoView + use<> {
    let place = content.place.clone();
    let place = place.map(|place| view! { <p class="soft" dir="auto" style=PLACE>{place}</p> });
    let note = content.note.clone().map(|note| view! { <p class="soft" style=SOFT>{note}</p> });
    let choice = |(text, link)| view! { <a class="soft" href=link style=CHOICE>{text}</a> " " };
    let choices: Vec<_> = content.choices.iter().cloned().map(choice).collect();
    let choices = (!choices.is_empty()).then(|| view! { <p class="soft" style=SOFT>{choices}</p> });
    view! {
        <body class="page" style=BODY>
            <div style=HIDDEN>{preview(content)}</div>
            <table role="presentation" class="page" style=PAGE>
                <tbody>
                    <tr>
                        <td style=format!("{FONT}padding:28px 12px;")>
                            <div class="ink" dir="auto" style=BRAND>{name(content, has_logo)}</div>
                            <div class="card" style=CARD>
                                {place}
                                <h1 class="ink" dir="auto" style=HEADING>{content.heading.clone()}</h1>
                                {content.blocks.iter().map(block).collect_view()}
                                {button(content, light)}
                            </div>
                            <div style="max-width:560px;margin:0 auto;padding:10px 4px 0;text-align:left;">
                                {note}
                                {choices}
                            </div>
                        </td>
                    </tr>
                </tbody>
            </table>
        </body>
    }
}

/// The name, or the logo with the name for those who see no pictures.
fn name(content: &Content, has_logo: bool) -> impl IntoView + use<> {
    let name = content.agency.clone();
    if has_logo {
        let source = format!("cid:{LOGO_ID}");
        Either::Left(view! { <img class="logo" src=source alt=name height="40" style=LOGO/> })
    } else {
        Either::Right(name)
    }
}

fn block(block: &Block) -> impl IntoView + use<> {
    let Block { label, title, text, quote, hint } = block;
    let label = label.clone().map(|label| view! { <p class="soft" dir="auto" style=SOFT>{label}</p> });
    let title = title.clone().map(|title| view! { <p class="ink" dir="auto" style=TITLE>{title}</p> });
    let text = text.as_deref().map(|text| view! { <p class="ink" dir="auto" style=TEXT>{lines(text)}</p> });
    let quote = quote.as_deref().map(|quote| view! { <p class="ink quote" dir="auto" style=QUOTE>{lines(quote)}</p> });
    let hint = hint.clone().map(|hint| view! { <p class="soft" style=SOFT>{hint}</p> });
    view! { <div style="margin:20px 0 0;">{label} {title} {text} {quote} {hint}</div> }
}

fn lines(text: &str) -> impl IntoView + use<> {
    let line = |(at, line): (usize, &str)| {
        let before = (at > 0).then(|| view! { <br/> });
        view! { {before} {line.to_owned()} }
    };
    text.lines().enumerate().map(line).collect_view()
}

fn button(content: &Content, light: &Palette) -> impl IntoView + use<> {
    let Palette { fill, on_fill, .. } = light;
    let style = format!(
        "display:inline-block;padding:13px 22px;border-radius:8px;background-color:{fill};color:{on_fill};font-size:16px;line-height:1.25;font-weight:600;text-decoration:none;"
    );
    content.button.clone().map(|(text, link)| {
        view! { <p style="margin:26px 0 0;"><a class="button" href=link style=style>{text}</a></p> }
    })
}

/// The beginning of the first event.
fn preview(content: &Content) -> String {
    let first = content
        .blocks
        .first()
        .and_then(|block| [&block.text, &block.quote, &block.title, &block.hint].into_iter().flatten().next());
    shortened(one_line(first.map_or("", String::as_str)), PREVIEW)
}

/// Overrides the colours of the elements, and makes the button as wide as a phone.
fn style_sheet(dark: &Palette) -> String {
    let Palette { fill, on_fill, .. } = dark;
    format!(
        ":root{{color-scheme:light dark;supported-color-schemes:light dark}}\
         @media (prefers-color-scheme:dark){{\
         .page{{background-color:#17191c!important}}\
         .card{{background-color:#1f2226!important;border-color:#32363b!important}}\
         .ink{{color:#ebe9e4!important}}\
         .soft{{color:#a9adb3!important}}\
         .quote{{border-color:#50565c!important}}\
         .logo{{background-color:#ffffff!important;padding:4px 6px!important}}\
         .button{{background-color:{fill}!important;color:{on_fill}!important}}}}\
         @media (max-width:480px){{.button{{display:block!important;text-align:center!important}}}}"
    )
}
