//! Which chapter of the guide is about which page. The pages of the guide are files of the site, below `/help/`.

use domain::Language;

/// Where the guide begins.
pub const FIRST_CHAPTER: &str = "first-hour";

/// The address of a chapter in a language.
pub fn address(language: Language, chapter: &str) -> String {
    format!("/help/{}/{chapter}.html", language.as_str())
}

/// The chapter about the page at `path`.
pub fn chapter(path: &str) -> &'static str {
    let parts: Vec<&str> = path.trim_matches('/').split('/').skip(1).collect();
    match parts[..] {
        [] | ["inbox", ..] => "conversations",
        ["today" | "agenda" | "search", ..] => "today",
        ["clients", ..] => "clients",
        ["projects", _, "materials" | "documents", ..] | ["material-templates"] => "files",
        ["projects", _, "payments" | "times" | "quote", ..]
        | ["payments" | "hours", ..]
        | ["settings", "quotes", ..] => "money",
        ["projects" | "deliverables" | "receipts", ..] => "projects",
        ["leads", "sources" | "deliveries", ..] | ["settings", "leads" | "advanced", ..] => "forms",
        ["leads", ..] => "leads",
        ["settings", "notifications", ..] => "notifications",
        ["settings", "data", ..] => "backup",
        ["settings", "people" | "security", ..] | ["audit" | "account", ..] => "people",
        _ => FIRST_CHAPTER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_page_of_the_agency_has_a_chapter_in_both_languages() {
        let mut chapters: Vec<_> = crate::routes::admin_paths().map(chapter).collect();
        chapters.sort_unstable();
        chapters.dedup();
        for chapter in &chapters {
            for language in Language::ALL {
                let name = format!("docs/guide/{}/{chapter}.md", language.as_str());
                let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(&name);
                assert!(file.is_file(), "{name}");
            }
        }
        assert!(chapters.len() > 8, "{chapters:?}");
        assert_eq!(chapter("/admin/projects/sito/quote/sheet"), "money");
        assert_eq!((chapter("/admin"), chapter("/admin/inbox/rossi")), ("conversations", "conversations"));
    }
}
