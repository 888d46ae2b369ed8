import { createParser } from 'eventsource-parser';
import type { Client, Headered } from './client.ts';

export interface LiveEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly kinds: readonly string[];
  /** For who asks for them. */
  readonly tasks?: readonly string[] | null;
}

/** An open live connection, as a browser or a program has it. */
export interface LiveReader {
  readonly status: number;
  readonly headers: Headers;
  /** The next event; null: the connection was closed. Comments are left out. */
  next(): Promise<LiveEvent | null>;
  /** The kinds of all events from now on, until all of these were among them. */
  until(...kinds: readonly string[]): Promise<ReadonlySet<string>>;
  leave(): Promise<void>;
}

/** Opens a connection. Its first event was not read yet. */
export async function openLive(client: Pick<Client, 'url' | 'cookie'>, headers: Headered = {}): Promise<LiveReader> {
  const leaving = new AbortController();
  const response = await fetch(`${client.url}/api/live`, {
    headers: { ...(client.cookie !== null && { cookie: client.cookie }), ...headers },
    signal: leaving.signal,
  });
  const events: LiveEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', id, data }) => {
      const { kinds = [], tasks } = JSON.parse(data);
      events.push({ event, id, kinds, ...(tasks !== undefined && { tasks }) });
    },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();

  async function next(): Promise<LiveEvent | null> {
    for (;;) {
      const known = events.shift();
      if (known) return known;
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done) return null;
      parser.feed(chunk.value);
    }
  }

  return {
    status: response.status,
    headers: response.headers,
    next,
    async until(...kinds) {
      const found = new Set<string>();
      while (!kinds.every((kind) => found.has(kind))) {
        const event = await next();
        if (event === null) throw new Error(`The connection was closed. Until then there were: ${[...found].join(', ')}.`);
        for (const kind of event.kinds) found.add(kind);
      }
      return found;
    },
    async leave() {
      leaving.abort();
      await reader?.cancel().catch(() => undefined);
    },
  };
}

/** Opens a connection and reads its first event. */
export async function followLive(client: Pick<Client, 'url' | 'cookie'>, headers: Headered = {}) {
  const live = await openLive(client, headers);
  return { live, first: await live.next() };
}
