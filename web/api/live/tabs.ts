import { coversLive, type LiveKind } from '../../../src/contracts/live.ts';
import { type LiveState, stayConnected } from './connection.ts';
import type { ChangedTasks } from './stream.ts';

/** `null`: anything may have changed. Empty: nothing has changed, and the server can be reached again. */
export type ChangedKinds = readonly LiveKind[] | null;

export interface LiveOptions {
  /** The id of the signed-in person. Tabs of the same person share one connection. */
  readonly owner: string;
  /** What was read contains all changes up to this. It is the id of a change, or null if that is not known. */
  readonly from: string | null;
  /** `tasks`: see `LiveChange`. */
  readonly onChange: (kinds: ChangedKinds, tasks: ChangedTasks) => void;
  readonly onState: (state: LiveState) => void;
  /** The server says that the session has ended. */
  readonly onSignedOut: () => void;
}

/** What has changed after the change `after` and up to the change `id`. */
interface Told {
  readonly type: 'change';
  readonly kinds: ChangedKinds;
  /** A tab with an earlier version of the program does not send it. */
  readonly tasks?: ChangedTasks;
  readonly after: string | null;
  readonly id: string;
}

/** What tabs tell each other. Only the tab that has the connection sends `state` and `change`. */
type Message =
  | { readonly type: 'ask' }
  | { readonly type: 'state'; readonly state: LiveState; readonly lastId: string | null }
  | Told
  | { readonly type: 'signed_out' };

/**
 * A tab that has the connection answers within this time, in milliseconds. Otherwise the browser has stopped it, as phones do
 * with tabs that nobody sees.
 */
export const ANSWER_MS = 2_000;

const canShare = (): boolean => typeof BroadcastChannel !== 'undefined' && typeof navigator !== 'undefined' && 'locks' in navigator;

/**
 * Follows what changes, over one connection for all tabs of this person, until the returned function is called. The tab that
 * holds a Web Lock connects and tells the others. When it is closed, the browser gives the lock to the next tab, which continues
 * from the last change that all of them know.
 */
export function followLive(options: LiveOptions): () => void {
  const tab = canShare() ? new SharingTab(options) : new LoneTab(options);
  return () => tab.stop();
}

/** What a tab knows: how far it is, and whether it is up to date. */
class Knowledge {
  readonly #options: LiveOptions;
  lastId: string | null;
  state: LiveState = 'connecting';

  constructor(options: LiveOptions) {
    this.#options = options;
    this.lastId = options.from;
  }

  /** Whether all changes up to this one are known. */
  covers(id: string | null): boolean {
    return this.lastId !== null && id !== null && coversLive(this.lastId, id);
  }

  /** If changes before this one are not known, anything may have changed. */
  changed({ kinds, tasks = null, after, id }: Omit<Told, 'type'>): void {
    const own = this.covers(after) ? kinds : null;
    this.lastId = id;
    this.#options.onChange(own, own && tasks);
  }

  became(state: LiveState): void {
    if (state === this.state) return;
    this.state = state;
    this.#options.onState(state);
  }
}

/** In a browser without Web Locks, and over HTTP on another machine, each tab has its own connection. */
class LoneTab {
  readonly #ending = new AbortController();

  constructor(options: LiveOptions) {
    const known = new Knowledge(options);
    void stayConnected({
      signal: this.#ending.signal,
      lastId: () => known.lastId,
      onChange: (change) => known.changed({ ...change, after: known.lastId }),
      onState: (state) => known.became(state),
      onSignedOut: options.onSignedOut,
    });
  }

  stop(): void {
    this.#ending.abort();
  }
}

class SharingTab {
  readonly #options: LiveOptions;
  readonly #known: Knowledge;
  readonly #channel: BroadcastChannel;
  readonly #lock: string;
  readonly #ending = new AbortController();
  /** Aborts the request for the lock, so that the next one takes it away from a tab that does not answer. */
  #waiting = new AbortController();
  #mustSteal = false;
  #isLeading = false;
  #asking: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#known = new Knowledge(options);
    this.#lock = `vouch-live ${options.owner}`;
    this.#channel = new BroadcastChannel(this.#lock);
    const { signal } = this.#ending;
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#hear(data), { signal });
    if (typeof window !== 'undefined')
      window.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.#ask(), { signal });
    this.#ask();
    void this.#takeTurns();
  }

  stop(): void {
    this.#ending.abort();
    this.#waiting.abort();
    clearTimeout(this.#asking);
    this.#channel.close();
  }

  async #takeTurns(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      this.#waiting = new AbortController();
      // A request that steals cannot have a signal.
      const how = this.#mustSteal ? { steal: true } : { signal: this.#waiting.signal };
      this.#mustSteal = false;
      const leading = new AbortController();
      const signal = AbortSignal.any([leading.signal, this.#ending.signal]);
      // It rejects when another tab has stolen the lock, and when the waiting is aborted.
      await navigator.locks.request(this.#lock, how, () => this.#lead(signal)).catch(() => undefined);
      leading.abort();
      this.#isLeading = false;
    }
  }

  #lead(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    this.#isLeading = true;
    clearTimeout(this.#asking);
    return stayConnected({
      signal,
      lastId: () => this.#known.lastId,
      onChange: (told) => {
        const change = { ...told, after: this.#known.lastId };
        this.#tell({ type: 'change', ...change });
        this.#known.changed(change);
      },
      onState: (state) => {
        this.#known.became(state);
        this.#tellState();
      },
      onSignedOut: () => {
        this.#tell({ type: 'signed_out' });
        this.#options.onSignedOut();
      },
    });
  }

  #tell(message: Message): void {
    if (!this.#ending.signal.aborted) this.#channel.postMessage(message);
  }

  #tellState(): void {
    this.#tell({ type: 'state', state: this.#known.state, lastId: this.#known.lastId });
  }

  /** Asks the tab that has the connection how it is, and takes its place if it does not answer. */
  #ask(): void {
    if (this.#isLeading) return;
    this.#tell({ type: 'ask' });
    clearTimeout(this.#asking);
    this.#asking = setTimeout(() => {
      if (this.#isLeading) return;
      this.#mustSteal = true;
      this.#waiting.abort();
    }, ANSWER_MS);
  }

  #hear(message: Message): void {
    if (message.type === 'ask') {
      if (this.#isLeading) this.#tellState();
      return;
    }
    clearTimeout(this.#asking);
    if (message.type === 'signed_out') this.#options.onSignedOut();
    else if (message.type === 'change') this.#known.changed(message);
    else this.#catchUp(message);
  }

  /** A tab that was just opened, or was stopped for a while, has not heard of some changes. */
  #catchUp({ state, lastId }: Extract<Message, { type: 'state' }>): void {
    if (lastId !== null && !this.#known.covers(lastId)) this.#known.changed({ kinds: null, after: null, id: lastId });
    this.#known.became(state);
  }
}
