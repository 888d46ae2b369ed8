/** What the files of some rooms may import. If a file belongs to several rows, only the last of them holds. */
export interface ImportRule {
  /** The rooms: folders with everything in them, or files. A star stands for any name. */
  readonly files: readonly string[];
  /** The folder from which these files may import everything. Without it this is the room itself. */
  readonly within?: string;
  /** What else of ours they may import: folders with everything in them, or files. */
  readonly may: readonly string[] | 'everything';
  /** With a list, all other packages are refused, and so is every module of Node that the list does not name. */
  readonly packages: readonly string[] | 'any' | 'no drivers';
}

/** What only src/store imports; the other rooms use a port. */
export const DRIVERS = ['node:sqlite', 'mongodb', 'mongodb/**', '@eventstore/**', '@agendajs/mongo-backend'];

const KERNEL = 'src/domain/kernel';
const CALENDAR = 'src/domain/calendar';
const EVENTS = ['src/domain/*/*events.ts', 'src/domain/*/*event-data.ts'];
const RULES = 'src/domain/*/rules.ts';
const SHOWN = [...EVENTS, RULES, 'src/domain/*/state.ts', 'src/domain/*/words.ts'];
const ADDRESS = 'src/contracts/address.ts';
const CONCURRENCY = 'src/concurrency';

// A refusal, an instant and a local date mean the same everywhere, so these rooms see the kernel and the calendar.
const READING = [KERNEL, CALENDAR, 'src/contracts', 'src/projections', 'src/ports', 'src/app'];
const ANSWERING = [...READING, 'src/presenters', 'src/reports', 'src/messages'];

const CLIENT = ['web/lib', 'web/ui', 'web/api'];
const FORMS = 'web/forms';
const WORDS = 'src/contracts/words';
const CHARTS = 'src/contracts/charts';
const LEDGER = 'src/contracts/ledger';

const PURE: readonly ImportRule[] = [
  { files: ['src/contracts'], may: [], packages: ['zod', 'zod-openapi'] },
  { files: ['src/contracts/calls'], within: 'src/contracts', may: [], packages: ['zod'] },
  { files: ['src/contracts/coding', 'src/contracts/coding/guest'], may: [], packages: ['quickjs-emscripten-core', 'amaro'] },
  { files: [WORDS, `${WORDS}/phrases`], may: [], packages: [] },
  { files: [CHARTS], may: [], packages: [] },
  { files: [LEDGER], may: [], packages: ['zod', '@noble/hashes/*', '@noble/curves/*'] },
  { files: ['src/domain/*'], may: [KERNEL, CALENDAR, ADDRESS, WORDS], packages: [] },
  { files: EVENTS, within: 'src/domain/*', may: [KERNEL, CALENDAR, WORDS], packages: ['zod'] },
  { files: [KERNEL], may: [], packages: ['zod', 'uuid'] },
  { files: [CALENDAR], may: [], packages: ['zod'] },
  // Proof is in the stream of its task, so these two are one aggregate.
  { files: ['src/domain/task'], may: [KERNEL, CALENDAR, ADDRESS, WORDS, 'src/domain/proof'], packages: [] },
  { files: ['src/domain/proof'], may: [KERNEL, CALENDAR, WORDS, 'src/domain/task'], packages: [] },
  {
    files: ['src/domain/task/*events.ts', 'src/domain/task/*event-data.ts'],
    within: 'src/domain/task',
    may: [KERNEL, CALENDAR, 'src/domain/proof/*events.ts', 'src/domain/proof/*event-data.ts'],
    packages: ['zod'],
  },
  {
    files: ['src/domain/proof/*events.ts', 'src/domain/proof/*event-data.ts'],
    within: 'src/domain/proof',
    may: [KERNEL, CALENDAR, 'src/domain/task/event-data.ts'],
    packages: ['zod'],
  },
  { files: ['src/domain/catalogue.ts'], may: [KERNEL, 'src/domain/*/*events.ts'], packages: [] },
  { files: ['src/ports'], may: [KERNEL, LEDGER], packages: [] },
  { files: [CONCURRENCY], may: [KERNEL, 'src/ports'], packages: [] },
];

