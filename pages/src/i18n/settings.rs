//! The texts of the settings page.

use app::phrases;
use domain::FormOfAddress;
use domain::settings::logo::LogoProblem;
use domain::settings::system_info::{Counts, DatabaseKind};

use super::I18n;

phrases! { SETTINGS:
    studio = "Studio", "Studio";
    look = "Aspetto", "Appearance";
    data = "Dati", "Data";
    security = "Sicurezza", "Security";
    advanced = "Avanzate", "Advanced";
    studio_hint = "I clienti lo leggono nel loro portale e nelle e-mail.", "Clients read it in their portal and in e-mails.";
    form_of_address = "Come ti rivolgi ai clienti", "How clients are addressed in Italian";
    form_of_address_hint = "Per tutti i testi in italiano che i clienti leggono.", "For every Italian text that clients read.";
    show_member_names = "I clienti vedono chi scrive", "Clients see who writes";
    show_member_names_hint = "Spento, ogni messaggio porta il nome dello studio. Qui vedi sempre chi ha scritto.", "When off, every message has the studio’s name. Here you always see who wrote.";
    time_zone = "Fuso orario", "Time zone";
    time_zone_hint = "Scrivi una città, per esempio Rome. È l’ora di tutto quello che leggi e scrivi qui. Nelle conversazioni ogni cliente vede la propria.", "Type a city, such as Rome. It sets the time of everything you read and write here. In conversations each client sees their own.";
    logo = "Logo", "Logo";
    logo_hint = "SVG o PNG, al massimo 256 KB. Lo vedono i clienti in cima al loro portale.", "SVG or PNG, 256 KB at most. Clients see it at the top of their portal.";
    logo_file = "File del logo", "Logo file";
    /// What a picture shows: the logo there is.
    logo_now = "Logo attuale", "Current logo";
    /// Above a picture of the logo in light mode.
    logo_on_light = "Su sfondo chiaro", "On a light background";
    /// Above a picture of the logo in dark mode.
    logo_on_dark = "Su sfondo scuro", "On a dark background";
    logo_dark_file = "Logo per lo sfondo scuro", "Logo for dark backgrounds";
    logo_dark_hint = "Senza, il primo logo appare su un riquadro chiaro.", "Without it, the first logo appears on a light plate.";
    logo_none = "Nessun logo: in cima al portale c’è solo il nome.", "No logo: only the name stands at the top of the portal.";
    logo_upload = "Carica", "Upload";
    logo_remove_question = "Togliere il logo?", "Remove the logo?";
    logo_remove = "Togli il logo", "Remove the logo";
    /// A logo that somebody else changed meanwhile.
    logo_stale = "Nel frattempo qualcun altro ha cambiato il logo: guarda quello attuale e, se serve, carica di nuovo il tuo.", "Somebody else has changed the logo in the meantime: look at it as it is now and, if needed, upload yours again.";
    webhook = "Lead dal sito", "Leads from your site";
    webhook_hint = "Il modulo del sito, o un’automazione, invia qui i nuovi contatti.", "Your site’s form, or an automation, sends new contacts here.";
    webhook_sources = "Ogni modulo, calendario o campagna è una fonte, con il suo indirizzo.", "Each form, calendar or campaign is a source, with an address of its own.";
    webhook_address = "Indirizzo", "Address";
    webhook_secret = "Segreto", "Secret";
    /// The secret is set.
    webhook_open = "Impostato: chi lo conosce può inviare contatti.", "Set: whoever knows it can send contacts.";
    /// The secret is not set.
    webhook_closed = "Non impostato: ogni invio viene respinto. Imposta LEAD_WEBHOOK_SECRET sul server e riavvia Atrio.", "Not set: everything sent is refused. Set LEAD_WEBHOOK_SECRET on the server and restart Atrio.";
    webhook_example = "Una prova dal terminale: metti il tuo segreto al posto di SEGRETO.", "A test, from a terminal. Put your secret in place of SECRET.";
    /// What stands for the secret in the example.
    webhook_placeholder = "SEGRETO", "SECRET";
    /// Name of somebody in the example.
    webhook_example_name = "Prova di Atrio", "Atrio test";
    /// What they write.
    webhook_example_message = "Vorrei un preventivo", "I would like a quote";
    space = "Spazio degli invii", "Space for submissions";
    copy_address = "Copia l’indirizzo", "Copy the address";
    copy_command = "Copia il comando", "Copy the command";
    exports = "Esporta i dati", "Export your data";
    exports_hint = "Tabelle in CSV per il foglio di calcolo, e un file con tutto, che un altro Atrio può importare. Il file completo contiene i token dei clienti: tienilo al sicuro.", "Tables in CSV for your spreadsheet, and one file with everything that another Atrio can import. The complete file contains the clients’ tokens: keep it safe.";
    export_leads = "Lead (CSV)", "Leads (CSV)";
    export_times = "Ore (CSV)", "Time entries (CSV)";
    export_payments = "Pagamenti (CSV)", "Payments (CSV)";
    export_everything = "Tutto (JSON)", "Everything (JSON)";
    /// Before links to the same tables in another format.
    exports_for_scripts = "Le stesse tabelle nel formato per programmi e script, uguale in ogni lingua:", "The same tables in the format for programs and scripts, the same in every language:";
    end_sessions_question = "Chiudere tutte le sessioni?", "End every session?";
    end_sessions_warning = "Dovrai accedere di nuovo, qui e su ogni altro dispositivo.", "You will have to sign in again, here and on every other device.";
    about = "Informazioni", "About";
    about_version = "Versione", "Version";
    about_database = "Database", "Database";
    /// Before the counts.
    about_contents = "Contiene", "Holds";
}

