//! The texts of contact forms: those a visitor reads, and those of the agency.

use app::phrases;

use super::I18n;

phrases! { CONTACT:
    contact_heading = "Raccontaci cosa hai in mente" / "Ci racconti cosa ha in mente", "Tell us what you have in mind";
    contact_message = "Di cosa hai bisogno?" / "Di cosa ha bisogno?", "What do you need?";
    contact_send = "Invia il messaggio", "Send the message";
    /// Above a form with problems.
    contact_refused = "Non è ancora partito: controlla i campi segnalati." / "Non è ancora partito: controlli i campi segnalati.", "Not sent yet: check the marked fields.";
    contact_consent_needed = "Per inviare il messaggio serve questo consenso.", "This consent is needed to send the message.";
    /// The link to the agency’s page about it.
    contact_privacy = "Informativa sulla privacy", "Privacy policy";
    /// The label of the trap field, for browsers without style sheets.
    contact_honeypot = "Da lasciare vuoto", "Leave this empty";
    contact_thanks = "Grazie, messaggio inviato", "Thank you, your message is on its way";
    contact_thanks_hint = "Ti risponderemo al più presto." / "Le risponderemo al più presto.", "We will get back to you as soon as we can.";
    contact_again = "Scrivi un altro messaggio", "Write another message";
    /// Of a form without room for another message.
    contact_full = "Al momento non riceviamo messaggi", "We cannot take messages at the moment";
    contact_full_hint = "Si può riprovare più tardi.", "Please try again later.";
    contact_closed = "Questo modulo è chiuso", "This form is closed";
    contact_closed_hint = "Al momento non riceve messaggi.", "It takes no messages at the moment.";
    /// Above a form that was not taken because too many messages came; it can be sent again after so long.
    contact_too_many(wait: &str) = "Il messaggio non è partito: ne sono arrivati troppi in poco tempo. Si può riprovare fra {wait}; il testo è ancora qui sotto.", "Your message was not sent: too many have come in a short time. Try again in {wait}; what you wrote is still below.";
    /// As [`Self::contact_too_many`], because there is no room for another one.
    contact_not_stored(wait: &str) = "Il messaggio non è partito: al momento non possiamo riceverne altri. Si può riprovare fra {wait}; il testo è ancora qui sotto.", "Your message was not sent: we cannot take any more now. Try again in {wait}; what you wrote is still below.";
}

phrases! { FORM_SOURCE:
    form_kind_hint = "Una pagina pronta con il tuo logo e i tuoi colori, da condividere con un link o un codice QR. Testi e consenso si scelgono dopo averla creata.", "A ready page with your logo and colours, to share by link or QR code. Its texts and the consent are set once it is created.";
    form_address = "Indirizzo del modulo", "Form address";
    form_address_hint = "Per la firma delle e-mail, la bio dei social, un pulsante del sito. Chi lo apre può scriverti.", "For your e-mail signature, the link in your bio, a button on your site. Whoever opens it can write to you.";
    form_open = "Apri il modulo", "Open the form";
    form_qr = "Codice QR del modulo", "QR code of the form";
    form_qr_download = "Scarica il codice QR", "Download the QR code";
    form_rotate_warning = "Quello attuale smette subito di funzionare, anche nelle firme e nei codici QR già stampati.", "The current one stops working at once, also in signatures and printed QR codes.";
    form_texts = "Testi e campi", "Texts and fields";
    form_intro = "Introduzione", "Introduction";
    form_intro_hint = "Compare sopra i campi: per esempio che cosa scriverti e quando rispondi.", "Shown above the fields: for example what to write, and when you answer.";
    form_consent = "Consenso", "Consent";
    form_consent_hint = "Se lo scrivi, chi invia deve spuntarlo. Il testo e l’ora restano con l’invio.", "If you write one, whoever sends the form has to tick it. The text and the time stay with the submission.";
    form_privacy_url = "Link all’informativa sulla privacy", "Link to the privacy policy";
    form_privacy_url_hint = "Compare sotto i campi, anche senza consenso.", "Shown below the fields, also without a consent.";
    form_language = "Lingua", "Language";
    form_language_hint = "Vale per le etichette e i messaggi del modulo; i tuoi testi restano come li scrivi.", "For the labels and messages of the form; your own texts stay as you write them.";
    /// Of no one language.
    form_language_browser = "Quella di chi lo apre", "That of whoever opens it";
    form_asks_phone = "Chiedi il telefono", "Ask for the telephone number";
    form_asks_company = "Chiedi l’azienda", "Ask for the company";
}
