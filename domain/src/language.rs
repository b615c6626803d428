//! The languages Atrio speaks.

string_enum! {
    /// A language of the interface. Italian is the default (CONTRACT §2, §4).
    #[derive(Default)]
    pub enum Language {
        /// Italian.
        #[default]
        It = "it",
        /// English.
        En = "en",
    }
}
