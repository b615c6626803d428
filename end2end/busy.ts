// Records that make pages crowded: twelve phases, two hundred messages, words that do not break, emoji, Arabic and
// Hebrew, links. Dates are around today, so that messages have days such as "yesterday".

import type { Records } from './tests/workspace.ts';

export type Language = 'it' | 'en';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LONGEST_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

const TEXTS = {
  it: {
    client: 'Confederazione Interregionale delle Pasticcerie Artigiane Bernardi-Montefiascone & Figli',
    projects: ['Sito nuovo, ordinazioni e spedizioni in tutta Europa', 'Menù di stagione', `Insegna ${LONGEST_WORD}`],
    about: 'Il sito della pasticceria: vetrina, ordinazioni, spedizioni refrigerate e un diario del laboratorio.',
    phases: [
      ...['Ascolto', 'Ricerca e concorrenti', 'Architettura dei contenuti', 'Identità visiva', 'Progettazione'],
      ...['Fotografie in laboratorio', 'Testi in italiano, francese e tedesco', `Prototipo-${LONGEST_WORD}`],
      ...['Realizzazione', 'Prove con i clienti 🍰', 'Pubblicazione', 'Primi tre mesi'],
    ],
    phase: 'Che cosa si fa in questa fase e perché, in una riga o due che qualcuno ha scritto con calma.',
    tasks: ['Raccogliere il materiale', 'Prima stesura', 'Revisione insieme', 'Consegna'],
    deliverables: ['Bozza', 'Tavola dei colori, dei caratteri e delle fotografie (versione 3, definitiva)', 'File per la stampa'],
    deliverable: 'Due varianti, a colori e in bianco e nero. La seconda è quella di cui abbiamo parlato giovedì.',
    documents: ['Contratto firmato', 'Preventivo approvato senza cifre.pdf', `${LONGEST_WORD}.pdf`],
    payments: ['Acconto', 'Secondo terzo alla consegna del prototipo', 'Saldo'],
    messages: [
      'Buongiorno!',
      'Perfetto, grazie 🙏',
      'La seconda variante mi piace di più, soprattutto il modo in cui il nome sta sopra la vetrina. Mia figlia però dice che il rosa è troppo acceso: possiamo vederlo un po’ più spento?',
      'Ecco il modulo: https://files.example/moduli/ordinazioni?anno=2026&lingua=it#pagina-2 (serve entro venerdì).',
      'Tre cose:\n1. il logo\n2. gli orari\n3. la mail per gli ordini',
      '🍰🎂🧁',
      `Il fornitore si chiama ${LONGEST_WORD}, lo so, è lungo.`,
      'Questo non è un collegamento: javascript:alert(1)',
      'أهلاً وسهلاً! هل يمكننا رؤية النسخة العربية من القائمة؟ (PDF, 2 MB)',
      'שלום, האם אפשר לקבל את הקובץ עד יום חמישי? תודה 🙂',
      'Va bene.',
      'Ne parliamo domattina alle 9:30, intanto le mando le fotografie del laboratorio in alta risoluzione, così si vede la luce del mattino.',
    ],
  },
  en: {
    client: 'The Worshipful Company of Wellington-Featherstonehaugh Bakers & Confectioners of Northumberland',
    projects: ['New website, orders and deliveries all over Europe', 'Seasonal menu', `Sign ${LONGEST_WORD}`],
    about: 'The bakery’s website: window, orders, chilled deliveries and a diary of the kitchen.',
    phases: [
      ...['Listening', 'Research and competitors', 'Content architecture', 'Visual identity', 'Design'],
      ...['Photographs in the kitchen', 'Copy in English, French and German', `Prototype-${LONGEST_WORD}`],
      ...['Building', 'Trying it with customers 🍰', 'Launch', 'The first three months'],
    ],
    phase: 'What this phase is for and why, in a line or two that somebody took their time over.',
    tasks: ['Collect the material', 'First draft', 'Review together', 'Handover'],
    deliverables: ['Draft', 'Board of colours, typefaces and photographs (version 3, final)', 'Files for printing'],
    deliverable: 'Two variants, in colour and in black and white. The second is the one we talked about on Thursday.',
    documents: ['Signed contract', 'Approved quote without figures.pdf', `${LONGEST_WORD}.pdf`],
    payments: ['Deposit', 'Second third when the prototype is handed over', 'Balance'],
    messages: [
      'Good morning!',
      'Perfect, thank you 🙏',
      'I like the second variant better, above all how the name sits over the window. My daughter finds the pink too loud, though: could we see it a little quieter?',
      'Here is the form: https://files.example/forms/orders?year=2026&language=en#page-2 (needed by Friday).',
      'Three things:\n1. the logo\n2. the opening hours\n3. the address for orders',
      '🍰🎂🧁',
      `The supplier is called ${LONGEST_WORD}, I know, it is long.`,
      'This is not a link: javascript:alert(1)',
      'أهلاً وسهلاً! هل يمكننا رؤية النسخة العربية من القائمة؟ (PDF, 2 MB)',
      'שלום, האם אפשר לקבל את הקובץ עד יום חמישי? תודה 🙂',
      'Fine.',
      'Let’s talk tomorrow at 9:30. Meanwhile I am sending the photographs of the kitchen at full size, so that you can see the morning light.',
    ],
  },
};

