//! The texts of the agency's people: invitations, passwords, the account.

use app::phrases;
use domain::{Language, Role};

use super::I18n;

phrases! { MEMBERS:
    people = "Persone", "People";
    people_hint = "Chi lavora nello studio.", "Who works in the studio.";
    that_is_you = "tu", "you";
    member_may_heading = "Un membro", "A member";
    owner_may_heading = "Un titolare, in più", "An owner, besides that";
    server_account = "Account del server", "Server account";
    server_account_hint = "Non si può disattivare: è l’ultima porta.", "It cannot be disabled: it is the last way in.";
    member_may = "Fa il lavoro di ogni giorno: clienti, progetti, posta, ore, preventivi, pagamenti, lead.", "Does the daily work: clients, projects, inbox, hours, quotes, payments, leads.";
    owner_may = "Impostazioni, persone, esportazioni, registro e fonti dei lead. Elimina clienti, progetti e lead.", "Settings, people, exports, the activity log and sources of leads. Deletes clients, projects and leads.";
    member_role = "Ruolo", "Role";
    member_invited = "Non ha ancora accettato l’invito", "Has not accepted the invitation yet";
    invitation_expired = "Il link dell’invito è scaduto", "The invitation’s link has expired";
    member_disable = "Disattiva", "Disable";
    member_enable = "Riattiva", "Enable";
    make_owner = "Rendi titolare", "Make an owner";
    make_member = "Rendi membro", "Make a member";
    invite_person = "Invita una persona", "Invite somebody";
    invite = "Invita", "Invite";
    invite_hint = "Riceve un’e-mail con un link che vale 7 giorni. Lo puoi anche copiare e mandare tu.", "They get an e-mail with a link that is valid for 7 days. You can also copy it and send it yourself.";
    invite_hint_without_mail = "Avrai un link da copiare e mandare, che vale 7 giorni.", "You get a link to copy and send, valid for 7 days.";
    invitation_again = "Manda di nuovo", "Send again";
    invitation_renew = "Nuovo invito", "New invitation";
    invitation_address = "Link dell’invito", "Invitation link";
    reset_address = "Link per la nuova password", "Link for a new password";
    your_account = "Il tuo account", "Your account";
    account_on_server = "E-mail e password di questo account si cambiano sul server. Con un account tuo, da Impostazioni, Persone, il tuo nome compare in ciò che fai.", "E-mail and password of this account are changed on the server. With an account of your own, from Settings, People, what you do has your name.";
    account_email_hint = "Con questa accedi.", "You sign in with it.";
    account_language = "Lingua", "Language";
    agency_language = "Quella dello studio", "The studio’s";
    old_password = "Password attuale", "Current password";
    old_password_wrong = "La password attuale non è giusta.", "The current password is wrong.";
    change_password = "Cambia password", "Change password";
    change_password_hint = "Cambiandola esci da ogni altro dispositivo.", "Changing it signs you out on all other devices.";
    /// Before the name of what is changed, which is only read out.
    change = "Cambia", "Change";
    own_password_changed = "Password cambiata: sugli altri dispositivi serve accedere di nuovo.", "Password changed: other devices are signed out.";
    devices = "Dispositivi", "Devices";
    this_device = "questo", "this one";
    unknown_device = "Un programma", "A program";
    end_other_sessions = "Esci dagli altri dispositivi", "Sign out other devices";
    assigned = "Chi lo segue", "Who looks after them";
    assign = "Assegna", "Assign";
    /// Column of the list of clients: the members who look after each.
    column_whose = "Di chi", "Whose";
    /// Before their number.
    chosen_count = "Scelti", "Chosen";
    choose_none = "Deseleziona", "Clear";
    assign_chosen = "Assegna a", "Assign to";
    assign_nobody = "Nessuno", "Nobody";
    mine = "I miei", "Mine";
    choose_password = "Scegli la password", "Choose a password";
    choose_password_hint = "Da 10 a 200 caratteri: una frase va benissimo.", "10 to 200 characters: a phrase works well.";
    new_password = "Nuova password", "New password";
    join_submit = "Salva ed entra", "Save and sign in";
    reset_submit = "Salva la password", "Save the password";
    key_gone = "Questo link non vale più", "This link is no longer valid";
    join_gone_hint = "È già stato usato, oppure è scaduto o è stato sostituito. Chiedi a chi ti ha invitato di mandartene uno nuovo; se hai già scelto la password, accedi.", "It has been used already, or has expired or been replaced. Ask whoever invited you for a new one; if you have chosen a password already, sign in.";
    reset_gone_hint = "È già stato usato, oppure è scaduto: vale un’ora. Dalla pagina di accesso puoi chiederne un altro, oppure lo chiedi a chi gestisce lo studio.", "It has been used already or has expired: it is valid for an hour. You can ask for another on the sign-in page, or ask whoever runs the studio.";
    too_many_tries = "Troppi tentativi", "Too many tries";
    forgotten = "Password dimenticata?", "Forgotten your password?";
    forgotten_hint = "Scrivi la tua e-mail: se è di una persona dello studio, riceverà un link per scegliere una nuova password. Vale un’ora.", "Type your e-mail: if it belongs to somebody of the studio, they get a link to choose a new password. It is valid for an hour.";
    forgotten_submit = "Invia il link", "Send the link";
    forgotten_sent = "Controlla la posta", "Check your e-mail";
    forgotten_sent_hint = "Se l’indirizzo è di una persona dello studio, il link è in viaggio. Se non arriva, controlla lo spam; dopo dieci minuti puoi chiederne un altro.", "If the address belongs to somebody of the studio, the link is on its way. If it does not arrive, check your spam folder; after ten minutes you can ask for another.";
    password_changed = "Password cambiata: accedi con quella nuova.", "Password changed: sign in with the new one.";
    back_to_sign_in = "Vai all’accesso", "Go to sign-in";
    join_mail_hint = "Il link vale 7 giorni e si usa una volta sola.", "The link is valid for 7 days and can be used once.";
    reset_mail = "Qualcuno, forse tu, ha chiesto una nuova password per il tuo accesso. Se non eri tu, ignora questa e-mail: non cambia nulla.", "Somebody, perhaps you, has asked for a new password for your account. If it was not you, ignore this e-mail: nothing changes.";
    reset_mail_hint = "Il link vale un’ora e si usa una volta sola.", "The link is valid for an hour and can be used once.";
    problem_common = "È una delle password più usate: scegline una meno comune.", "It is one of the most used passwords: choose a less common one.";
    problem_personal = "Non usare il nome della tua e-mail o dello studio.", "Do not use the name of your e-mail or of the studio.";
    join_heading(agency: &str) = "Entra in {agency}", "Join {agency}";
    join_hint(email: &str) = "Accederai con {email} e la password che scegli qui.", "You will sign in with {email} and the password you choose here.";
    join_instead(email: &str) = "In questo browser ora sei {email}: quando salvi, passi al nuovo account.", "In this browser you are {email} now: when you save, you switch to the new account.";
    join_subject(agency: &str) = "{agency} ti invita a lavorare in Atrio", "{agency} invites you to work in Atrio";
    join_mail(agency: &str) = "Da oggi puoi lavorare con {agency} in Atrio: scegli una password e sei dentro.", "From today you can work with {agency} in Atrio: choose a password and you are in.";
    reset_subject(agency: &str) = "Nuova password per {agency}", "A new password for {agency}";
    invitation_sent(email: &str) = "Invito mandato a {email}. Puoi anche copiare il link: si vede solo adesso.", "Invitation sent to {email}. You can also copy the link: it is shown only now.";
    reset_sent(email: &str) = "Link mandato a {email}: vale un’ora. Puoi anche copiarlo: si vede solo adesso.", "Link sent to {email}, valid for an hour. You can also copy it: it is shown only now.";
    invitation_not_sent(name: &str) = "L’e-mail non è partita: copia il link e mandalo tu a {name}. Si vede solo adesso.", "The e-mail could not be sent: copy the link and send it to {name} yourself. It is shown only now.";
    invitation_to_send(name: &str) = "Copia il link e mandalo a {name}: si vede solo adesso.", "Copy the link and send it to {name}: it is shown only now.";
    too_many_tries_hint(minutes: i64) = "Da qui sono arrivati troppi tentativi di seguito. Il link vale ancora: riprova fra un minuto." | "Da qui sono arrivati troppi tentativi di seguito. Il link vale ancora: riprova fra {minutes} minuti.", "Too many tries came from here in a row. The link is still valid: try again in a minute." | "Too many tries came from here in a row. The link is still valid: try again in {minutes} minutes.";
    clients_of(count: i64) = "un cliente" | "{count} clienti", "one client" | "{count} clients";
    invitation_valid(days: i64) = "In attesa: il link vale ancora un giorno" | "In attesa: il link vale altri {days} giorni", "Waiting: the link is valid for another day" | "Waiting: the link is valid for another {days} days";
    seen_today(time: &str) = "Qui oggi alle {time}", "Last here today at {time}";
    problem_too_short(least: usize) = "Almeno {least} caratteri.", "At least {least} characters.";
}

