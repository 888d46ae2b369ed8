import { Readable } from 'node:stream';
import type { LiveKind } from '../../../contracts/live.ts';
import { sorted } from './kinds.ts';

/** In bytes. What a client has not read beyond this stays a set of kinds, so that a slow client costs little memory. */
const BUFFERED = 2_048;

/** One open connection. Its client gets fewer and larger events if it reads slowly. */
export class LiveConnection {
  readonly id: string;
  readonly stream: Readable;
  /** Whether the session or token by which it was opened still exists. */
  readonly isSignedIn: () => Promise<boolean>;
  readonly #pending = new Set<LiveKind>();
  #eventId = '';
  #isFull = false;
  #isOver = false;

  constructor(id: string, isSignedIn: () => Promise<boolean>) {
    this.id = id;
    this.isSignedIn = isSignedIn;
    this.stream = new Readable({
      highWaterMark: BUFFERED,
      read: () => {
        this.#isFull = false;
        if (this.#pending.size > 0) this.#sendPending();
      },
    });
    // The client has disconnected.
    this.stream.on('error', () => undefined);
  }

  /** The first event, which may name no kind. */
  begin(kinds: ReadonlySet<LiveKind>, eventId: string): void {
    this.#sendChange(kinds, eventId);
  }

  changed(kinds: Iterable<LiveKind>, eventId: string): void {
    for (const kind of kinds) this.#pending.add(kind);
    this.#eventId = eventId;
    if (!this.#isFull) this.#sendPending();
  }

  /** Shows the client, and proxies in between, that the connection is alive. */
  comment(): void {
    if (!this.#isFull) this.#send(': \n\n');
  }

  /** The client must not connect again: its session or token has ended. */
  end(): void {
    this.#send('event: end\ndata: {}\n\n');
    this.close();
  }

  /** The client may connect again. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.stream.push(null);
  }

  #sendPending(): void {
    const kinds = new Set(this.#pending);
    this.#pending.clear();
    this.#sendChange(kinds, this.#eventId);
  }

  #sendChange(kinds: ReadonlySet<LiveKind>, eventId: string): void {
    this.#send(`event: change\nid: ${eventId}\ndata: ${JSON.stringify({ kinds: sorted(kinds) })}\n\n`);
  }

  #send(text: string): void {
    if (!this.#isOver && !this.stream.destroyed) this.#isFull = !this.stream.push(text);
  }
}
