import { once } from 'node:events';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { Troubles } from './troubles.ts';
import type { Refusal } from './wire.ts';

export type ReadReq = InstanceType<typeof streams.ReadReq>;
export type ReadResp = InstanceType<typeof streams.ReadResp>;
/** What a call of the protocol asks for. */
export type Options = NonNullable<ReturnType<ReadReq['getOptions']>>;
export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** Sends the messages of one read: no faster than the other side takes them, and nothing after its end. */
export class Sender {
  readonly #call: ReadCall;
  readonly #troubles: Troubles;
  readonly #over = new AbortController();
  /** Since when nothing has been taken, in milliseconds; 0: the other side takes messages. */
  stuckSince = 0;

  constructor(call: ReadCall, troubles: Troubles) {
    this.#call = call;
    this.#troubles = troubles;
    call.on('cancelled', () => this.#over.abort());
    call.on('error', () => this.#over.abort());
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Resolves when more can be sent; false: nobody receives any more. */
  async send(message: ReadResp): Promise<boolean> {
    if (message.hasEvent()) this.#troubles.countEvent();
    if (this.#troubles.hung) await this.#troubles.thawed();
    if (this.signal.aborted) return false;
    if (this.#call.write(message)) return true;
    this.stuckSince = Date.now();
    await once(this.#call, 'drain', { signal: this.signal }).catch(() => undefined);
    this.stuckSince = 0;
    return !this.signal.aborted;
  }

  end(): void {
    if (!this.signal.aborted) this.#call.end();
  }

  fail(refusal: Refusal): void {
    if (this.signal.aborted) return;
    this.#over.abort();
    this.#call.emit('error', refusal);
  }
}
