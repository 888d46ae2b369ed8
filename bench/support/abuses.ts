import { manyEntries } from '../../tests/support/file-samples.ts';
import { formBytes } from '../../tests/support/forms.ts';
import type { Person } from './person.ts';

/** A request that is made again and again. */
export interface Abuse {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  /** Taken in turn; none: without a body. */
  readonly bodies: readonly (string | Buffer)[];
  readonly headers: Readonly<Record<string, string>>;
  /** Every second one is sent with an Idempotency-Key of its own. */
  readonly keyed: boolean;
}

export interface NamedAbuse {
  readonly name: string;
  readonly connections: number;
  /** Whether the account that does it is full of tasks; such a one takes no routine. */
  readonly isOfFull: boolean;
  readonly abuse: Abuse;
}

/** What a process that abuses the program is told: one of `abuses` by its name, or an abuse that is given whole. */
export type Abusing = { readonly url: string; readonly address: string; readonly cookie: string } & (
  | { readonly name: string }
  | { readonly connections: number; readonly abuse: Abuse }
);

const NAMES = 100_000;
/** What an account may hold that is not archived. */
const TASKS = 20_000;
const CREATORS = 16;
const DAY_MS = 86_400_000;

/** Next week, in UTC, so that none of the days is over while this runs. */
const dueDate = (index: number): string => new Date(nextMonday() + (index % 7) * DAY_MS).toISOString().slice(0, 10);

function nextMonday(): number {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return today + (7 - sinceMonday) * DAY_MS;
}

/** Fills an account with as many tasks as it may have, all of them due next week. */
export async function fillWithTasks(person: Person): Promise<void> {
  let made = 0;
  const create = async (): Promise<void> => {
    while (made < TASKS) {
      const index = made;
      made += 1;
      const title = `Answer letter ${index} of Łukasz about the migration window`;
      await person.need(201, 'POST', '/api/tasks', { title, due_date: dueDate(index), due_time: '17:00' });
    }
  };
  await Promise.all(Array.from({ length: CREATORS }, create));
}

/** A body of about a megabyte, in which every name is unknown. */
const unknownNames = (): string => `{${Array.from({ length: NAMES }, (_, index) => `"${index.toString(36)}":1`).join()}}`;

/** A rule that has many weeks to look at in each year, each many times, from long ago. */
function costlyRoutine(): string {
  const weeks = Array.from({ length: 53 }, (_, index) => index - 53).join();
  const days = Array.from({ length: 245 }, () => 'MO').join();
  const rrule = `FREQ=YEARLY;COUNT=9999999;BYWEEKNO=${weeks};BYDAY=${days}`;
  return JSON.stringify({ title: 'Every week of every year', rrule, start_date: '1900-01-01' });
}

/** What the penetration test found to stop everybody. `headers`: of the person who does it, who is signed in. */
export const abuses = (headers: Readonly<Record<string, string>>): readonly NamedAbuse[] => [
  {
    name: 'unknown names',
    connections: 4,
    isOfFull: false,
    abuse: { method: 'POST', path: '/api/auth/signup', bodies: [unknownNames()], headers: {}, keyed: true },
  },
  {
    name: 'costly rules',
    connections: 10,
    isOfFull: false,
    abuse: { method: 'POST', path: '/api/recurring_tasks', bodies: [costlyRoutine()], headers, keyed: false },
  },
  {
    name: 'large PDFs',
    connections: 12,
    isOfFull: true,
    abuse: { method: 'GET', path: '/api/reports/pdf?type=weekly&offset=1', bodies: [], headers, keyed: false },
  },
];

const BOUNDARY = 'between';
const ENTRIES = 8_000;
const CONNECTIONS = 6;

/** Two zip files of about 700 kB that hold nothing, in very many entries. `headers`: of the person who uploads them, who is signed in. */
export const archiveAbuse = (headers: Readonly<Record<string, string>>): NamedAbuse => ({
  name: 'archives',
  connections: CONNECTIONS,
  isOfFull: false,
  abuse: {
    method: 'POST',
    path: '/api/files',
    bodies: ['a', 'b'].map((prefix) =>
      formBytes([{ name: 'file', filename: `${prefix}.zip`, content: manyEntries(ENTRIES, prefix) }], BOUNDARY),
    ),
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    keyed: false,
  },
});