names! {
    role(Role) {
        Owner = "Titolare", "Owner";
        Member = "Membro", "Member";
    }
}

impl I18n {
    /// A browser and its system, from what it says of itself: `Firefox su Linux`.
    pub fn device(self, user_agent: &str) -> String {
        let first = |names: &[(&str, &'static str)]| {
            names.iter().find(|(part, _)| user_agent.contains(part)).map(|(_, name)| *name)
        };
        // Most say that they are also those that are below them here.
        let browser = first(&[
            ("Edg", "Edge"),
            ("OPR/", "Opera"),
            ("Firefox/", "Firefox"),
            ("FxiOS/", "Firefox"),
            ("CriOS/", "Chrome"),
            ("Chrome/", "Chrome"),
            ("Safari/", "Safari"),
        ]);
        let system = first(&[
            ("iPhone", "iPhone"),
            ("iPad", "iPad"),
            ("Android", "Android"),
            ("Windows", "Windows"),
            ("Mac OS X", "Mac"),
            ("CrOS", "ChromeOS"),
            ("Linux", "Linux"),
        ]);
        match (browser, system, self.0) {
            (Some(browser), Some(system), Language::It) => format!("{browser} su {system}"),
            (Some(browser), Some(system), Language::En) => format!("{browser} on {system}"),
            (Some(one), None, _) | (None, Some(one), _) => one.to_owned(),
            (None, None, _) => self.unknown_device().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_is_named_after_browser_and_system() {
        let device = |user_agent| I18n::from(Language::It).device(user_agent);
        let edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36 Edg/156.0";
        assert_eq!(device(edge), "Edge su Windows");
        let phone =
            "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Safari/604.1";
        assert_eq!(device(phone), "Safari su iPhone");
        assert_eq!(
            device("Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"),
            "Firefox su Linux"
        );
        assert_eq!(device("curl/8"), "Un programma");
    }
}
