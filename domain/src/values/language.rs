//! The languages of the interface.

string_enum! {
    /// A language of the interface. Italian is the default (docs/REFERENCE.md#pages).
    #[derive(Default)]
    pub enum Language {
        #[default]
        It = "it",
        En = "en",
    }
}
