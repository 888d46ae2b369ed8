import type { z } from 'zod';
import type { Principal } from './principal.ts';

/** A JSON body of at most 1 MiB, held in memory as a whole. */
export interface JsonBody {
  readonly kind: 'json';
  readonly schema: z.ZodType;
  /** The body may be left out. It then counts as an empty object. */
  readonly optional: boolean;
}

/** The bytes as they were received, held in memory as a whole. A signature has to be checked against them before parsing. */
export interface RawBody {
  readonly kind: 'raw';
  readonly maxBytes: number;
  /** The media types that are accepted, without parameters; if there are none, any type is. */
  readonly media: readonly string[];
}

/** One name under which a form may send files. */
export interface FilePart {
  readonly maxBytes: number;
  /** The greatest number of files under this name (default 1). */
  readonly most?: number;
  readonly required?: boolean;
  /** The media types that are accepted (default: any). The type is the client's statement, and proves nothing. */
  readonly media?: readonly string[];
}

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

/** A form (`multipart/form-data`). Texts are held in memory; files are streamed to where they are kept. */
export interface MultipartBody {
  readonly kind: 'multipart';
  /** The schema of the texts. Its input is an object of strings, by the names of the parts. */
  readonly fields: z.ZodObject;
  readonly files: Readonly<Record<string, FilePart>>;
  /** The greatest number of parts, texts and files together. */
  readonly maxParts: number;
  /** The greatest size of the whole body, with everything between the parts. */
  readonly maxBytes: number;
  /** The longest time without any new bytes, in milliseconds of real time. */
  readonly idleMs: number;
  /** Stores a file while it is received. It is called before the rest of the body is known. */
  readonly keep: (file: IncomingFile, sender: Sender) => Promise<unknown>;
  /**
   * Deletes what `keep` stored for a request that is not carried out: one that is refused, broken off, or answered with a
   * kept answer. It is not called after a fault (5xx) or a crash, so whoever keeps files has to look for files that nothing
   * refers to.
   */
  readonly discard: (kept: unknown, sender: Sender) => Promise<void>;
}

/** Bytes that the handler reads from the request while they are received. It does not wait for its owner's other writes. */
export interface StreamBody {
  readonly kind: 'stream';
  readonly maxBytes: number;
  /** The only media type that is accepted. */
  readonly media: string;
}

export type BodyDeclaration = JsonBody | RawBody | MultipartBody | StreamBody;

declare const GIVES: unique symbol;
/** A declaration, together with the type that the handler gets from it. */
export type RouteBody<Body> = BodyDeclaration & { readonly [GIVES]?: Body };

export const jsonBody = <Body>(schema: z.ZodType<Body>): RouteBody<Body> => ({ kind: 'json', schema, optional: false });
export const optionalJsonBody = <Body>(schema: z.ZodType<Body>): RouteBody<Body> => ({ kind: 'json', schema, optional: true });
export const rawBody = (bounds: Omit<RawBody, 'kind'>): RouteBody<Buffer> => ({ kind: 'raw', ...bounds });

export const streamBody = (bounds: Omit<StreamBody, 'kind'>): RouteBody<void> => ({ kind: 'stream', ...bounds });

const IDLE_MS = 30_000;

export interface FormDeclaration<Shape extends z.ZodObject, Kept>
  extends Omit<MultipartBody, 'kind' | 'fields' | 'idleMs' | 'keep' | 'discard'> {
  readonly fields: Shape;
  /** Default 30,000. */
  readonly idleMs?: number;
  readonly keep: (file: IncomingFile, sender: Sender) => Promise<Kept>;
  readonly discard: (kept: Kept, sender: Sender) => Promise<void>;
}

export const multipartBody = <Shape extends z.ZodObject, Kept>(
  form: FormDeclaration<Shape, Kept>,
): RouteBody<Form<z.output<Shape>, Kept>> => ({
  idleMs: IDLE_MS,
  ...form,
  kind: 'multipart',
  discard: (kept, sender) => form.discard(kept as Kept, sender),
});
