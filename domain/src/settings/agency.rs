//! The agency's branding in the portal.

use serde::{Deserialize, Serialize};

use crate::settings::accent::Scheme;
use crate::{Accent, FormOfAddress};

/// Name, colour, logos, form of address and whether members have names, from the settings `agency_name`, `accent`, `logo`,
/// `logo_dark`, `form_of_address` and `show_member_names`. Missing or invalid settings have their defaults.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agency {
    pub name: Option<String>,
    pub accent: Option<Accent>,
    /// The version of its logo, a short hash of the content: `/logo?v=…` serves it.
    pub logo: Option<String>,
    /// The version of the logo for dark mode, if there is another one: `/logo/dark?v=…` serves it.
    pub logo_dark: Option<String>,
    pub form_of_address: FormOfAddress,
    /// Whether clients see who of the agency wrote.
    pub shows_member_names: bool,
}

impl Default for Agency {
    fn default() -> Self {
        Self {
            name: None,
            accent: None,
            logo: None,
            logo_dark: None,
            form_of_address: FormOfAddress::default(),
            shows_member_names: true,
        }
    }
}

impl Agency {
    /// The longest name, in characters.
    pub const NAME: usize = 80;

    /// The name, or that of the program.
    pub fn name_or_default(&self) -> &str {
        self.name.as_deref().unwrap_or("Atrio")
    }

    /// The version of the logo for `scheme`, empty without one.
    pub fn logo_version(&self, scheme: Scheme) -> &str {
        let logo = match scheme {
            Scheme::Light => &self.logo,
            Scheme::Dark => &self.logo_dark,
        };
        logo.as_deref().unwrap_or_default()
    }
}
