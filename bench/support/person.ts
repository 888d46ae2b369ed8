import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { PASSWORD } from './fill.ts';

export interface PersonAnswer {
  readonly status: number;
  readonly text: string;
  /** Milliseconds from the call to the last byte of the answer. */
  readonly ms: number;
}

export interface PersonOptions {
  /** The network address that a proxy on this machine would name. A program in production mode believes it. */
  readonly address?: string;
}

/** One browser: keeps its cookies and its connections. */
export class Person {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #headers: Readonly<Record<string, string>>;
  readonly #cookies = new Map<string, string>();

  constructor(url: string, { address }: PersonOptions = {}, cookies: ReadonlyMap<string, string> = new Map()) {
    this.#url = new URL(url);
    this.#headers = address === undefined ? {} : { 'x-forwarded-for': address };
    this.#cookies = new Map(cookies);
  }

  /** The header with all cookies; empty if there is none. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The same person at another address of the program, as after its restart. */
  at(url: string, options: PersonOptions = {}): Person {
    return new Person(url, options, this.#cookies);
  }

  /**
   * One call. `body` is sent as JSON; bytes as they are, with `headers`.
   * @throws Error when no whole answer comes
   */
  async ask(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<PersonAnswer> {
    const bytes = body === undefined ? null : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const { cookie } = this;
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          agent: this.#agent,
          host: this.#url.hostname,
          port: this.#url.port,
          method,
          path,
          headers: {
            ...this.#headers,
            ...(cookie !== '' && { cookie }),
            ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
            ...headers,
          },
        },
        (answer) => {
          for (const set of answer.headers['set-cookie'] ?? []) this.#keep(set);
          const whole = text(answer);
          whole.then((text) => resolve({ status: answer.statusCode ?? 0, text, ms: performance.now() - started }), reject);
        },
      );
      asked.on('error', reject);
      asked.end(bytes ?? undefined);
    });
  }

  /** The answer, parsed. @throws Error when its status is not the expected one */
  async need<T>(status: number, method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.ask(method, path, body);
    if (answer.status !== status) throw new Error(`${method} ${path} gave ${answer.status}: ${answer.text.slice(0, 500)}`);
    return (answer.text === '' ? undefined : JSON.parse(answer.text)) as T;
  }

  /** Closes the connections. */
  leave(): void {
    this.#agent.destroy();
  }

  #keep(set: string): void {
    const [pair = ''] = set.split(';');
    const equals = pair.indexOf('=');
    const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)];
    if (/Max-Age=0(;|$)/i.test(set)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

const [TRIES, PAUSE_MS] = [600, 100];

/**
 * Signs somebody up at a program in development mode, by the link of the mail, in one browser.
 * @throws Error when no mail comes within a minute, or when a call is refused
 */
export async function signUp(url: string, email: string): Promise<Person> {
  const person = new Person(url);
  await person.need(201, 'POST', '/api/auth/signup', { email, password: PASSWORD, full_name: 'Ada Ode', timezone: 'Europe/Berlin' });
  await person.need(200, 'POST', '/api/auth/confirm', { token: await mailedToken(person, email) });
  return person;
}

async function mailedToken(person: Person, email: string): Promise<string> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const mails = await person.need<{ text: string }[]>(200, 'GET', `/dev/mailbox.json?to=${encodeURIComponent(email)}&limit=1`);
    const token = /\/auth\/confirm\?token=(\w+)/.exec(mails[0]?.text ?? '')?.[1];
    if (token !== undefined) return token;
    await pause(PAUSE_MS);
  }
  throw new Error(`No mail came for ${email}.`);
}
