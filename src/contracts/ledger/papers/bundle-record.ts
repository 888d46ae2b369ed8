import { z } from 'zod';
import { sha256Hex } from '../head.ts';
import { chainFault, type EventLine, eventLine, Streams } from './bundle-chains.ts';
import { Leaves } from './bundle-leaves.ts';
import { entriesOfLedger, GrowingTree, LEDGER } from './bundle-ledger.ts';
import { changed, Details } from './fault.ts';
import type { BundleStatement, ListedFile } from './statement.ts';
import type { ByteSource, ZipEntry } from './zip.ts';
import { contentOf, linesOf, wholeEntry } from './zip-content.ts';

/** What the record in an export says. */
export interface RecordOfBundle {
  readonly events: number;
  /** The root of the ledger at each of the sizes that were asked for, if it has so many events. */
  readonly roots: ReadonlyMap<number, string>;
}

const EVENTS = 'events.ndjson';
const FILES = 'files.json';
const FILE_LIST_BYTES = 64 << 20;

/** How many leaves are compared at a time. They take about 40 MB. */
const MOST_LEAVES = 1 << 18;

/** `sizes`: sizes of the ledger at which its root is wanted. `most`: how many leaves are in memory at a time. */
export interface WantedOfRecord {
  readonly sizes: readonly number[];
  readonly most?: number;
}

/**
 * Holds the events and files of an export against the head in its statement: each event against its hash and the event before it in its
 * stream, all of them against the ledger, and each file against the sum that its `file.uploaded` names. After a fault in a stream it goes
 * on, and names the first one of each.
 * @throws Faulty, BadZip
 */
export async function checkRecord(
  source: ByteSource,
  entries: readonly ZipEntry[],
  statement: BundleStatement,
  { sizes, most = MOST_LEAVES }: WantedOfRecord,
): Promise<RecordOfBundle> {
  const found = new Map(entries.map((one) => [one.path, one]));
  const linesIn = (path: string): AsyncGenerator<string> => {
    const one = found.get(path);
    if (one === undefined) throw changed(`The file ${path} is missing in it.`);
    return linesOf(contentOf(source, one));
  };
  const { head, files } = statement;
  const tree = new GrowingTree(sizes);
  const record = { details: new Details(), uploads: new Map<string, string>() };
  const parts = Math.max(1, Math.ceil(head.size / most));
  for (let part = 0; part < parts; part += 1) {
    const isFirst = part === 0;
    const leaves = new Leaves(part, parts);
    for await (const { id, hash } of entriesOfLedger(linesIn(LEDGER), head)) {
      if (isFirst) tree.add(hash);
      if (!leaves.add(id, hash)) throw changed(`The event ${id} is twice in its ${LEDGER}.`);
    }
    if (!tree.is(head)) throw changed(`The entries of its ${LEDGER} do not make the root of its head.`);
    await compareEvents(linesIn(EVENTS), leaves, record, isFirst);
  }
  const list = found.get(FILES);
  const present = list === undefined ? '' : new TextDecoder().decode(await wholeEntry(source, list, FILE_LIST_BYTES));
  requireUploads(files, present, record);
  record.details.require();
  return { events: head.size, roots: tree.roots };
}

interface Found {
  readonly details: Details;
  /** The sum of each file that was uploaded, by the file's id. */
  readonly uploads: Map<string, string>;
}

/** Holds the events against these leaves. Everything else about them is looked at only when they are read for the first time. */
async function compareEvents(lines: AsyncGenerator<string>, leaves: Leaves, { details, uploads }: Found, isFirst: boolean): Promise<void> {
  const streams = new Streams(details);
  for await (const event of eventsIn(lines, isFirst ? details : null)) {
    const before = streams.next(event);
    const notInLedger = leafFault(event, leaves, before === null);
    const wrong = (isFirst ? chainFault(event, before) : null) ?? notInLedger;
    if (wrong !== null) streams.fault(wrong);
    if (isFirst) noteUpload(event, uploads);
  }
  for (const id of leaves.missing()) details.add(`The event ${id} of the ledger is missing in its ${EVENTS}.`);
}

/** The events of an export in the order of their lines. `details`: null if lines that cannot be read were named before. */
async function* eventsIn(lines: AsyncGenerator<string>, details: Details | null): AsyncGenerator<EventLine> {
  let number = 0;
  for await (const text of lines) {
    number += 1;
    const event = eventIn(text);
    if (event !== null) yield event;
    else details?.add(`Line ${number} of its ${EVENTS} is no event.`);
  }
}

function eventIn(text: string): EventLine | null {
  try {
    return eventLine.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** `isFirst`: this is the first line of its stream. */
function leafFault({ id, stream, metadata: { hash } }: EventLine, leaves: Leaves, isFirst: boolean): string | null {
  if (!leaves.find(id, hash)) return 'it is not in the ledger, or stands twice';
  return isFirst && !leaves.begin(stream) ? 'the lines of its stream are in two places, or it has two beginnings' : null;
}

const upload = z.object({ private: z.object({ sha256: sha256Hex }) });

function noteUpload(event: EventLine, uploads: Map<string, string>): void {
  const uploaded = event.type === 'FileUploaded' ? upload.safeParse(event) : null;
  if (uploaded?.success) uploads.set(event.stream.replace(/^file-/, ''), uploaded.data.private.sha256);
}

/** `present`: `files.json`. It does not list a file that was removed while the export was made, which is empty. */
function requireUploads(files: readonly ListedFile[], present: string, { details, uploads }: Found): void {
  for (const { path, size, sha256: sum } of files) {
    const [, id] = /^files\/([^/]+)\//.exec(path) ?? [];
    if (id === undefined || (size === 0 && !present.includes(JSON.stringify(path)))) continue;
    if (uploads.get(id) !== sum) details.add(`The file ${path} is not the one that was uploaded.`);
  }
}
