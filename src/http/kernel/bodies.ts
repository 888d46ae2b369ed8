import type { z } from 'zod';
import type { CallBody, FormBody } from '../../contracts/call.ts';
import type { Principal } from './principal.ts';

/** A file that is being received. `name` is the name of its part; `filename` is the client's name for it, as it was sent. */
export interface IncomingFile {
  readonly name: string;
  readonly filename: string | null;
  readonly media: string;
  /** Can be read once. @throws Refusal 413 if it is larger than the part may be, 400 if the client goes away */
  readonly content: AsyncIterable<Uint8Array>;
}

/** A file that was received completely. */
export interface ReceivedFile<Kept> extends Omit<IncomingFile, 'content'> {
  /** In bytes. */
  readonly size: number;
  /** The SHA-256 of its bytes, in lower-case hex. */
  readonly sha256: string;
  /** The result of `keep`. */
  readonly kept: Kept;
}

/** What a handler gets from a form. */
export interface Form<Fields, Kept> {
  readonly fields: Fields;
  /** In the order in which they were received. */
  readonly files: readonly ReceivedFile<Kept>[];
}

/** The caller for whom a file is kept. */
export interface Sender {
  readonly principal: Principal | null;
  readonly newId: () => string;
}

/** What is done with the files of a form. */
export interface Receiving<Kept> {
  /** Stores a file while it is received. It is called before the rest of the body is known. */
  readonly keep: (file: IncomingFile, sender: Sender) => Promise<Kept>;
  /**
   * Deletes what `keep` stored for a request that is not carried out: one that is refused, broken off, or answered with a
   * kept answer. It is not called after a fault (5xx) or a crash, so whoever keeps files has to look for files that nothing
   * refers to.
   */
  readonly discard: (kept: Kept, sender: Sender) => Promise<void>;
}

/** A form with what is done with its files. */
export type MultipartBody = FormBody & Receiving<unknown>;
/** The body of a route: as its call declares it, with what is done with the files of a form. */
export type RouteBody = Exclude<CallBody, FormBody> | MultipartBody;

/** What a handler gets from the body of a call. */
export type BodyOf<Call, Kept> = Call extends { readonly body: infer Body }
  ? Body extends { readonly kind: 'json'; readonly schema: z.ZodType<infer Parsed> }
    ? Parsed
    : Body extends { readonly kind: 'multipart'; readonly fields: infer Fields }
      ? Form<z.output<Fields>, Kept>
      : Body extends { readonly kind: 'raw' }
        ? Buffer
        : undefined
  : unknown;
