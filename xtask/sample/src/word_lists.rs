//! Names and phrases of an Italian agency and its clients.

pub(super) const GIVEN: &[&str] = &[
    "Anna", "Marco", "Giulia", "Luca", "Francesca", "Alessandro", "Chiara", "Matteo", "Sara", "Lorenzo", "Martina",
    "Davide", "Elena", "Simone", "Valentina", "Andrea", "Silvia", "Stefano", "Federica", "Riccardo", "Paola",
    "Giovanni", "Laura", "Roberto", "Ilaria", "Michele", "Alessia", "Pietro", "Marta", "Giacomo", "Beatrice",
    "Tommaso", "Camilla", "Nicola", "Irene", "Emanuele", "Noemi", "Gabriele", "Niccolò", "Zoë",
];

pub(super) const FAMILY: &[&str] = &[
    "Rossi", "Bianchi", "Ferrari", "Esposito", "Romano", "Colombo", "Ricci", "Marino", "Greco", "Bruno", "Gallo",
    "Conti", "De Luca", "Mancini", "Costa", "Giordano", "Rizzo", "Lombardi", "Moretti", "Barbieri", "Fontana",
    "Santoro", "Mariani", "Rinaldi", "Caruso", "Ferrara", "Galli", "Martini", "Leone", "Longo", "Gentile",
    "Martinelli", "Vitale", "Serra", "Coppola", "D’Angelo", "Marchetti", "Parisi", "Villa", "Conte", "Ferraro",
    "Ferri", "Fabbri", "Bianco", "Marini", "Grasso", "Valentini", "Messina", "Sala", "Nicolò",
];

pub(super) const TRADES: &[&str] = &[
    "Pasticceria", "Cantine", "Studio dentistico", "Trattoria", "Officina", "Libreria", "Farmacia", "Azienda agricola",
    "Falegnameria", "Hotel", "Caffè", "Studio legale", "Ottica", "Palestra", "Sartoria", "Frantoio", "Birrificio",
    "Vivai", "Ceramiche", "Agriturismo",
];

pub(super) const CITIES: &[&str] = &[
    "Torino", "Milano", "Asti", "Genova", "Bologna", "Firenze", "Siena", "Perugia", "Roma", "Napoli", "Bari", "Lecce",
    "Palermo", "Cagliari", "Verona", "Trento", "Udine", "Forlì", "Ancona", "Matera",
];

pub(super) const PROJECTS: &[&str] = &[
    "Sito nuovo", "Negozio online", "Immagine coordinata", "Campagna di primavera", "Catalogo", "Etichette",
    "Menù di stagione", "Insegna e vetrina", "Servizio fotografico", "Brochure per la fiera", "Newsletter",
    "Restyling del logo", "App delle prenotazioni", "Video di presentazione", "Packaging",
];

pub(super) const PHASES: &[&str] = &[
    "Strategia e contenuti", "Ascolto e ricerca", "Progettazione", "Identità visiva", "Testi", "Fotografie",
    "Prototipo", "Realizzazione", "Collaudo", "Stampa", "Pubblicazione", "Primi tre mesi",
];

pub(super) const TASKS: &[&str] = &[
    "Raccogliere il materiale",
    "Intervista con il titolare",
    "Mappa delle pagine",
    "Pagina iniziale",
    "Scheda del prodotto",
    "Prima stesura dei testi",
    "Revisione insieme",
    "Scelta delle fotografie",
    "Tavola dei colori",
    "Prove di carta",
    "Preventivo dello stampatore",
    "Catalogo e carrello",
    "Pagamenti e spedizioni",
    "Modulo dei contatti",
    "Traduzione in inglese",
    "Statistiche e cookie",
    "Trasloco del dominio",
    "Prova con tre clienti",
    "Correzioni dopo la prova",
    "Consegna dei file",
];

