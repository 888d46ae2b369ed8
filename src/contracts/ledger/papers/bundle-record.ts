import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { canonical } from '../canonical-json.ts';
import { head, sha256Hex } from '../head.ts';
import { grow, PORTABLE, rootOfPeaks } from '../merkle.ts';
import { changed } from './fault.ts';
import type { BundleStatement, ListedFile } from './statement.ts';
import type { ByteSource, ZipEntry } from './zip.ts';
import { contentOf, linesOf, wholeEntry } from './zip-content.ts';

/** What the record in an export says. */
export interface RecordOfBundle {
  readonly events: number;
  /** The root of the ledger at each of the sizes that were asked for, if it has so many events. */
  readonly roots: ReadonlyMap<number, string>;
}

const LEDGER = 'ledger.json';
const EVENTS = 'events.ndjson';
const FILES = 'files.json';
const FILE_LIST_BYTES = 64 << 20;

const entry = z.object({ id: z.string(), leaf_index: z.number().int(), hash: sha256Hex });
/** The first line of `ledger.json`, which names the head, as an object. */
const firstLine = z.object({ head });

/**
 * Holds the events and files of an export against the head in its statement: each event against its hash, all of them against the ledger,
 * and each file against the sum that its `file.uploaded` names.
 * @throws Faulty, BadZip
 */
export async function checkRecord(
  source: ByteSource,
  entries: readonly ZipEntry[],
  statement: BundleStatement,
  sizes: readonly number[],
): Promise<RecordOfBundle> {
  const found = new Map(entries.map((one) => [one.path, one]));
  const open = (path: string): AsyncGenerator<Uint8Array> => {
    const one = found.get(path);
    if (one === undefined) throw changed(`The file ${path} is missing in it.`);
    return contentOf(source, one);
  };
  const { leaves, roots } = await ledgerIn(linesOf(open(LEDGER)), statement, sizes);
  const events = leaves.size;
  const uploads = await eventsIn(linesOf(open(EVENTS)), leaves);
  const list = found.get(FILES);
  const present = list === undefined ? '' : new TextDecoder().decode(await wholeEntry(source, list, FILE_LIST_BYTES));
  requireUploads(statement.files, uploads, present);
  return { events, roots };
}

interface Ledger {
  /** Each leaf as its event's id and hash. */
  readonly leaves: Set<string>;
  readonly roots: ReadonlyMap<number, string>;
}

/** Reads `ledger.json`, which has the head on its first line and then one entry on each line. */
async function ledgerIn(lines: AsyncGenerator<string>, statement: BundleStatement, sizes: readonly number[]): Promise<Ledger> {
  const { value: first = '' } = await lines.next();
  const { head: signed } = parsed(firstLine, `${first.replace(/,$/, '')}}`, LEDGER);
  if (canonical(signed) !== canonical(statement.head)) throw changed('The head in its ledger.json is not that of its statement.');
  const leaves = new Set<string>();
  const roots = new Map<number, string>();
  let peaks: readonly string[] = [];
  let size = 0;
  for await (const line of lines) {
    if (!line.startsWith('{"id"')) continue;
    const { id, leaf_index, hash } = parsed(entry, line.replace(/,$/, ''), LEDGER);
    if (leaf_index !== size) throw changed(`The entry of the event ${id} in its ledger.json is out of order.`);
    peaks = grow(peaks, size, PORTABLE.leaf(hash)).peaks;
    size += 1;
    leaves.add(`${id} ${hash}`);
    if (sizes.includes(size)) roots.set(size, rootOfPeaks(peaks));
  }
  if (size !== signed.size || leaves.size !== size || rootOfPeaks(peaks) !== signed.root)
    throw changed('The entries of its ledger.json do not make the root of its head.');
  return { leaves, roots };
}

/** As far as a line of `events.ndjson` matters here. */
const line = z.looseObject({
  id: z.string(),
  type: z.string(),
  stream: z.string(),
  sealed: z.string().nullable(),
  metadata: z.looseObject({ hash: sha256Hex }),
});
const upload = z.object({ private: z.object({ sha256: sha256Hex }) });

/** Holds each event against the leaves. Returns the sum of each file that was uploaded, by the file's id. */
async function eventsIn(lines: AsyncGenerator<string>, leaves: Set<string>): Promise<ReadonlyMap<string, string>> {
  const uploads = new Map<string, string>();
  for await (const text of lines) {
    const event = parsed(line, text, EVENTS);
    const { sealed, position: _, ...rest } = event;
    const { hash, ...metadata } = event.metadata;
    if (bytesToHex(sha256(utf8ToBytes(canonical({ ...rest, private: sealed, metadata })))) !== hash)
      throw changed(`The event ${event.id} is not the one that its hash stands for.`);
    if (!leaves.delete(`${event.id} ${hash}`)) throw changed(`The event ${event.id} is not in the ledger, or is there twice.`);
    const uploaded = event.type === 'FileUploaded' ? upload.safeParse(event) : null;
    if (uploaded?.success) uploads.set(event.stream.replace(/^file-/, ''), uploaded.data.private.sha256);
  }
  const [missing] = leaves;
  if (missing !== undefined) throw changed(`The event ${missing.split(' ')[0]} of the ledger is missing in it.`);
  return uploads;
}

/** A file that was removed while the export was made is empty, and `files.json` does not list it. */
function requireUploads(files: readonly ListedFile[], uploads: ReadonlyMap<string, string>, present: string): void {
  for (const { path, size, sha256: sum } of files) {
    const [, id] = /^files\/([^/]+)\//.exec(path) ?? [];
    if (id === undefined || (size === 0 && !present.includes(JSON.stringify(path)))) continue;
    if (uploads.get(id) !== sum) throw changed(`The file ${path} is not the one that was uploaded.`);
  }
}

function parsed<T>(schema: z.ZodType<T>, text: string, file: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const found = schema.safeParse(value);
  if (!found.success) throw changed(`A line of its ${file} cannot be read.`);
  return found.data;
}
