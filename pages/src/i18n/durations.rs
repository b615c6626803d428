//! How long to wait.

use domain::Language::{En, It};

use super::I18n;

impl I18n {
    /// `8 minuti`: up to five minutes in seconds, from three hours on in hours. Rounded up.
    pub fn duration(self, seconds: u64) -> String {
        match (seconds, self.0) {
            (1, It) => "1 secondo".to_owned(),
            (1, En) => "1 second".to_owned(),
            (..=300, It) => format!("{seconds} secondi"),
            (..=300, En) => format!("{seconds} seconds"),
            (..=10_800, It) => format!("{} minuti", seconds.div_ceil(60)),
            (..=10_800, En) => format!("{} minutes", seconds.div_ceil(60)),
            (_, It) => format!("{} ore", seconds.div_ceil(3_600)),
            (_, En) => format!("{} hours", seconds.div_ceil(3_600)),
        }
    }
}
