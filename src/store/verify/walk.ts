import type { LogAnchor } from '../../ports/log-anchor.ts';
import { GlobalChain } from '../anchor/global-chain.ts';
import { hashOf } from '../event-log/prepare.ts';
import type { StoredEvent } from '../event-log/raw-log.ts';
import { asPosition } from '../event-log/sqlite-row.ts';
import { storedHash } from '../event-log/stored-hash.ts';
import { storedJson } from '../stored-json.ts';
import { intactHash, type StoredRow } from './intact.ts';
import { type VerifiedEnd, VerifiedEnds } from './verified-ends.ts';

export type BreakReason = 'unreadable' | 'columns' | 'revision' | 'chain' | 'hash';

/** The first fault in a stream. */
export interface Break {
  readonly stream: string;
  readonly revision: number;
  readonly event_id: string;
  readonly reason: BreakReason;
  /** The event that the text names, if its row names another one. */
  readonly in_text?: string;
}

/** An event that is unaltered but does not match the definition of its type. */
export interface Oddity {
  readonly stream: string;
  readonly event_id: string;
  readonly reason: string;
}

/** Says why a stored event does not match its definition; null if it does. */
export type EventCheck = (event: StoredEvent) => string | null;

export interface WalkOptions {
  /** What the vault knows of the log; null if that is not known. It is read before the log. */
  readonly anchor?: LogAnchor | null;
  readonly check?: EventCheck;
  /** Called with each event that can be read, in the order of the log. */
  readonly visit?: (event: StoredEvent) => void;
}

/** An event that came after the planned end. */
export interface LaterEvent {
  readonly stream: string;
  readonly revision: number;
  readonly event_id: string;
}

const FIRST = 20;

/** Checks the events of a log one after the other, and goes on after a fault. */
export class LogWalk {
  events = 0;
  readonly #options: WalkOptions;
  readonly #ends: VerifiedEnds;
  readonly #breaks = new Map<string, Break>();
  readonly #odd: Oddity[] = [];
  readonly #chain = new GlobalChain();
  #oddities = 0;
  #headAtAnchor: string | null;
  #later: LaterEvent | null = null;

  constructor(options: WalkOptions = {}, ends = new VerifiedEnds()) {
    this.#options = options;
    this.#ends = ends;
    this.#headAtAnchor = options.anchor?.events === 0 ? this.#chain.head : null;
  }

  get streams(): number {
    return this.#ends.size;
  }

  /** Frees what only further events would need. */
  close(): void {
    this.#ends.close();
  }

  /** What a vault has to know of exactly these events. */
  get end(): LogAnchor {
    return this.#chain.anchor({ closed: true, accepted: false });
  }

  get breaks(): readonly Break[] {
    return [...this.#breaks.values()];
  }

  get oddities(): { readonly count: number; readonly first: readonly Oddity[] } {
    return { count: this.#oddities, first: this.#odd };
  }

  /** Adds a row of the log on SQLite. */
  addRow(row: StoredRow): void {
    const [position, stream, revision, id, json] = row;
    const end = this.#ends.get(stream);
    const isNext = revision === (end?.revision ?? -1) + 1 && (end === undefined || end.hash !== null);
    const hash = isNext ? intactHash(row, end?.hash ?? null) : null;
    if (hash === null) {
      this.#addSlowly(row);
      return;
    }
    this.#moved(stream, revision, hash, end);
    this.#linked(stream, revision, id, hash);
    if (this.#options.visit ?? this.#options.check) this.#shown(readable(json, position));
  }

  /** Adds an event of a log that gives parsed events. */
  addEvent(event: StoredEvent): void {
    const { stream, revision, id, metadata } = event;
    const reason = this.#reasonOf(event);
    if (reason !== null) this.#broken({ stream, revision, event_id: id, reason });
    this.#moved(stream, revision, metadata.hash, this.#ends.get(stream));
    this.#linked(stream, revision, id, metadata.hash);
    this.#shown(event);
  }

  /** What differs from the anchor; null if nothing does, or if there is no anchor. */
  get difference(): {
    readonly kind: 'shorter' | 'other' | 'longer';
    readonly known: number;
    readonly found: number;
    readonly later: LaterEvent | null;
  } | null {
    const { anchor = null } = this.#options;
    if (anchor === null) return null;
    const both = { known: anchor.events, found: this.events };
    if (this.events < anchor.events) return { kind: 'shorter', ...both, later: null };
    if (this.#headAtAnchor !== anchor.head) return { kind: 'other', ...both, later: null };
    if (anchor.closed && this.events > anchor.events) return { kind: 'longer', ...both, later: this.#later };
    return null;
  }

  #addSlowly([position, stream, revision, id, json]: StoredRow): void {
    const event = readable(json, position);
    if (event === null) {
      this.#broken({ stream, revision, event_id: id, reason: 'unreadable' });
      this.#moved(stream, revision, null, this.#ends.get(stream));
      this.#linked(stream, revision, id, storedHash(json));
      return;
    }
    const isSame = event.stream === stream && event.revision === revision && event.id === id;
    const in_text = `${event.stream} at revision ${event.revision} (event ${event.id})`;
    if (!isSame) this.#broken({ stream, revision, event_id: id, reason: 'columns', in_text });
    this.addEvent(event);
  }

  #reasonOf(event: StoredEvent): BreakReason | null {
    const end = this.#ends.get(event.stream);
    if (this.#breaks.has(event.stream)) return null;
    if (event.revision !== (end?.revision ?? -1) + 1) return 'revision';
    if (event.metadata.previous_hash !== (end?.hash ?? null)) return 'chain';
    return hashOrNull(event) === event.metadata.hash ? null : 'hash';
  }

  #broken(found: Break): void {
    if (!this.#breaks.has(found.stream)) this.#breaks.set(found.stream, found);
  }

  #moved(stream: string, revision: number, hash: string | null, before: VerifiedEnd | undefined): void {
    this.#ends.set(stream, { revision, hash }, before);
  }

  #linked(stream: string, revision: number, event_id: string, hash: string): void {
    const { anchor = null } = this.#options;
    this.events += 1;
    this.#chain.add({ stream, revision, hash });
    if (this.events === anchor?.events) this.#headAtAnchor = this.#chain.head;
    if (anchor !== null && this.events === anchor.events + 1) this.#later = { stream, revision, event_id };
  }

  #shown(event: StoredEvent | null): void {
    if (event === null) return;
    this.#options.visit?.(event);
    const wrong = this.#options.check?.(event) ?? null;
    if (wrong === null) return;
    this.#oddities += 1;
    if (this.#odd.length < FIRST) this.#odd.push({ stream: event.stream, event_id: event.id, reason: wrong });
  }
}

function hashOrNull(event: StoredEvent): string | null {
  try {
    return hashOf(event);
  } catch {
    // Something that has no canonical form was put into it.
    return null;
  }
}

/** The event in a stored text; null if the text is no event. */
function readable(json: string, position: number): StoredEvent | null {
  try {
    const event = storedJson<StoredEvent>(json);
    return isEvent(event) ? { ...event, position: asPosition(position) } : null;
  } catch {
    return null;
  }
}

/** The members that every reader of an event relies on. */
function isEvent(value: unknown): value is StoredEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { id, stream, type, revision, data, metadata } = value as Partial<Record<keyof StoredEvent, unknown>>;
  const areTexts = [id, stream, type].every((text) => typeof text === 'string');
  const areObjects = [data, metadata].every((part) => typeof part === 'object' && part !== null);
  return areTexts && areObjects && typeof revision === 'number' && typeof (metadata as { hash?: unknown }).hash === 'string';
}
