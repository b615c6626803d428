//! The known labels, normalized.

use domain::leads::LeadField;

/// Unambiguous labels.
pub(super) const SURE: &[(LeadField, &str)] = &[
    (
        LeadField::Name,
        "nome, nome e cognome, nome cognome, cognome e nome, cognome nome, nome completo, nominativo, \
         name, names, full name, fullname, complete name, name and surname, name surname, first and last \
         name, first name and last name, first name last name, text name, contact name, lead name, \
         customer name, client name, come ti chiami, come si chiama, come ti possiamo chiamare, come \
         possiamo chiamarti, nome contatto, nome del contatto, nome del referente, nome referente, \
         vollstandiger name, vor und nachname, vorname und nachname, vorname nachname, vor und zuname, \
         name und vorname, nom et prenom, nom prenom, prenom et nom, prenom nom, nom complet, nom et \
         prenoms, nombre, nombre y apellidos, nombre y apellido, nombre apellidos, nombre completo, tu \
         nombre, su nombre, wie heissen sie, wie heißen sie, comment vous appelez vous, como te llamas, \
         cual es tu nombre",
    ),
    (
        LeadField::GivenName,
        "nome di battesimo, first name, firstname, given name, givenname, fname, f name, forename, \
         prenome, vorname, rufname, prenom, prenoms, nombre de pila, primer nombre",
    ),
    (
        LeadField::FamilyName,
        "cognome, last name, lastname, family name, familyname, lname, l name, surname, nachname, \
         familienname, zuname, nom, nom de famille, apellidos, apellido, primer apellido",
    ),
    (
        LeadField::Email,
        "email, e mail, mail, email address, e mail address, emailaddress, mail address, indirizzo \
         email, indirizzo e mail, indirizzo mail, indirizzo di posta elettronica, indirizzo di posta, \
         posta elettronica, indirizzo di email, indirizzo di e mail, work email, business email, company \
         email, personal email, contact email, customer email, lead email, email aziendale, e mail \
         aziendale, mail aziendale, email personale, e mail personale, email di lavoro, email di \
         contatto, e mail di contatto, user email, best email, e mail adresse, email adresse, mail \
         adresse, mailadresse, emailadresse, e mailadresse, e mail anschrift, adresse e mail, adresse \
         email, adresse mail, adresse electronique, courriel, adresse courriel, adresse de courriel, \
         courrier electronique, correo electronico, correo, direccion de correo electronico, direccion \
         de correo, direccion de email, direccion de e mail, direccion email, tu correo, su correo, tu \
         email, su email, tu correo electronico, su correo electronico",
    ),
    (
        LeadField::Phone,
        "telefono, tel, cellulare, cell, telefonino, numero di telefono, numero telefono, numero \
         telefonico, n telefono, n di telefono, nr telefono, num telefono, num di telefono, numero di \
         cellulare, numero cellulare, numero di cell, n cellulare, n di cellulare, num cellulare, num di \
         cellulare, telefono cellulare, telefono mobile, telefono fisso, tel fisso, telefono cellulare o \
         fisso, telefono cell, tel cell, telefono aziendale, telefono di contatto, telefono whatsapp, \
         cellulare whatsapp, recapito telefonico, recapiti telefonici, recapito cellulare, contatto \
         telefonico, a che numero ti chiamiamo, a che numero possiamo chiamarti, phone, phone number, \
         phonenumber, phone no, telephone, telephone number, tel number, mobile, mobile phone, mobile \
         number, mobile phone number, cell phone, cellphone, cell number, home phone, work phone, work \
         phone number, contact phone, contact number, contact phone number, user phone, whatsapp, numero \
         whatsapp, numero di whatsapp, whatsapp number, telefon, telefonnummer, telefon nummer, \
         telefonnr, telefon nr, tel nr, rufnummer, ruckrufnummer, handy, handynummer, handy nummer, \
         handynr, handy nr, mobil, mobilnummer, mobiltelefon, mobilfunknummer, telefon mobil, telefon \
         handy, festnetz, festnetznummer, numero de telephone, n de telephone, no de telephone, \
         telephone portable, telephone mobile, telephone fixe, numero de portable, numero de mobile, \
         gsm, numero de telefono, numero de movil, numero de celular, telefono movil, telefono celular, \
         telefono fijo, telefono de contacto, movil, celular, tu telefono, su telefono",
    ),
    (
        LeadField::Company,
        "azienda, societa, ragione sociale, ragione sociale azienda, ragione sociale dell azienda, \
         denominazione sociale, denominazione azienda, nome azienda, nome dell azienda, nome della \
         azienda, nome della tua azienda, come si chiama la tua azienda, come si chiama l azienda, \
         azienda di appartenenza, nome societa, nome della societa, azienda societa, societa azienda, \
         azienda ente, azienda o ente, ditta, nome ditta, nome della ditta, impresa, nome impresa, nome \
         dell impresa, organizzazione, nome organizzazione, nome dell organizzazione, company, company \
         name, companyname, business name, organization, organisation, organization name, organisation \
         name, company organization, company organisation, firmenname, unternehmen, unternehmensname, \
         name der firma, name des unternehmens, name ihrer firma, name ihres unternehmens, firma \
         unternehmen, entreprise, societe, raison sociale, nom de l entreprise, nom de la societe, nom \
         de votre entreprise, nom de votre societe, nom entreprise, nom societe, empresa, compania, \
         razon social, nombre de la empresa, nombre de empresa, nombre de tu empresa, tu empresa, su \
         empresa",
    ),
    (
        LeadField::Message,
        "messaggio, testo del messaggio, testo messaggio, corpo del messaggio, message, message text, \
         messaggio o richiesta, tuo messaggio, come possiamo aiutarti, come possiamo aiutarla, in cosa \
         possiamo aiutarti, in cosa possiamo aiutarla, come possiamo esserti utili, how can we help, how \
         can we help you, nachricht, nachrichtentext, mitteilung, wie konnen wir helfen, wie konnen wir \
         ihnen helfen, wie konnen wir dir helfen, texte du message, comment pouvons nous vous aider, \
         comment pouvons nous aider, mensaje, texto del mensaje, tu mensaje, su mensaje, como podemos \
         ayudarte, como podemos ayudarle, en que podemos ayudarte, en que podemos ayudarle",
    ),
    (LeadField::Source, "source, lead source, fonte"),
    (
        LeadField::StartsAt,
        "starts at, start at, start time, start date time, start datetime, event start time, meeting \
         start time, booking start time, appointment start time, data e ora appuntamento, data e ora dell \
         appuntamento, data e ora inizio, data e ora di inizio, inizio appuntamento",
    ),
];

