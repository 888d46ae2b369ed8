import { setTimeout as pause } from 'node:timers/promises';
import { PASSWORD } from '../support/fill.ts';
import type { Person, PersonAnswer } from '../support/person.ts';
import type { Latencies } from './watch.ts';

/** What was acknowledged of a task. */
export type Acknowledged = 'open' | 'completed' | 'deleted';

export interface Life {
  readonly email: string;
  readonly person: Person;
  readonly tasks: ReadonlyMap<string, Acknowledged>;
  /** Goes on until the signal aborts. */
  live(signal: AbortSignal): Promise<void>;
}

export interface LifeOptions {
  readonly email: string;
  readonly person: Person;
  readonly latencies: Latencies;
  /** The mean of the pauses between two visits, in milliseconds. */
  readonly thinkMs: number;
}

type Visit = (life: Living) => Promise<void>;

const DAY_MS = 86_400_000;
const LONGEST_THINKING = 10;
const TITLES = ['Water the plants', 'Answer the letter', 'Read ten pages', 'Call the landlord', 'Run five kilometres'];

/** How often of a hundred visits each kind happens. */
const VISITS: readonly (readonly [share: number, visit: Visit])[] = [
  [
    55,
    async (life) => {
      await Promise.all([
        life.ask('tasks', 'GET', '/api/tasks'),
        life.ask('streaks', 'GET', '/api/streaks'),
        life.ask('alerts', 'GET', '/api/alerts/active'),
      ]);
    },
  ],
  [18, (life) => life.create()],
  [14, (life) => life.complete()],
  [3, (life) => life.edit()],
  [3, (life) => life.remove()],
  [
    4,
    async (life) => {
      await Promise.all([life.ask('weekly', 'GET', '/api/reports/weekly'), life.ask('history', 'GET', '/api/reports/history?limit=50')]);
    },
  ],
  [2.5, async (life) => void (await life.ask('settings', 'GET', '/api/settings/all'))],
  [0.3, async (life) => void (await life.ask('pdf', 'GET', '/api/reports/pdf'))],
  [0.2, (life) => life.signInAgain()],
];

function nextVisit(): Visit {
  let left = Math.random() * VISITS.reduce((sum, [share]) => sum + share, 0);
  for (const [share, visit] of VISITS) {
    left -= share;
    if (left < 0) return visit;
  }
  return (VISITS[0] as (typeof VISITS)[number])[1];
}

/** One person's life with the program, by chance. */
class Living implements Life {
  readonly email: string;
  readonly person: Person;
  readonly tasks = new Map<string, Acknowledged>();
  readonly #latencies: Latencies;
  readonly #thinkMs: number;
  #made = 0;

  constructor({ email, person, latencies, thinkMs }: LifeOptions) {
    this.email = email;
    this.person = person;
    this.#latencies = latencies;
    this.#thinkMs = thinkMs;
  }

  async live(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // Exponential, as the pauses of many independent people are.
      const thinking = Math.min(LONGEST_THINKING, -Math.log(1 - Math.random())) * this.#thinkMs;
      await pause(thinking, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await nextVisit()(this);
    }
  }

  /** Null if it was not answered as expected, which is noted. */
  async ask(what: string, method: string, path: string, options: { body?: unknown; key?: string; status?: number } = {}) {
    const { body, key, status = 200 } = options;
    try {
      const answer = await this.person.ask(method, path, body, key === undefined ? {} : { 'idempotency-key': key });
      this.#latencies.add(what, answer.ms);
      if (answer.status === status) return answer;
      this.#latencies.fail(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
    } catch (error) {
      this.#latencies.fail(`${what}: ${(error as Error).message}`);
    }
    return null;
  }

  async create(): Promise<void> {
    this.#made += 1;
    const due_date = new Date(Date.now() + (1 + (this.#made % 7)) * DAY_MS).toISOString().slice(0, 10);
    const body = { title: `${TITLES[this.#made % TITLES.length]} ${this.#made}`, due_date, tags: ['soak'] };
    const answer = await this.ask('create', 'POST', '/api/tasks', {
      body,
      key: `${this.email} ${this.#made}`.replace(' ', '-'),
      status: 201,
    });
    if (answer) this.tasks.set(idOf(answer), 'open');
  }

  async complete(): Promise<void> {
    const id = this.#anOpenOne();
    if (id === null) return this.create();
    const answer = await this.ask('complete', 'PATCH', `/api/tasks/${id}/status`, { body: { status: 'completed' } });
    if (answer) this.tasks.set(id, 'completed');
  }

  async edit(): Promise<void> {
    const id = this.#anOpenOne();
    if (id !== null)
      await this.ask('edit', 'PUT', `/api/tasks/${id}`, { body: { description: 'By the end of the week.', priority: 'high' } });
  }

  async remove(): Promise<void> {
    const id = this.#anOpenOne();
    if (id === null) return;
    const answer = await this.ask('delete', 'DELETE', `/api/tasks/${id}`, { status: 204 });
    if (answer) this.tasks.set(id, 'deleted');
  }

  async signInAgain(): Promise<void> {
    await this.ask('sign out', 'POST', '/api/auth/signout', { status: 204 });
    await this.ask('sign in', 'POST', '/api/auth/signin', { body: { email: this.email, password: PASSWORD } });
  }

  #anOpenOne(): string | null {
    for (const [id, state] of this.tasks) if (state === 'open') return id;
    return null;
  }
}

const idOf = ({ text }: PersonAnswer): string => (JSON.parse(text) as { id: string }).id;

export const startLife = (options: LifeOptions): Life => new Living(options);

/** Tasks whose acknowledged state is not what the program shows now. */
export async function lostOf({ person, tasks }: Life): Promise<readonly string[]> {
  const there = new Map<string, string>();
  for (const { id, status } of await person.need<{ id: string; status: string }[]>(200, 'GET', '/api/tasks?limit=1000'))
    there.set(id, status);
  return [...tasks].filter(([id, state]) => !isShown(state, there.get(id))).map(([id, state]) => `${id} was ${state}`);
}

function isShown(acknowledged: Acknowledged, shown: string | undefined): boolean {
  if (acknowledged === 'deleted') return shown === undefined;
  return acknowledged === 'completed' ? shown === 'completed' : shown !== undefined && shown !== 'completed';
}
