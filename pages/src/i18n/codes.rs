//! The texts of codes: of the page that asks a client for one, of its e-mail, and of the client's page.

use app::phrases;
use domain::clients::Access;

use super::I18n;

phrases! { CODES:
    code_needed = "Per entrare serve un codice", "You need a code to get in";
    /// Before an e-mail address.
    code_goes_to = "Lo mandiamo a", "We send it to";
    code_once = "Vale 15 minuti. Su questo dispositivo, poi, non lo chiediamo più per 90 giorni.", "It is valid for 15 minutes. After that we do not ask for one on this device for 90 days.";
    code_send = "Mandami il codice", "Send me the code";
    code_sent = "Ti abbiamo mandato un codice" / "Le abbiamo mandato un codice", "We have sent you a code";
    /// Before an e-mail address.
    code_is_in = "È nella posta di", "It is in the inbox of";
    code_label = "Codice di sei caratteri", "Code of six characters";
    code_enter = "Entra", "Continue";
    code_wrong = "Il codice non è giusto, oppure non vale più. Ricontrollalo, o fattene mandare un altro." / "Il codice non è giusto, oppure non vale più. Lo ricontrolli, o se ne faccia mandare un altro.", "The code is wrong, or no longer valid. Check it, or have another one sent.";
    code_expired = "Quel codice non vale più: fattene mandare uno nuovo." / "Quel codice non vale più: se ne faccia mandare uno nuovo.", "That code is no longer valid: have a new one sent.";
    code_not_found = "Non lo trovi? Guarda nella posta indesiderata." / "Non lo trova? Guardi nella posta indesiderata.", "Cannot find it? Check your spam folder.";
    code_another = "Mandamene un altro", "Send me another one";
    code_another_hint = "In un’ora ne mandiamo al massimo cinque.", "We send five an hour at most.";
    code_mail = "Scrivilo nella pagina da cui l’hai chiesto: vale 15 minuti, e una volta sola." / "Lo scriva nella pagina da cui l’ha chiesto: vale 15 minuti, e una volta sola.", "Type it on the page where you asked for it: it is valid for 15 minutes and can be used once.";
    code_mail_hint = "Se non l’hai chiesto tu, non devi fare niente: senza questo codice non entra nessuno. Non darlo ad altri." / "Se non l’ha chiesto Lei, non deve fare niente: senza questo codice non entra nessuno. Non lo dia ad altri.", "If you did not ask for it, there is nothing to do: nobody gets in without this code. Do not pass it on.";
    invitation_code_hint = "Il link è personale: la prima volta ti chiede un codice, che ti mandiamo per e-mail." / "Il link è personale: la prima volta Le chiede un codice, che Le mandiamo per e-mail.", "The link is personal: the first time it asks you for a code, which we send by e-mail.";
    client_access = "Accesso", "Access";
    client_access_hint = "Con il codice, chi apre il link riceve per e-mail sei caratteri da scrivere: una volta ogni 90 giorni, su ogni dispositivo.", "With the code, whoever opens the link gets six characters by e-mail to type: once every 90 days, on each device.";
    client_portal_code_hint = "Manda al cliente il link riservato; quello breve serve a dettarlo, per esempio al telefono. Chi ha uno dei due arriva alla pagina che chiede il codice.", "Send your client the private link; the short one is for saying it, as on the phone. Whoever has either gets to the page that asks for the code.";
    codes_again = "Chiedi di nuovo il codice", "Ask for the code again";
    codes_again_hint = "Chi è già entrato dovrà scriverne uno nuovo, su ogni dispositivo. I link restano gli stessi.", "Whoever is in already has to type a new one, on each device. The links stay the same.";
    access_without_mail = "Questo server non manda e-mail: nessuno riceve il codice, e il portale resta chiuso a chi non è già entrato.", "This server sends no e-mails: nobody gets the code, and the portal stays closed to those who are not in already.";
    problem_no_address = "Il codice arriva per e-mail: aggiungi l’indirizzo del cliente, oppure lascia che basti il link.", "The code arrives by e-mail: add the client’s address, or let the link be enough.";
    problem_no_mail_server = "Questo server non manda e-mail, quindi nemmeno codici: prima va impostato SMTP_URL.", "This server sends no e-mails, and so no codes: SMTP_URL has to be set first.";
    code_subject(code: &str, agency: &str) = "{code} è il tuo codice per {agency}" / "{code} è il Suo codice per {agency}", "{code} is your code for {agency}";
    code_no_address(agency: &str) = "Il codice arriva per e-mail, ma {agency} non ha un tuo indirizzo: chiedi di aggiungerlo, poi riapri questo link." / "Il codice arriva per e-mail, ma {agency} non ha un Suo indirizzo: chieda di aggiungerlo, poi riapra questo link.", "The code arrives by e-mail, but {agency} has no address of yours: ask them to add it, then open this link again.";
    code_no_mail(agency: &str) = "Il codice arriva per e-mail, ma in questo momento {agency} non può mandarne: chiedi a loro come entrare." / "Il codice arriva per e-mail, ma in questo momento {agency} non può mandarne: chieda a loro come entrare.", "The code arrives by e-mail, but {agency} cannot send any at the moment: ask them how to get in.";
    code_another_in(seconds: i64) = "Un altro si può chiedere fra un secondo." | "Un altro si può chiedere fra {seconds} secondi.", "You can ask for another in a second." | "You can ask for another in {seconds} seconds.";
    access_without_email(name: &str) = "{name} non ha un’e-mail a cui mandare il codice, quindi non può entrare.", "{name} has no e-mail address for the code, and so cannot get in.";
}

names! {
    access_choice(Access) {
        Link = "Basta il link", "The link is enough";
        Code = "Link e codice", "Link and code";
    }
}

impl I18n {
    /// What the link in an invitation opens.
    pub fn invitation_access(self, needs_code: bool) -> &'static str {
        if needs_code { self.invitation_code_hint() } else { self.invitation_hint() }
    }
}
