//! The texts of the page of a picture or a recording.

use app::phrases;
use domain::Language::{En, It};

use super::I18n;

impl I18n {
    /// `Tre segni`.
    pub fn pins_counted(self, count: usize) -> String {
        match (self.0, count) {
            (It, 0) => "Nessun segno".to_owned(),
            (En, 0) => "No marks".to_owned(),
            (It, 1) => "Un segno".to_owned(),
            (En, 1) => "One mark".to_owned(),
            (It, _) => format!("{} segni", self.first_number(count)),
            (En, _) => format!("{} marks", self.first_number(count)),
        }
    }
}

phrases! { VIEWER:
    /// Where the shown file stands among those of the project: `1 di 3`.
    position(index: usize, count: usize) = "{index} di {count}", "{index} of {count}";
    previous_work = "Bozza precedente", "Previous work";
    next_work = "Bozza successiva", "Next work";
    /// To the file itself, from its preview.
    full_size = "Apri a grandezza piena", "Open at full size";
    download = "Scarica il file", "Download the file";
    pin_hint = "Tocca l’immagine per mettere un segno e scrivere lì." / "Tocchi l’immagine per mettere un segno e scrivere lì.", "Tap the picture to put a mark and write there.";
    /// Name of the picture as a button.
    set_pin = "Metti un segno sull’immagine", "Put a mark on the picture";
    on_this_version(version: i64) = "sulla versione {version}", "on version {version}";
    pin_number(number: usize) = "Segno {number}", "Mark {number}";
    reply_to_pin(number: usize) = "Rispondi al segno {number}", "Reply to mark {number}";
    new_pin(number: usize) = "Scrivi accanto al segno {number}", "Write beside mark {number}";
    leave_pin = "Lascia stare il segno", "Leave the mark";
    /// On an older version, with a link to the newest.
    older_version(version: i64) = "Stai guardando la versione {version}." / "Sta guardando la versione {version}.", "You are looking at version {version}.";
    to_newest_version = "Vai alla più recente", "Go to the newest";
}
