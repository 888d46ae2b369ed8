import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FilePart } from '../../contracts/call.ts';
import type { MultipartBody, ReceivedFile, Sender } from './body.ts';
import { tooLarge } from './body.ts';
import { Refusal } from './problems.ts';

/** Larger texts have to be sent as a file. */
const TEXT_BYTES = 1_048_576;
const NAME_SHOWN = 100;
const UNKNOWN = 'There is no such field, or it cannot be set.';
const utf8 = new TextDecoder('utf-8', { fatal: true });

interface IncomingPart {
  readonly name: string | null | undefined;
  readonly filename: string | null | undefined;
  readonly media: string;
  readonly stream: Readable;
}

/** A completely received form. Its files are already stored: if the request is not executed, call `discard`. */
export interface ReceivedForm {
  readonly texts: Readonly<Record<string, string>>;
  readonly files: readonly ReceivedFile<unknown>[];
  /** Error messages by the name of the part. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The parts without the separators. An Idempotency-Key compares these. */
  readonly parts: readonly FormPart[];
  readonly discard: () => Promise<void>;
}

export interface FormPart {
  readonly name: string;
  readonly filename: string | null;
  readonly media: string;
  readonly sha256: string;
}

interface Measured {
  readonly content: AsyncIterable<Uint8Array>;
  readonly size: () => number;
  readonly sha256: () => string;
}

/**
 * Counts and hashes the bytes while they are read.
 * @throws Refusal 413 beyond `maxBytes`
 */
function measured(stream: Readable, maxBytes: number, what: string): Measured {
  const hash: Hash = createHash('sha256');
  let size = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    // A stream without an encoding yields Buffers.
    const chunks: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false });
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes, what);
      hash.update(chunk);
      yield chunk;
    }
  }
  const bytes = read();
  // The iterator has no `return`: if the first reader stops early, another one can read the rest.
  const content = { [Symbol.asyncIterator]: () => ({ next: () => bytes.next() }) };
  return { content, size: () => size, sha256: () => hash.digest('hex') };
}

async function readToEnd(content: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of content);
}

/** Texts stay in memory, files go to `keep`, and unknown parts are skipped. */
export function createFormParts(body: MultipartBody, sender: Sender) {
  const texts = new Map<string, string>();
  const errors = new Map<string, string[]>();
  const parts: FormPart[] = [];
  const files: (ReceivedFile<unknown> | undefined)[] = [];
  const counts = new Map<string, number>();
  const kept: unknown[] = [];
  const open = new Set<Readable>();
  const work: Promise<void>[] = [];
  let givenUp: unknown;

  const fault = (name: string, sentence: string): void => {
    const shown = name.slice(0, NAME_SHOWN);
    const known = errors.get(shown) ?? [];
    if (!known.includes(sentence)) errors.set(shown, [...known, sentence]);
  };
  const isText = (name: string): boolean => Object.hasOwn(body.fields.shape, name);

  async function takeText(name: string, { content }: Measured): Promise<void> {
    const chunks = await Array.fromAsync(content);
    if (texts.has(name)) return fault(name, 'Send this once.');
    try {
      texts.set(name, utf8.decode(Buffer.concat(chunks)));
    } catch {
      throw new Refusal(400, 'malformed', 'The texts of a form are in UTF-8.');
    }
  }

  /** If the file is refused, this records the error. */
  function isAccepted(name: string, declared: FilePart, media: string): boolean {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const most = declared.most ?? 1;
    if (count > most) fault(name, most === 1 ? 'Send one file.' : `Send at most ${most} files.`);
    const taken = declared.media === undefined || declared.media.includes(media);
    if (!taken) fault(name, `This must be ${declared.media?.join(' or ')}.`);
    return taken && count <= most;
  }

  async function takeFile(index: number, part: PartHeader, { content, size, sha256 }: Measured): Promise<string> {
    const { name, filename, media } = part;
    const result = await body.keep({ name, filename, media, content }, sender);
    kept.push(result);
    // The bytes that `keep` did not read belong to the file, too, and must be counted and hashed.
    await readToEnd(content);
    const hash = sha256();
    files[index] = { name, filename, media, size: size(), sha256: hash, kept: result };
    return hash;
  }

  async function process(index: number, { media, stream, ...header }: IncomingPart): Promise<void> {
    const part: PartHeader = { name: header.name ?? '', filename: header.filename ?? null, media };
    const declared = Object.hasOwn(body.files, part.name) ? body.files[part.name] : undefined;
    const note = (sha256: string): void => {
      parts[index] = { ...part, sha256 };
    };
    if (isText(part.name)) {
      const text = measured(stream, TEXT_BYTES, `The part ${part.name}`);
      await takeText(part.name, text);
      return note(text.sha256());
    }
    const bounded = measured(stream, declared?.maxBytes ?? body.maxBytes, `The part ${part.name}`);
    if (declared && isAccepted(part.name, declared, media)) return note(await takeFile(index, part, bounded));
    if (!declared) fault(part.name || 'body', part.name ? UNKNOWN : 'Each part of a form has a name.');
    await readToEnd(bounded.content);
    note(bounded.sha256());
  }

  return {
    /** Resolves after the part was read to its end. */
    take(part: IncomingPart): Promise<void> {
      open.add(part.stream);
      if (givenUp !== undefined) part.stream.destroy();
      const done = process(work.length, part).finally(() => open.delete(part.stream));
      work.push(done);
      return done;
    },
    async allTaken(): Promise<void> {
      await Promise.all(work);
    },
    /** Aborts all reading, and discards stored files. */
    async giveUp(error: unknown): Promise<void> {
      givenUp = error;
      for (const stream of open) stream.destroy(error instanceof Error ? error : undefined);
      await Promise.allSettled(work);
      await discardAll();
    },
    /** Call this after the last part. */
    whole(): ReceivedForm {
      for (const [name, { required }] of Object.entries(body.files)) if (required && !counts.has(name)) fault(name, 'Send a file.');
      return {
        texts: Object.fromEntries(texts),
        files: files.filter((file) => file !== undefined),
        errors: Object.fromEntries(errors),
        parts,
        discard: discardAll,
      };
    },
  };

  async function discardAll(): Promise<void> {
    await Promise.all(kept.splice(0).map((one) => body.discard(one, sender)));
  }
}

type PartHeader = Omit<FormPart, 'sha256'>;