/// Labels used only when no unambiguous one is found.
pub(super) const LIKELY: &[(LeadField, &str)] = &[
    (
        LeadField::Name,
        "referente, referente aziendale, persona di riferimento, persona di contatto, contatto, contatto \
         di riferimento, contact, contact person, intestatario, titolare, cliente, customer, chi sei, \
         ansprechpartner, ansprechpartnerin, kontaktperson, personne a contacter, persona de contacto",
    ),
    (LeadField::GivenName, "first"),
    (LeadField::FamilyName, "last"),
    (
        LeadField::Email,
        "e mail pec, email pec, pec, contatto email, conferma email, conferma e mail, conferma mail, conferma \
         la tua email, conferma indirizzo email, ripeti email, ripeti e mail, confirm email, confirm your \
         email, email confirmation, from, from email, mittente, email mittente, reply to, replyto",
    ),
    (
        LeadField::Phone,
        "recapito, fisso, numero di contatto, numero, prefisso e numero, altro telefono, secondo \
         telefono, portable",
    ),
    (
        LeadField::Company,
        "business, nome business, nome del business, nome del tuo business, attivita, nome attivita, \
         nome dell attivita, nome della tua attivita, studio, studio professionale, nome studio, nome \
         dello studio, agenzia, nome agenzia, nome dell agenzia, struttura, nome struttura, nome della \
         struttura, nome negozio, nome del negozio, ente, nome ente, nome dell ente, istituto, nome \
         istituto, denominazione, insegna, brand, agency, agency name, firma, betrieb, organisme, \
         negocio",
    ),
    (
        LeadField::Message,
        "richiesta, testo della richiesta, richieste, richiesta informazioni, richiesta di informazioni, \
         informazioni richieste, note, nota, note aggiuntive, altre note, commento, commenti, \
         osservazioni, comment, comments, notes, note o richieste, additional notes, additional \
         information, additional comments, testo, scrivici, domanda, domande, question, questions, \
         inquiry, enquiry, request, descrizione, description, dettagli, details, informazioni \
         aggiuntive, textarea, descrivi la tua richiesta, descrivi brevemente la tua richiesta, descrivi \
         il progetto, descrivi il tuo progetto, descrivi brevemente il progetto, descrivi brevemente il \
         tuo progetto, raccontaci il tuo progetto, parlaci del tuo progetto, raccontaci di piu, di cosa \
         hai bisogno, di che cosa hai bisogno, di cosa avete bisogno, cosa ti serve, tell us about your \
         project, tell us more, what do you need, please share anything that will help prepare for our \
         meeting, per favore condividi qualsiasi cosa possa aiutarci a preparare l incontro, anfrage, \
         bemerkung, bemerkungen, anmerkung, anmerkungen, kommentar, kommentare, \
         beschreibung, demande, votre projet, commentaire, commentaires, remarque, remarques, consulta, \
         tu consulta, su consulta, solicitud, comentario, comentarios, observaciones, notas, pregunta, \
         preguntas, descripcion",
    ),
    (
        LeadField::StartsAt,
        "start, inizio, data e ora, appuntamento, data appuntamento, data dell appuntamento, appointment, \
         appointment time, appointment date, booking time, booking date, meeting time, meeting date, \
         scheduled at, date and time, datetime",
    ),
];
