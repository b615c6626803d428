//! The texts around the events of an e-mail, and those of the page that stops e-mails. What events say is in
//! [`crate::notification_kinds`].

use app::phrases;

use super::I18n;

phrases! { MAIL_CLIENT:
    mail_open_conversation = "Apri la conversazione", "Open the conversation";
    mail_review = "Guarda e approva", "Review and approve";
    mail_open_portal = "Apri il portale", "Open the portal";
    mail_text_in_portal = "Il testo si legge nel portale.", "The text is in the portal.";
    /// Proposed for the first sentence of an invitation.
    invitation_sentence = "Da oggi segui il lavoro in un posto solo: vedi a che punto siamo, approvi le bozze e ci scrivi da lì." / "Da oggi segue il lavoro in un posto solo: vede a che punto siamo, approva le bozze e ci scrive da lì.", "From today you can follow the work in one place: see where it stands, approve drafts and write to us.";
    invitation_hint = "Il link è personale: chi lo ha entra senza password.", "The link is personal: whoever has it gets in without a password.";
    mail_preferences = "Quando ricevere le e-mail", "Choose when we e-mail you";
    unsubscribe = "Non ricevere più e-mail", "Stop these e-mails";
    unsubscribe_client_hint = "Non ti scriveremo più per le novità del portale, che resta aperto." / "Non Le scriveremo più per le novità del portale, che resta aperto.", "We will no longer e-mail you about what is new in the portal, which stays open.";
    unsubscribe_button = "Ferma le e-mail", "Stop the e-mails";
    unsubscribed = "Fatto: niente più e-mail", "Done: no more e-mails";
    unsubscribed_client_hint = "Il portale resta aperto: le novità ti aspettano lì. Hai cambiato idea?" / "Il portale resta aperto: le novità La aspettano lì. Ha cambiato idea?", "The portal stays open: what is new waits for you there. Changed your mind?";
    resume = "Riattiva", "Turn them back on";
    prefer_daily = "Preferisco una al giorno", "I’d rather have one a day";
    resumed = "Fatto: le e-mail sono riattivate", "Done: e-mails are on again";
}

phrases! { MAIL_ADMIN:
    mail_open_client = "Apri il cliente", "Open the client";
    mail_open_material = "Guarda il materiale", "Look at the material";
    mail_open_lead = "Apri il lead", "Open the lead";
    mail_open_leads = "Apri i nuovi lead", "Open the new leads";
    mail_open_source = "Apri la fonte", "Open the source";
    mail_open_today = "Apri Oggi", "Open Today";
    mail_text_in_atrio = "Il testo si legge in Atrio.", "The text is in Atrio.";
    mail_admin_preferences = "Scegli quali e-mail ricevere", "Choose which e-mails you get";
    unsubscribe_admin_hint = "Atrio non scriverà più allo studio. I clienti ricevono ancora le loro.", "Atrio will no longer e-mail the studio. Clients still get theirs.";
    unsubscribed_admin_hint = "I clienti ricevono ancora le loro. Hai cambiato idea?", "Clients still get theirs. Changed your mind?";
    unsubscribe_member_hint = "Atrio non ti scriverà più. Colleghi e clienti ricevono ancora le loro.", "Atrio will no longer e-mail you. Your colleagues and clients still get theirs.";
    unsubscribed_member_hint = "Colleghi e clienti ricevono ancora le loro. Hai cambiato idea?", "Your colleagues and clients still get theirs. Changed your mind?";
    mail_why(agency: &str) = "Ricevi questa e-mail perché {agency} lavora con te. Se rispondi, la risposta ci arriva direttamente." / "Riceve questa e-mail perché {agency} lavora con Lei. Se risponde, la risposta ci arriva direttamente.", "You receive this e-mail because {agency} works with you. If you reply, your answer reaches us directly.";
    invitation_subject(agency: &str) = "{agency} ti ha aperto il portale" / "{agency} Le ha aperto il portale", "{agency} has opened your portal";
    test_email_subject(agency: &str) = "Prova di invio da {agency}", "Test e-mail from {agency}";
    test_email(agency: &str) = "Se leggi questa e-mail, l’invio funziona: da {agency} possono partire le notifiche.", "If you can read this e-mail, sending works: {agency} can send its notifications.";
    mail_more_messages(count: i64) = "e un altro messaggio" | "e altri {count} messaggi", "and 1 more message" | "and {count} more messages";
    mail_more_deliverables(count: i64) = "e un’altra consegna" | "e altre {count} consegne", "and 1 more deliverable" | "and {count} more deliverables";
}
