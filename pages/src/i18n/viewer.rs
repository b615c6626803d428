//! The texts of the page of a picture or a recording.

use app::phrases;

use super::I18n;

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
    set_pin = "Metti un segno sull’immagine" / "Metta un segno sull’immagine", "Put a mark on the picture";
    pins_counted(count: i64) = "Un segno" | "{count} segni", "One mark" | "{count} marks";
    no_pins = "Nessun segno", "No marks";
    on_this_version(version: i64) = "sulla versione {version}", "on version {version}";
    pin_number(number: usize) = "Segno {number}", "Mark {number}";
    reply_to_pin(number: usize) = "Rispondi al segno {number}" / "Risponda al segno {number}", "Reply to mark {number}";
    new_pin(number: usize) = "Scrivi accanto al segno {number}" / "Scriva accanto al segno {number}", "Write beside mark {number}";
    leave_pin = "Lascia stare il segno" / "Lasci stare il segno", "Leave the mark";
    /// On an older version, with a link to the newest.
    older_version(version: i64) = "Stai guardando la versione {version}." / "Sta guardando la versione {version}.", "You are looking at version {version}.";
    to_newest_version = "Vai alla più recente" / "Vada alla più recente", "Go to the newest";
}
