//! Where to find the signing secret of each sender.

use domain::leads::SourceKind;

use crate::i18n::I18n;

pub(super) const fn location(i18n: I18n, kind: SourceKind) -> &'static str {
    i18n.pick(match kind {
        SourceKind::WpForms => (
            "WPForms firma se nelle impostazioni del webhook scrivi qualcosa in «Secret»: incolla lo stesso in Atrio.",
            "WPForms signs if you write something under “Secret” in the webhook’s settings: paste the same into Atrio.",
        ),
        SourceKind::Typeform => (
            "Typeform firma se modifichi il webhook («Edit») e scrivi qualcosa in «Secret»: incolla lo stesso in Atrio.",
            "Typeform signs if you edit the webhook and write something under “Secret”: paste the same into Atrio.",
        ),
        SourceKind::Tally => (
            "Tally firma se nel webhook accendi «Signing secret»: copialo da lì e incollalo in Atrio.",
            "Tally signs if you switch on “Signing secret” in the webhook: copy it from there and paste it into Atrio.",
        ),
        SourceKind::Webflow => (
            "I webhook creati dal pannello di Webflow non firmano: il segreto non serve. Firma solo chi li crea con l’API: il segreto è quello dato alla creazione, o il «Client secret» dell’app.",
            "Webhooks made in Webflow’s dashboard do not sign: no secret is needed. Only those made by the API do: the secret is the one given when it was made, or the app’s “Client secret”.",
        ),
        SourceKind::CalCom => (
            "Cal.com firma se scrivi qualcosa in «Secret» quando crei il webhook: incolla lo stesso in Atrio.",
            "Cal.com signs if you write something under “Secret” when you make the webhook: paste the same into Atrio.",
        ),
        SourceKind::Calendly => (
            "Calendly firma con la «signing_key» che dai nel secondo comando: incolla la stessa in Atrio.",
            "Calendly signs with the “signing_key” you give in the second command: paste the same into Atrio.",
        ),
        SourceKind::Framer => (
            "Framer firma se imposti un segreto di almeno 32 caratteri accanto all’indirizzo. Poi non si rivede più: incollalo subito anche in Atrio.",
            "Framer signs if you set a secret of at least 32 characters beside the address. It cannot be seen again: paste it into Atrio at once.",
        ),
        SourceKind::GoogleAds => (
            "Google manda con ogni lead la parola che scrivi in «Key»: incolla la stessa in Atrio.",
            "Google sends the word you write under “Key” with every lead: paste the same into Atrio.",
        ),
        SourceKind::StandardWebhooks => (
            "Dopo aver creato il webhook, Formbricks mostra un segreto che comincia con whsec_: incollalo in Atrio, intero.",
            "Once the webhook is made, Formbricks shows a secret that begins with whsec_: paste it into Atrio, whole.",
        ),
        _ => (
            "Serve solo se chi spedisce firma, come Typeform, Tally, Cal.com, Calendly, Framer, Google Ads o Formbricks. Se lo imposti, chi non firma viene respinto.",
            "Only needed if the sender signs, as Typeform, Tally, Cal.com, Calendly, Framer, Google Ads and Formbricks do. Once set, whoever does not sign is turned away.",
        ),
    })
}
