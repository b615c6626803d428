//! The steps that connect each sender. Menus are named as in the products, most of which are in English only.

mod english;
mod italian;
mod secrets;

use app::phrases;
use domain::Language::{En, It};
use domain::leads::SourceKind;

use super::I18n;

phrases! { INSTRUCTIONS:
    source_connect = "Come collegarla", "How to connect it";
    /// After the steps of a form.
    source_then_send = "Poi fai un invio di prova: entro pochi secondi comparirà qui sotto, tra gli ultimi invii.", "Then send a test: within seconds it appears below, among the latest submissions.";
    /// After the steps of a calendar.
    source_then_book = "Poi prenota un appuntamento di prova: entro pochi secondi comparirà qui sotto, tra gli ultimi invii.", "Then book a test appointment: within seconds it appears below, among the latest submissions.";
    /// After the steps of a form of Atrio.
    source_then_look = "Entro pochi secondi comparirà qui sotto, tra gli ultimi invii.", "Within seconds it appears below, among the latest submissions.";
    source_signature = "La firma", "The signature";
    /// A sender that does not sign.
    signature_none = "Questo servizio non firma quello che spedisce: a proteggerti è l’indirizzo, che conosce solo chi lo ha ricevuto da te. Se finisse in mani sbagliate, creane uno nuovo.", "This service does not sign what it sends: what protects you is the address, known only to those you gave it to. Should it fall into the wrong hands, make a new one.";
    signature_is_set = "Il segreto è impostato: gli invii senza la sua firma vengono respinti.", "The secret is set: submissions not signed with it are refused.";
    signature_is_not_set = "Per ora la firma non viene controllata: basta l’indirizzo.", "For now the signature is not checked: the address is enough.";
    /// Link to the box for the secret, while none is kept.
    signature_set = "Imposta il segreto", "Set the secret";
    /// Link to the box for the secret that is kept.
    signature_change = "Cambia il segreto", "Change the secret";
    calendly_who = "Primo comando: chiede a Calendly i tuoi dati", "First command: asks Calendly for your data";
    calendly_connect = "Secondo comando: crea il webhook", "Second command: creates the webhook";
}

impl I18n {
    /// How people know a sender.
    pub const fn source_kind(self, kind: SourceKind) -> &'static str {
        match (kind, self.0) {
            (SourceKind::Auto, It) => "Lo riconosce Atrio",
            (SourceKind::Auto, En) => "Recognised by Atrio",
            (SourceKind::AtrioForm, It) => "Modulo di Atrio",
            (SourceKind::AtrioForm, En) => "Atrio form",
            (SourceKind::Elementor, _) => "Elementor",
            (SourceKind::ContactForm7, _) => "Contact Form 7",
            (SourceKind::GravityForms, _) => "Gravity Forms",
            (SourceKind::WpForms, _) => "WPForms",
            (SourceKind::Typeform, _) => "Typeform",
            (SourceKind::Tally, _) => "Tally",
            (SourceKind::Webflow, _) => "Webflow",
            (SourceKind::CalCom, _) => "Cal.com",
            (SourceKind::Calendly, _) => "Calendly",
            (SourceKind::Framer, _) => "Framer",
            (SourceKind::GoogleAds, It) => "Google Ads (moduli per i lead)",
            (SourceKind::GoogleAds, En) => "Google Ads (lead forms)",
            (SourceKind::Meta, It) => "Facebook e Instagram (Meta)",
            (SourceKind::Meta, En) => "Facebook and Instagram (Meta)",
            (SourceKind::StandardWebhooks, It) => "Formbricks e chi usa Standard Webhooks",
            (SourceKind::StandardWebhooks, En) => "Formbricks and whoever uses Standard Webhooks",
            (SourceKind::Generic, It) => "Zapier, Make, n8n o altro",
            (SourceKind::Generic, En) => "Zapier, Make, n8n or another",
        }
    }

    /// The steps at the sender, in order.
    pub const fn source_steps(self, kind: SourceKind) -> &'static [&'static str] {
        match self.0 {
            It => italian::steps(kind),
            En => english::steps(kind),
        }
    }

    /// How to check that the steps worked.
    pub fn source_connect_then(self, kind: SourceKind) -> &'static str {
        match kind {
            SourceKind::AtrioForm => self.source_then_look(),
            SourceKind::CalCom | SourceKind::Calendly => self.source_then_book(),
            _ => self.source_then_send(),
        }
    }

    /// The placeholders in Calendly's command: organization, user, secret.
    pub const fn calendly_placeholders(self) -> [&'static str; 3] {
        match self.0 {
            It => ["ORGANIZZAZIONE", "UTENTE", "SEGRETO"],
            En => ["ORGANIZATION", "USER", "SECRET"],
        }
    }

    /// Where to find the sender's signing secret; `None` if it does not sign.
    pub const fn source_secret(self, kind: SourceKind) -> Option<&'static str> {
        if kind.signs() { Some(secrets::location(self, kind)) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sender_has_steps_in_both_languages() {
        for kind in SourceKind::ALL.iter().copied() {
            let [it, en] = [I18n::from(It), I18n::from(En)].map(|i18n| i18n.source_steps(kind));
            assert_eq!(it.len(), en.len(), "{kind}");
            for (it, en) in it.iter().zip(en) {
                assert!(it != en && it.ends_with(['.', ':']) && en.ends_with(['.', ':']), "{it} / {en}");
                assert!(!it.contains('\'') && !en.contains('\''), "{it} / {en}");
                assert!(!it.contains('“') && !en.contains('«'), "{it} / {en}");
            }
            let secret = I18n::from(It).source_secret(kind);
            assert_eq!(secret.is_some(), kind.signs(), "{kind}");
            assert_ne!(
                secret.unwrap_or_default(),
                I18n::from(En).source_secret(kind).unwrap_or("…"),
                "{kind}"
            );
        }
    }
}
