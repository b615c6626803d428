//! How Italian texts address a client.

string_enum! {
    /// How the Italian texts a client reads address them (docs/REFERENCE.md#setting). English makes no difference.
    #[derive(Default)]
    pub enum FormOfAddress {
        #[default]
        Tu = "tu",
        Lei = "lei",
    }
}
