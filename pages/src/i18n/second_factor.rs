//! The texts of the two-step sign-in: on the account page, and at the sign-in.

use app::phrases;

use super::I18n;

phrases! { SECOND_FACTOR:
    second_factor = "Accesso in due passaggi", "Two-step sign-in";
    second_factor_off = "Non attivo", "Off";
    second_factor_on = "Attivo", "On";
    second_factor_hint = "Dopo la password ti chiediamo un codice che compare sul tuo telefono: a chi scopre la password, quella sola non basta.", "After the password we ask for a code that appears on your phone: whoever finds out the password alone does not get in.";
    second_factor_start = "Attiva", "Switch on";
    scan = "Inquadra", "Scan";
    scan_hint = "Con l’app che usi per i codici. Oppure scrivi la chiave:", "With the app that you use for codes. Or type the key:";
    scan_picture = "Codice QR per la tua app", "QR code for your app";
    scan_on_this_phone = "Sei sul telefono? Apri l’app da qui", "On your phone? Open the app from here";
    type_code = "Scrivi il codice", "Type the code";
    app_code = "Le sei cifre che vedi nell’app", "The six digits that you see in the app";
    app_code_hint = "Cambia ogni 30 secondi. Se non va, controlla l’ora del telefono.", "It changes every 30 seconds. If it does not work, check the time of the phone.";
    second_factor_confirm = "Attiva", "Switch on";
    store_codes = "Conserva i codici di recupero", "Store the recovery codes";
    store_codes_hint = "Ne compaiono dieci, solo in quel momento. Ognuno vale una volta sola, se perdi il telefono.", "Ten appear, once. Each works once, if you lose the phone.";
    recovery_codes = "Dieci codici di recupero", "Ten recovery codes";
    recovery_codes_hint = "Li vedi solo adesso. Ognuno vale una volta sola, se perdi il telefono.", "You see them only now. Each works once, if you lose the phone.";
    recovery_codes_download = "Scarica", "Download";
    recovery_codes_stored = "Li ho messi al sicuro", "I have stored them";
    recovery_codes_renew = "Nuovi codici di recupero", "New recovery codes";
    recovery_codes_renew_hint = "I nuovi codici sostituiscono quelli di prima.", "New codes replace those from before.";
    /// Beside a person.
    two_steps = "Due passaggi", "Two steps";
    second_factor_remove = "Disattiva", "Switch off";
    second_factor_take_off = "Togli i due passaggi", "Switch off two-step sign-in";
    second_factor_take_off_warning = "Poi per entrare basterà la password, finché non li attiva di nuovo.", "The password alone will be enough then, until they switch it on again.";
    app_code_wrong = "Il codice non è giusto: prova con quello che vedi adesso.", "The code is wrong: try the one that you see now.";
    password_wrong = "La password non è giusta.", "The password is wrong.";
    sign_in_code = "Codice", "Code";
    sign_in_code_hint = "Le sei cifre della tua app, oppure uno dei codici di recupero.", "The six digits of your app, or one of your recovery codes.";
    sign_in_code_heading = "Scrivi il codice", "Type the code";
    sign_in_code_wrong = "Il codice non è giusto, o è già stato usato: prova con il prossimo. Se non va, controlla che il telefono prenda l’ora da solo.", "The code is wrong or has been used already: try the next one. If it does not work, check that the phone sets its time by itself.";
    sign_in_code_late = "Sono passati più di cinque minuti: ricomincia da e-mail e password.", "More than five minutes have passed: start again with e-mail and password.";
    sign_in_code_needed = "Serve anche il codice.", "The code is needed, too.";
    sign_in_again = "Ricomincia da capo", "Start again";
    codes_left(count: i64) = "Nessun codice di recupero rimasto: creane di nuovi." | "Ti resta un codice di recupero." | "Ti restano {count} codici di recupero.", "No recovery code left: make new ones." | "You have one recovery code left." | "You have {count} recovery codes left.";
    clock_ahead(minutes: i64) = "L’orologio del telefono è avanti di un minuto: imposta l’ora automatica e riprova." | "L’orologio del telefono è avanti di {minutes} minuti: imposta l’ora automatica e riprova.", "The clock of the phone is a minute fast: let it set its time by itself and try again." | "The clock of the phone is {minutes} minutes fast: let it set its time by itself and try again.";
    clock_behind(minutes: i64) = "L’orologio del telefono è indietro di un minuto: imposta l’ora automatica e riprova." | "L’orologio del telefono è indietro di {minutes} minuti: imposta l’ora automatica e riprova.", "The clock of the phone is a minute slow: let it set its time by itself and try again." | "The clock of the phone is {minutes} minutes slow: let it set its time by itself and try again.";
}
