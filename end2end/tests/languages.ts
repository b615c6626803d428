// The portal's texts in both languages, and the records of a client in fixture.json who reads that language. The two
// clients have the same records.

import { test } from './fixtures.ts';

const italian = {
  code: 'it',
  client: 'bianchi',
  project: 'bianchi-sito',
  phase: { id: 'bianchi-progettazione', name: 'Progettazione', status: 'In corso', progress: '1 attività su 2' },
  laterPhase: { name: 'Realizzazione', status: 'Da iniziare', task: 'Vetrina' },
  draft: { id: 'bianchi-bozza', title: 'Bozza del logo', description: 'Due varianti, a colori e in bianco e nero.' },
  sign: { title: 'Insegna' },
  alreadyApproved: 'Tavola dei colori',
  contract: 'Contratto firmato',
  deposit: 'Acconto',
  balance: 'Saldo',
  lastMessage: 'La guardi con calma: sono due varianti.',

  openItems: 'Tocca a te',
  greeting: /, tre cose aspettano te\.$/,
  noOpenItems: /Per ora niente/,
  openItemsInOrder: [/Guarda la bozza Bozza del logo/, /ha scritto due messaggi.*La guardi con calma: sono due varianti/s, /Copertina del menù.*Da approvare in «Menù di stagione»/s, /ti ha scritto.*In «Menù di stagione»/s],
  upcoming: 'In arrivo',
  endOfPhase: 'Fine di «Soon»',
  phases: 'Il percorso',
  noPhases: /Qui comparirà il percorso/,
  documents: 'Documenti',
  noDocuments: /Qui troverai contratti/,
  payments: 'Pagamenti',
  noPayments: 'Nessun pagamento in programma.',
  noProjects: /comparirà qui/,
  noMessages: /Ancora nessun messaggio/,
  paid: 'Pagato',
  unpaid: 'Da pagare',
  conversation: 'Messaggi',

  approve: 'Approva',
  approved: 'Approvato',
  thanks: /^Approvato. Grazie, /,
  requestChanges: 'Richiedi modifiche',
  whatToChange: 'Cosa vorresti cambiare?',
  sendRequest: 'Invia la richiesta',
  requestSent: /Richiesta inviata/,
  changesRequested: 'Modifiche richieste',
  twoVersions: 'Due versioni',
  versionMeanwhile: /Nel frattempo è arrivata una nuova versione/,
  approvedMeanwhile: /Nel frattempo è stata approvata/,
  notFound: /Non esiste più/,
  confirm: 'Sì, approva',
  cancel: 'Annulla',
};

export type Texts = typeof italian;

const english: Texts = {
  code: 'en',
  client: 'miller',
  project: 'miller-website',
  phase: { id: 'miller-design', name: 'Design', status: 'In progress', progress: '1 of 2 tasks' },
  laterPhase: { name: 'Build', status: 'Not started', task: 'Shop window' },
  draft: { id: 'miller-draft', title: 'Home page draft', description: 'Two variants, in colour and in black and white.' },
  sign: { title: 'Shop sign' },
  alreadyApproved: 'Board of colours',
  contract: 'Signed contract',
  deposit: 'Deposit',
  balance: 'Balance',
  lastMessage: 'Take your time: there are two variants.',

  openItems: 'Your turn',
  greeting: /, three things are waiting for you\.$/,
  noOpenItems: /Nothing right now/,
  openItemsInOrder: [/View it Home page draft/, /wrote you two messages.*Take your time: there are two variants/s],
  upcoming: 'Coming up',
  endOfPhase: 'End of “Soon”',
  phases: 'Timeline',
  noPhases: /timeline of the project will appear here/,
  documents: 'Documents',
  noDocuments: /will be here/,
  payments: 'Payments',
  noPayments: 'No payments scheduled.',
  noProjects: /will appear here/,
  noMessages: /No messages yet/,
  paid: 'Paid',
  unpaid: 'To pay',
  conversation: 'Messages',

  approve: 'Approve',
  approved: 'Approved',
  thanks: /^Approved. Thank you, /,
  requestChanges: 'Request changes',
  whatToChange: 'What would you like changed?',
  sendRequest: 'Send the request',
  requestSent: /Request sent/,
  changesRequested: 'Changes requested',
  twoVersions: 'Two versions',
  versionMeanwhile: /A new version has arrived in the meantime/,
  approvedMeanwhile: /approved in the meantime/,
  notFound: /no longer exists/,
  confirm: 'Yes, approve',
  cancel: 'Cancel',
};

export { english, italian };

/** `20 novembre`, `20 November`, with the year if it is another. Not for the first of a month, which Italian writes `1º`. */
export function shortDate(date: Date, texts: Texts): string {
  const locale = texts.code === 'it' ? 'it-IT' : 'en-GB';
  const year = date.getUTCFullYear() === new Date().getUTCFullYear() ? undefined : 'numeric';
  return date.toLocaleDateString(locale, { day: 'numeric', month: 'long', year, timeZone: 'UTC' });
}

/** Defines the same tests in Italian with JavaScript and in English without, for forms that are plain HTML either way. */
export function inBothLanguages(define: (texts: Texts, javaScript: boolean) => void): void {
  for (const [texts, javaScript] of [[italian, true], [english, false]] as const) {
    test.describe(javaScript ? 'in Italian, with JavaScript' : 'in English, without JavaScript', () => {
      test.use({ javaScriptEnabled: javaScript });
      define(texts, javaScript);
    });
  }
}