const SERVER: readonly ImportRule[] = [
  {
    files: ['src/projections'],
    may: [KERNEL, CALENDAR, ...EVENTS, RULES, LEDGER, 'src/domain/catalogue.ts', 'src/ports/documents.ts'],
    packages: 'no drivers',
  },
  { files: ['src/projections/engine'], may: [KERNEL, 'src/ports'], packages: 'no drivers' },
  { files: ['src/app'], may: ['src/domain', 'src/projections', 'src/ports', CONCURRENCY, WORDS, LEDGER], packages: 'no drivers' },
  { files: ['src/reactors'], may: ['src/domain', 'src/projections', 'src/ports', 'src/app'], packages: 'no drivers' },
  { files: ['src/reactors/engine'], may: [KERNEL, CALENDAR, 'src/ports'], packages: 'no drivers' },
  {
    files: ['src/presenters'],
    may: [...READING, ...SHOWN, 'src/domain/*/next-dates.ts', 'src/domain/catalogue.ts'],
    packages: 'no drivers',
  },
  { files: ['src/reports'], may: [...READING, 'src/presenters', CONCURRENCY], packages: 'no drivers' },
  {
    files: ['src/messages'],
    may: [...READING, ...SHOWN, 'src/presenters', 'src/reports', CONCURRENCY],
    packages: 'no drivers',
  },
  { files: ['src/store'], may: [KERNEL, 'src/ports', CONCURRENCY, LEDGER], packages: 'any' },
  { files: ['src/providers'], may: [KERNEL, 'src/ports', CONCURRENCY, WORDS], packages: 'no drivers' },
  {
    files: ['src/providers/*/*.ts'],
    within: 'src/providers',
    may: [KERNEL, 'src/ports', CONCURRENCY, ADDRESS, WORDS],
    packages: 'no drivers',
  },
  {
    files: ['src/providers/sandbox', 'src/providers/pages/*'],
    within: 'src/providers',
    may: [KERNEL, 'src/ports', CONCURRENCY, 'src/contracts/coding'],
    packages: 'no drivers',
  },
  { files: ['src/http'], may: [...ANSWERING, CONCURRENCY], packages: 'no drivers' },
  { files: ['src/jobs'], may: [...ANSWERING, 'src/reactors'], packages: 'no drivers' },
  {
    files: ['src/analysis'],
    may: [KERNEL, 'src/domain/catalogue.ts', 'src/ports', 'src/projections/engine', 'src/projections/ledger'],
    packages: 'no drivers',
  },
  { files: ['src/cli'], may: [...ANSWERING, 'src/reactors', 'src/analysis'], packages: 'no drivers' },
  { files: ['src/jobs/judging.ts'], within: 'src/jobs', may: [...ANSWERING, CONCURRENCY], packages: 'no drivers' },
  {
    files: ['src/features'],
    may: [...ANSWERING, 'src/domain', 'src/reactors', 'src/http', 'src/jobs'],
    packages: 'no drivers',
  },
  { files: ['src/wiring'], may: 'everything', packages: 'no drivers' },
  { files: ['src/main.ts'], may: ['src/wiring'], packages: 'no drivers' },
  { files: ['src/config'], may: [ADDRESS, WORDS], packages: 'any' },
];

const WEB: readonly ImportRule[] = [
  {
    // The screens: of the other rooms of the web, they import those that several screens share.
    files: ['web/*'],
    may: [
      ...CLIENT,
      FORMS,
      'web/tasks',
      'web/proof/coding/code-tasks.tsx',
      'web/recurrence',
      'web/quick-add',
      'web/history',
      'web/proof/email',
      'web/charts',
      'web/plans',
      'web/content',
      'src/contracts',
    ],
    packages: 'any',
  },
  { files: ['web/lib', 'web/ui'], may: [WORDS], packages: 'any' },
  { files: ['web/api'], may: ['web/lib', 'src/contracts'], packages: 'any' },
  { files: ['web/content'], may: [], packages: 'any' },
  { files: [FORMS], may: CLIENT, packages: 'any' },
  { files: ['web/tasks'], may: [...CLIENT, FORMS, WORDS], packages: 'any' },
  { files: ['web/charts'], may: [...CLIENT, WORDS, CHARTS], packages: 'any' },
  { files: ['web/proof/coding/code-tasks.tsx'], within: 'web/proof/coding', may: [...CLIENT, WORDS], packages: 'any' },
  { files: ['web/plans'], may: [...CLIENT, 'src/contracts'], packages: 'any' },
  { files: ['web/recurrence', 'web/proof/email'], may: [...CLIENT, FORMS, 'web/tasks', WORDS], packages: 'any' },
  { files: ['web/history'], may: [...CLIENT, 'web/tasks', WORDS], packages: 'any' },
  { files: ['web/quick-add'], may: [...CLIENT, FORMS, 'web/tasks', 'web/recurrence', WORDS], packages: 'any' },
  { files: ['web/app'], within: 'web', may: ['src/contracts'], packages: 'any' },
];

export const IMPORT_RULES: readonly ImportRule[] = [...PURE, ...SERVER, ...WEB];