names! {
    address_with(FormOfAddress) {
        Tu = "Con il tu: «Tocca a te»", "With tu: “Tocca a te”";
        Lei = "Con il Lei: «Tocca a Lei»", "With Lei: “Tocca a Lei”";
    }

    /// Why a file was not taken as the logo, and what to do.
    logo_problem(LogoProblem) {
        Missing = "Scegli prima un file.", "Choose a file first.";
        TooLarge = "Il file supera i 256 KB: esportalo più piccolo.", "The file is larger than 256 KB: export a smaller one.";
        NotAPicture = "Il file non è né un SVG né un PNG, qualunque sia il suo nome.", "The file is neither an SVG nor a PNG, whatever its name.";
        PngTooBig = "Il PNG supera i 4096 pixel per lato: riducilo.", "The PNG has a side of more than 4096 pixels: make it smaller.";
    }
}

impl I18n {
    /// The settings page after a key was changed: what the key is about.
    pub fn setting(self, key: &str) -> &str {
        self.pick(match key {
            "agency_name" => ("nome dello studio", "the studio’s name"),
            "accent" => ("colore", "colour"),
            "logo_dark" => ("logo per lo sfondo scuro", "logo for dark backgrounds"),
            "language" => ("lingua", "language"),
            "form_of_address" => ("tu o Lei ai clienti", "how clients are addressed"),
            "show_member_names" => ("firma dei messaggi", "who signs messages"),
            "letterhead" => ("intestazione dei preventivi", "letterhead of quotes"),
            "vat_rate" => ("aliquota IVA", "VAT rate"),
            "time_zone" => ("fuso orario", "time zone"),
            "delivery_days" => ("conservazione degli invii", "how long submissions are kept"),
            "silent_days" => ("silenzio delle fonti", "silence of sources"),
            "source_megabytes" => ("spazio per fonte", "space for each source"),
            "delivery_megabytes" => ("spazio per gli invii", "space for submissions"),
            "free_megabytes" => ("avviso di spazio libero", "warning of free space"),
            "notify" => ("notifiche allo studio", "notifications to the studio"),
            "quiet_hours" => ("ore di quiete", "quiet hours"),
            "mail_texts" => ("testo nelle e-mail", "texts in e-mails"),
            "morning_summary" => ("riepilogo del mattino", "morning summary"),
            _ => return key,
        })
    }

    /// The name of a database, and its size: `SQLite, 12,3 MB`.
    pub fn database(self, kind: DatabaseKind, bytes: i64) -> String {
        let name = match kind {
            DatabaseKind::Sqlite => "SQLite",
            DatabaseKind::Postgres => "PostgreSQL",
        };
        format!("{name}, {}", self.size(bytes))
    }

    /// `3 clienti, 5 progetti, 1 lead, 20 messaggi`.
    pub fn counts(self, counts: &Counts) -> String {
        let all = [
            (counts.clients, ["cliente", "clienti"], ["client", "clients"]),
            (counts.projects, ["progetto", "progetti"], ["project", "projects"]),
            (counts.leads, ["lead", "lead"], ["lead", "leads"]),
            (counts.messages, ["messaggio", "messaggi"], ["message", "messages"]),
        ];
        all.map(|count| self.count(count)).join(", ")
    }
}

#[cfg(test)]
mod tests {
    use domain::Language::{En, It};

    use super::*;

    #[test]
    fn sizes_have_readable_units() {
        let size = |language, bytes| I18n::from(language).database(DatabaseKind::Sqlite, bytes);
        assert_eq!(size(It, 998_001), "SQLite, 998 kB");
        assert_eq!(size(It, 12_345_678), "SQLite, 12,3 MB");
        assert_eq!(size(En, 1_000_000), "SQLite, 1.0 MB");
    }

    #[test]
    fn counts_distinguish_singular() {
        let at = domain::Timestamp::from_millis(0);
        let counts = Counts { clients: 1, projects: 2, leads: 1, messages: 0, at };
        assert_eq!(I18n::from(It).counts(&counts), "1 cliente, 2 progetti, 1 lead, 0 messaggi");
        assert_eq!(I18n::from(En).counts(&counts), "1 client, 2 projects, 1 lead, 0 messages");
    }
}
