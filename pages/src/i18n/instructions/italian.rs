//! The steps in Italian.

use domain::leads::SourceKind;

/// What to do at the sender, in order.
pub(super) const fn steps(kind: SourceKind) -> &'static [&'static str] {
    match kind {
        SourceKind::Auto => &[
            "Copia l’indirizzo qui sopra.",
            "Nel tuo modulo, o nella tua automazione, cerca la voce «Webhook»: di solito sta tra le integrazioni, o tra le azioni dopo l’invio.",
            "Incolla l’indirizzo. Se ti chiede il metodo, scegli POST; se ti chiede il formato, scegli JSON o «form»: vanno bene tutti e due.",
            "Non serve altro: Atrio riconosce da solo chi spedisce.",
        ],
        SourceKind::AtrioForm => &[
            "Qui sotto, in «Testi e campi», scrivi due righe di introduzione e, se ti serve, il consenso con il link all’informativa.",
            "Copia l’indirizzo e mettilo dove ti cercano: nella firma delle e-mail, nella bio di Instagram o LinkedIn, in un pulsante del sito.",
            "Scarica il QR code per biglietti da visita, brochure e vetrine: apre lo stesso modulo.",
            "Apri il modulo e compilalo una volta, come farebbe un cliente.",
        ],
        SourceKind::Elementor => &[
            "Apri la pagina con Elementor Pro e seleziona il modulo (il widget «Form»).",
            "Nella scheda «Contenuto» apri «Azioni dopo l’invio» («Actions After Submit») e aggiungi «Webhook».",
            "Più sotto compare la sezione «Webhook»: incolla l’indirizzo in «Webhook URL». «Advanced Data» può restare acceso o spento: Atrio legge tutti e due.",
            "Aggiorna la pagina e compila il modulo una volta, come farebbe un cliente.",
        ],
        SourceKind::ContactForm7 => &[
            "Contact Form 7 non spedisce da solo: in WordPress, sotto «Plugin», installa e attiva «CF7 to Webhook».",
            "Vai in «Contatto», apri il tuo modulo e scegli la scheda «Webhook».",
            "Accendi l’invio al webhook («Send to Webhook») e incolla l’indirizzo in «Webhook URL».",
            "Accendi anche «Send CF7 mail as usually», altrimenti smetti di ricevere le solite e-mail del modulo. Poi salva.",
        ],
        SourceKind::GravityForms => &[
            "In WordPress, in «Forms → Add-Ons», installa e attiva «Webhooks».",
            "Apri il tuo modulo, poi «Settings → Webhooks → Add New».",
            "Incolla l’indirizzo in «Request URL»; «Request Method» è POST, «Request Format» JSON.",
            "In «Request Body» scegli «Select Fields» e dai ai campi nomi come nome, email, telefono, messaggio: così Atrio li capisce subito.",
            "Se invece lasci «All Fields», arrivano solo i numeri dei campi: dopo il primo invio indica ad Atrio quali sono, con «Scegli i campi».",
        ],
        SourceKind::WpForms => &[
            "In WordPress, in «WPForms → Addons», installa e attiva «Webhooks».",
            "Apri il tuo modulo, poi «Settings → Webhooks» e accendi «Enable Webhooks».",
            "Incolla l’indirizzo in «Request URL»; «Request Method» è POST, «Request Format» JSON.",
            "In «Request Body» aggiungi una riga per ogni campo: a sinistra un nome come nome, email, telefono, messaggio, a destra il campo del modulo.",
            "Salva il modulo.",
        ],
        SourceKind::Typeform => &[
            "Apri il tuo modulo e vai in «Connect → Webhooks».",
            "Premi «Add a webhook», incolla l’indirizzo e salva.",
            "Accendi l’interruttore del webhook: quando lo crei è spento.",
        ],
        SourceKind::Tally => &[
            "Pubblica il modulo e apri la scheda «Integrations».",
            "Accanto a «Webhooks» premi «Connect».",
            "Incolla l’indirizzo in «Endpoint URL» e conferma.",
        ],
        SourceKind::Webflow => &[
            "Apri le impostazioni del sito («Site settings») e vai in «Apps & integrations → Webhooks».",
            "Premi «Add webhook» e come «Trigger type» scegli «Form submission».",
            "Incolla l’indirizzo in «Webhook URL» e salva.",
            "Pubblica il sito e compila il modulo una volta.",
        ],
        SourceKind::CalCom => &[
            "Vai in «Settings → Developer → Webhooks» e premi «New».",
            "Incolla l’indirizzo in «Subscriber URL».",
            "Tra gli eventi («Event triggers») tieni «Booking created», «Booking rescheduled» e «Booking canceled»: Atrio segue anche gli spostamenti e le disdette.",
            "Premi «Ping test», se vuoi: qui compare come prova. Poi salva.",
        ],
        SourceKind::Calendly => &[
            "Serve un piano a pagamento di Calendly: «Standard» o superiore. Non c’è un campo per il webhook: lo si crea una volta sola, con due comandi da incollare in un terminale.",
            "In «Integrations & apps → API & webhooks» premi «Generate new token» (la prima volta «Get a token now») e copia il token: poi non si rivede più.",
            "Incolla il primo comando qui sotto e metti il token appena copiato al posto di TOKEN. La risposta contiene «uri» (UTENTE) e «current_organization» (ORGANIZZAZIONE).",
            "Nel secondo comando metti gli stessi dati al posto delle parole in maiuscolo. Al posto di SEGRETO scrivi una parola lunga inventata da te: la stessa va anche qui, in «Modifica».",
        ],
        SourceKind::Framer => &[
            "Seleziona il modulo nel disegno della pagina.",
            "Nella barra a destra, accanto a «Send To», premi «Add…» e scegli «Webhook».",
            "Incolla l’indirizzo: deve cominciare con https://.",
            "Pubblica il sito e compila il modulo una volta.",
        ],
        SourceKind::GoogleAds => &[
            "In Google Ads apri la campagna e il suo modulo per i lead («Lead form»).",
            "Apri «Export leads from Google Ads → Other data integration options», cioè le altre opzioni di integrazione dei dati.",
            "Incolla l’indirizzo in «Webhook URL». In «Key» scrivi una parola lunga inventata da te, e la stessa qui, in «Modifica».",
            "Premi «Send test data»: qui la prova compare, ma non diventa un lead. Poi salva.",
        ],
        SourceKind::Meta => &[
            "Meta non spedisce direttamente: serve un ponte, per esempio Zapier o Make.",
            "Zapier: crea uno Zap con «Facebook Lead Ads → New Lead», poi l’azione «Webhooks by Zapier → POST».",
            "Make: usa «Facebook Lead Ads → Watch Leads», poi il modulo «HTTP → Make a request» con il metodo POST.",
            "Come URL incolla l’indirizzo, come formato scegli JSON, e manda i campi con i loro nomi: full_name, email, phone_number e le altre domande.",
        ],
        SourceKind::StandardWebhooks => &[
            "In Formbricks vai in «Configuration → Integrations → Manage Webhooks» e premi «Add Webhook».",
            "Incolla l’indirizzo e prova («Test Endpoint»): qui la prova compare, ma non diventa un lead.",
            "Come «Trigger» scegli solo «Response Finished», poi i questionari che ti interessano, e salva.",
            "Le risposte arrivano con il codice della domanda: dopo la prima, di’ ad Atrio quali sono i campi, con «Scegli i campi».",
            "Altri programmi che seguono Standard Webhooks: incolla l’indirizzo dove chiedono l’«endpoint».",
        ],
        SourceKind::Generic => &[
            "Zapier: aggiungi l’azione «Webhooks by Zapier → POST», incolla l’indirizzo in «URL» e scegli «Payload Type» json.",
            "Make: aggiungi il modulo «HTTP → Make a request», metodo POST, corpo JSON, e incolla l’indirizzo in «URL».",
            "n8n: aggiungi il nodo «HTTP Request», metodo POST, accendi «Send Body» in JSON e incolla l’indirizzo in «URL».",
            "Manda campi con nomi come nome, email, telefono, azienda, messaggio. Altri nomi vanno bene: dopo il primo invio indica ad Atrio quali sono, con «Scegli i campi».",
        ],
    }
}
