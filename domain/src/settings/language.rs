//! The languages Atrio speaks.

string_enum! {
    /// A language of the interface. Italian is the default (docs/REFERENCE.md#pages).
    #[derive(Default)]
    pub enum Language {
        /// Italian.
        #[default]
        It = "it",
        /// English.
        En = "en",
    }
}