pub(super) const DELIVERABLES: &[&str] = &[
    "Bozza del logo",
    "Tavola dei colori",
    "Mappa del sito",
    "Prototipo",
    "Testi della pagina iniziale",
    "Etichetta",
    "Selezione delle fotografie",
    "File per la stampa",
    "Biglietto da visita",
    "Locandina",
];

pub(super) const ABOUT: &[&str] = &[
    "Due lingue, il catalogo completo e la vendita diretta.",
    "Quello di cui abbiamo parlato a settembre, con le modifiche della riunione.",
    "Aspetto delle pagine principali, da telefono e da computer.",
    "Comprende le fotografie e i testi; la stampa è a carico del cliente.",
    "Da finire prima delle feste.",
];

pub(super) const OPENINGS: &[&str] =
    &["Buongiorno!", "Ciao,", "Eccomi.", "Grazie mille.", "Perfetto 🙏", "Scusate il ritardo.", "Una domanda:", ""];

pub(super) const SENTENCES: &[&str] = &[
    "la seconda variante ci piace di più, soprattutto il modo in cui il nome sta sopra la vetrina.",
    "mando domani le fotografie del laboratorio in alta risoluzione.",
    "possiamo vedere lo stesso colore un po’ più spento?",
    "per noi va bene, potete andare avanti.",
    "il modulo è qui: https://files.example/moduli/ordinazioni.pdf, serve entro venerdì.",
    "ne parliamo al telefono giovedì mattina?",
    "abbiamo aggiornato la pagina iniziale con i testi nuovi, dateci un’occhiata quando potete.",
    "mia figlia rng che il rosa è troppo acceso.",
    "lo stampatore chiede tre giorni in più per le prove di carta.",
    "tre cose: il logo più grande, gli orari giusti, la mail per gli ordini.",
    "il dominio è intestato al vecchio gestore, mi servono i dati per il trasferimento.",
    "ho fatto vedere il prototipo a due clienti e l’hanno trovato chiarissimo.",
    "la traduzione in inglese arriva lunedì, quella in tedesco la settimana dopo.",
    "nella scheda manca il prezzo della confezione da sei.",
    "abbiamo sistemato gli errori che ci avevate segnalato.",
    "per la fiera ci servono cinquecento copie entro il dieci.",
];

pub(super) const CLOSINGS: &[&str] =
    &["", "", "Grazie!", "A presto.", "Fatemi sapere.", "Buona giornata!", "👍", "Un caro saluto."];

pub(super) const SOURCES: &[&str] =
    &["webhook", "sito", "instagram", "passaparola", "fiera", "google", "newsletter", "telefono"];

pub(super) const WISHES: &[&str] = &[
    "Vorremmo rifare il sito, quello attuale ha dieci anni.",
    "Cerchiamo qualcuno per l’immagine coordinata della nuova apertura.",
    "Quanto costa un negozio online per circa duecento prodotti?",
    "Abbiamo visto il lavoro per la pasticceria in centro e ci piacerebbe qualcosa di simile.",
    "Ci servono fotografie per il menù, quando sareste liberi?",
    "Buongiorno, vorrei un preventivo per logo e biglietti.",
];

pub(super) const REMARKS: &[&str] = &[
    "Sentita al telefono: interessata, richiamare dopo le feste.",
    "Mandato il preventivo con due opzioni.",
    "Vuole vedere altri lavori nel settore.",
    "Decide il socio, riunione la settimana prossima.",
    "Non risponde da un mese.",
];

pub(super) const STEPS: &[&str] =
    &["Telefonare", "Mandare il preventivo", "Incontro in studio", "Mandare due lavori simili"];

pub(super) const PAYMENTS: &[&str] = &["Acconto", "Secondo terzo", "Saldo", "Canone annuale", "Stampa"];

pub(super) const DOCUMENTS: &[&str] = &["Contratto", "Preventivo firmato", "Verbale della riunione", "Linee guida"];