/** The client `busy` with three projects; all but one file are in the first. */
export function busy(language: Language, now = Date.now()): Records {
  const texts = TEXTS[language];
  const day = (days: number) => new Date(now + days * DAY).toISOString().slice(0, 10);
  const at = (minutes: number) => new Date(now - minutes * MINUTE).toISOString();
  const project = (index: number) => `busy-project-${index}`;
  const phases = texts.phases.map((name, index) => ({
    id: `busy-phase-${index}`,
    project_id: project(0),
    name,
    description: index % 3 === 0 ? texts.phase : undefined,
    status: index < 4 ? 'completed' : index < 7 ? 'in_progress' : 'pending',
    position: index,
    due_on: day(index * 12 - 60),
  }));
  const tasks = phases.flatMap((phase, index) =>
    texts.tasks.slice(0, 2 + (index % 3)).map((title, position) => ({
      id: `${phase.id}-task-${position}`,
      phase_id: phase.id,
      title,
      status: index < 4 ? 'done' : index < 7 && position === 0 ? 'done' : index < 7 ? 'in_progress' : 'todo',
      position,
      due_on: index > 5 ? day(index * 12 - 62) : undefined,
    })),
  );
  return {
    clients: [{ id: 'busy', name: texts.client, language, slug: 'busy', created_at: at(60 * 24 * 400) }],
    projects: texts.projects.map((name, index) => ({
      id: project(index),
      client_id: 'busy',
      name,
      description: index === 0 ? texts.about : undefined,
      status: index === 2 ? 'paused' : 'active',
      starts_on: day(-80),
      due_on: day(75),
      created_at: at(60 * 24 * (399 - index)),
    })),
    phases: [...phases, { id: 'busy-other-phase', project_id: project(1), name: texts.phases[5], status: 'in_progress', position: 0 }],
    tasks: [...tasks, { id: 'busy-other-task', phase_id: 'busy-other-phase', title: texts.tasks[1], status: 'in_progress', position: 0 }],
    deliverables: [
      ...tasks.filter((_, index) => index % 3 === 1).map((task, index) => deliverable(task.id, task.status, index)),
      { id: 'busy-other-file', task_id: 'busy-other-task', title: texts.deliverables[0], status: 'in_review' },
    ],
    comments: comments(),
    client_channel_reads: [
      { client_id: 'busy', channel_key: 'busy', read_at: at(7 * 47 + 1) },
      ...phases.slice(0, 11).map(({ id }) => ({ client_id: 'busy', channel_key: id, read_at: at(30) })),
    ],
    admin_channel_reads: [{ client_id: 'busy', channel_key: 'busy', read_at: at(100) }],
    payments: texts.payments.map((label, index) => ({
      id: `busy-payment-${index}`,
      project_id: project(0),
      label,
      amount_cents: 100_000,
      currency: 'EUR',
      due_on: day(index * 30 - 40),
      paid_at: index === 0 ? at(60 * 24 * 41) : undefined,
    })),
    documents: texts.documents.map((name, index) => ({
      id: `busy-document-${index}`,
      project_id: project(0),
      name,
      url: `https://files.example/${index}.pdf`,
      created_at: at(60 * 24 * (90 - index)),
    })),
  };

  function deliverable(task_id: string, taskStatus: string, index: number): Record<string, unknown> {
    const status = taskStatus === 'done' ? 'approved' : ['in_review', 'changes_requested', 'pending', 'in_review'][index % 4];
    return {
      id: `busy-file-${index}`,
      task_id,
      title: `${texts.deliverables[index % 3]}${index < 3 ? '' : ` (${index})`}`,
      description: index % 2 === 0 ? texts.deliverable : undefined,
      url: index % 3 === 2 ? undefined : `https://files.example/file-${index}.pdf`,
      status,
      approved_at: status === 'approved' ? at(60 * 24 * (40 - index)) : undefined,
    };
  }

  /** 120 in General, the newest seven unread; 80 in the phases, those of the last phase unread. */
  function comments(): Record<string, unknown>[] {
    return Array.from({ length: 200 }, (_, index) => {
      const general = index < 120;
      const age = general ? index * 47 : (index - 119) * 311;
      return {
        id: `busy-message-${index}`,
        entity_type: general ? 'general' : 'phase',
        entity_id: general ? 'busy' : `busy-phase-${index % 12}`,
        author: index < 7 || index % 5 < 2 ? 'admin' : 'client',
        text: texts.messages[(index * 7) % texts.messages.length],
        created_at: at(age + 3),
      };
    });
  }
}

/** A client with an empty project, `empty`, and one without a project, `none`. */
export function empty(language: Language): Records {
  const [name, project] = language === 'it' ? ['Libreria Neri', 'Collana nuova'] : ['Lane Books', 'New series'];
  return {
    clients: [
      { id: 'empty', name, language, slug: 'empty' },
      { id: 'none', name, language, slug: 'none' },
    ],
    projects: [{ id: 'empty-project', client_id: 'empty', name: project, status: 'active' }],
  };
}
