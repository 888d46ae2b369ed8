import type { z } from 'zod';
import type { CallBody, FormBody } from '../../contracts/call.ts';
import type { Principal } from './principal.ts';

/** A file that is being received. `name` is the name of its form part; `filename` is the unchecked name from the client. */
export interface IncomingFile {
  readonly name: string;
  readonly filename: string | null;
  readonly media: string;
  /** Can be read once. @throws Refusal 413 if it is larger than the part may be, 400 if the client goes away */
  readonly content: AsyncIterable<Uint8Array>;
}

export interface ReceivedFile<Kept> extends Omit<IncomingFile, 'content'> {
  /** In bytes. */
  readonly size: number;
  /** In lower-case hex. */
  readonly sha256: string;
  /** The result of `keep`. */
  readonly kept: Kept;
}

export interface Form<Fields, Kept> {
  readonly fields: Fields;
  /** In the order of the body. */
  readonly files: readonly ReceivedFile<Kept>[];
}

export interface Sender {
  readonly principal: Principal | null;
  readonly newId: () => string;
}

export interface Receiving<Kept> {
  /** Stores a file while it is being received, before the rest of the body is known. */
  readonly keep: (file: IncomingFile, sender: Sender) => Promise<Kept>;
  /**
   * Deletes what `keep` stored, if the request is refused, aborted, or answered with a stored answer. It is not called after a
   * fault (5xx) or a crash. The storage therefore has to look for files without references.
   */
  readonly discard: (kept: Kept, sender: Sender) => Promise<void>;
}

export type MultipartBody = FormBody & Receiving<unknown>;
export type RouteBody = Exclude<CallBody, FormBody> | MultipartBody;

export type BodyOf<Call, Kept> = Call extends { readonly body: infer Body }
  ? Body extends { readonly kind: 'json'; readonly schema: z.ZodType<infer Parsed> }
    ? Parsed
    : Body extends { readonly kind: 'multipart'; readonly fields: infer Fields }
      ? Form<z.output<Fields>, Kept>
      : Body extends { readonly kind: 'raw' }
        ? Buffer
        : undefined
  : unknown;
