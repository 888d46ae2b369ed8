import type { z } from 'zod';
import type { Principal } from './principal.ts';

/** JSON, whole in memory, of at most 1 MiB. */
export interface JsonBody {
  readonly kind: 'json';
  readonly schema: z.ZodType;
  /** The body may be left out: then it counts as an empty object. */
  readonly optional: boolean;
}

/** The bytes as they came, whole in memory: what a signature is checked against must not be parsed first. */
export interface RawBody {
  readonly kind: 'raw';
  readonly maxBytes: number;
  /** Media types that are taken, without parameters; any where it is empty. */
  readonly media: readonly string[];
}

/** One name under which a form may send files. */
export interface FilePart {
  readonly maxBytes: number;
  /** Files under this name: at most so many (1 where nothing is said). */
  readonly most?: number;
  readonly required?: boolean;
  /** Media types that are taken; any where nothing is said. What a client says of a file proves nothing. */
  readonly media?: readonly string[];
}

/** A file on its way in. `name` is that of its part; `filename` is what the client calls it, without folders. */
export interface IncomingFile {
  readonly name: string;
  readonly filename: string | null;
  readonly media: string;
  /** To be read once. @throws Refusal 413 beyond the bounds of the part, 400 when the client goes away */
  readonly content: AsyncIterable<Uint8Array>;
}

/** A file that has come in. */
export interface ReceivedFile<Kept> extends Omit<IncomingFile, 'content'> {
  /** In bytes. */
  readonly size: number;
  /** Of its bytes, in lower-case hex. */
  readonly sha256: string;
  /** What `keep` made of it. */
  readonly kept: Kept;
}

/** What a handler gets of a form. */
export interface Form<Fields, Kept> {
  readonly fields: Fields;
  /** In the order in which they came. */
  readonly files: readonly ReceivedFile<Kept>[];
}

/** For whom a file is kept. */
export interface Sender {
  readonly principal: Principal | null;
  readonly newId: () => string;
}

/** `multipart/form-data`: texts in memory, files streamed to where they are kept, never held whole. */
export interface MultipartBody {
  readonly kind: 'multipart';
  /** The texts, by the names of their parts: an object of strings goes in. */
  readonly fields: z.ZodObject;
  readonly files: Readonly<Record<string, FilePart>>;
  /** Texts and files together. */
  readonly maxParts: number;
  /** The whole body, with what stands between the parts. */
  readonly maxBytes: number;
  /** How long the next bytes may be waited for, in ms of real time. */
  readonly idleMs: number;
  /** Takes a file while it comes. It is called before the rest of the body is known. */
  readonly keep: (file: IncomingFile, sender: Sender) => Promise<unknown>;
  /**
   * Takes back what was kept of a request that is not carried out: refused, given up, or answered from before. After a
   * fault (5xx) or a crash nobody calls it: who keeps files looks for those that belong to nothing.
   */
  readonly discard: (kept: unknown, sender: Sender) => Promise<void>;
}

export type BodyDeclaration = JsonBody | RawBody | MultipartBody;

declare const GIVES: unique symbol;
/** A declaration, and the type of what the handler gets of it. */
export type RouteBody<Body> = BodyDeclaration & { readonly [GIVES]?: Body };

export const jsonBody = <Body>(schema: z.ZodType<Body>): RouteBody<Body> => ({ kind: 'json', schema, optional: false });
export const optionalJsonBody = <Body>(schema: z.ZodType<Body>): RouteBody<Body> => ({ kind: 'json', schema, optional: true });
export const rawBody = (bounds: Omit<RawBody, 'kind'>): RouteBody<Buffer> => ({ kind: 'raw', ...bounds });

const IDLE_MS = 30_000;

export interface FormDeclaration<Shape extends z.ZodObject, Kept>
  extends Omit<MultipartBody, 'kind' | 'fields' | 'idleMs' | 'keep' | 'discard'> {
  readonly fields: Shape;
  /** 30,000 where nothing is said. */
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
