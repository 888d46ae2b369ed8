import { Readable } from 'node:stream';
import { type Changes, NOTHING, together, written } from './changes.ts';

/** In bytes. What a client has not read beyond this stays a set of kinds, so that a slow client costs little memory. */
const BUFFERED = 2_048;

/** One open connection. Its client gets fewer and larger events if it reads slowly. */
export class LiveConnection {
  readonly id: string;
  readonly stream: Readable;
  /** Whether the session or token by which it was opened still exists. */
  readonly isSignedIn: () => Promise<boolean>;
  readonly #namesTasks: boolean;
  #pending: Changes = NOTHING;
  #eventId = '';
  #isFull = false;
  #isOver = false;

  /** `namesTasks`: its client wants to know which tasks have changed. */
  constructor(id: string, isSignedIn: () => Promise<boolean>, namesTasks = false) {
    this.id = id;
    this.#namesTasks = namesTasks;
    this.isSignedIn = isSignedIn;
    this.stream = new Readable({
      highWaterMark: BUFFERED,
      read: () => {
        this.#isFull = false;
        if (this.#pending.kinds.size > 0) this.#sendPending();
      },
    });
    // The client has disconnected.
    this.stream.on('error', () => undefined);
  }

  /** The first event, which may name no kind. */
  begin(changes: Changes, eventId: string): void {
    this.#sendChange(changes, eventId);
  }

  changed(changes: Changes, eventId: string): void {
    this.#pending = together(this.#pending, changes);
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
    const changes = this.#pending;
    this.#pending = NOTHING;
    this.#sendChange(changes, this.#eventId);
  }

  #sendChange(changes: Changes, eventId: string): void {
    this.#send(`event: change\nid: ${eventId}\ndata: ${written(changes, this.#namesTasks)}\n\n`);
  }

  #send(text: string): void {
    if (!this.#isOver && !this.stream.destroyed) this.#isFull = !this.stream.push(text);
  }
}
