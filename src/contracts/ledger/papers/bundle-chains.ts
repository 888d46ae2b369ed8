import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { canonical, InvalidJson } from '../canonical-json.ts';
import { sha256Hex } from '../head.ts';
import type { Details } from './fault.ts';

/** As far as a line of `events.ndjson` matters here. */
export const eventLine = z.looseObject({
  id: z.string(),
  type: z.string(),
  stream: z.string(),
  revision: z.number().int().min(0),
  sealed: z.string().nullable(),
  metadata: z.looseObject({ previous_hash: sha256Hex.nullable(), hash: sha256Hex }),
});
export type EventLine = z.infer<typeof eventLine>;

/**
 * Streams that several accounts can have had one after the other: those of an email address and of a person at Google or GitHub. The events
 * of the others are in other ledgers, so an export may lack some of them.
 */
const SHARED = /^(?:address|identity)-/;

const FOLLOWS_NOTHING = 'events before it are missing, or it stands twice';
const OTHER_HASH = 'its hash is not that of what is stored: it was altered';
const OTHER_CHAIN = 'it does not follow the event before it: something was altered or put in';

/**
 * Why an event is not the one that its hash stands for, or does not follow the event before it in its stream. Null: it is, and does.
 * `before`: null for the first line of a stream.
 */
export function chainFault(event: EventLine, before: EventLine | null): string | null {
  return linkFault(event, before) ?? (hashOf(event) === event.metadata.hash ? null : OTHER_HASH);
}

function linkFault({ stream, revision, metadata: { previous_hash } }: EventLine, before: EventLine | null): string | null {
  const next = before === null ? 0 : before.revision + 1;
  if (revision === next) return previous_hash === (before?.metadata.hash ?? null) ? null : OTHER_CHAIN;
  if (revision < next || !SHARED.test(stream)) return FOLLOWS_NOTHING;
  return previous_hash === null ? OTHER_CHAIN : null;
}

/** Null: the event has no canonical form. */
function hashOf({ sealed, position: _, metadata: { hash: __, ...metadata }, ...rest }: EventLine): string | null {
  try {
    return bytesToHex(sha256(utf8ToBytes(canonical({ ...rest, private: sealed, metadata }))));
  } catch (error) {
    if (error instanceof InvalidJson) return null;
    throw error;
  }
}

/** Follows the lines of an export, in which those of a stream follow each other, and names one fault of each stream. */
export class Streams {
  readonly #details: Details;
  #last: EventLine | null = null;
  #isNamed = false;

  constructor(details: Details) {
    this.#details = details;
  }

  /** Goes on to the next line. Returns the line before it if that is of the same stream, otherwise null. */
  next(event: EventLine): EventLine | null {
    const before = this.#last?.stream === event.stream ? this.#last : null;
    if (before === null) this.#isNamed = false;
    this.#last = event;
    return before;
  }

  /** Names a fault of the event to which `next` went, unless one of its stream was named. */
  fault(why: string): void {
    if (this.#last === null || this.#isNamed) return;
    this.#isNamed = true;
    const { stream, revision, id } = this.#last;
    this.#details.add(`${stream} at revision ${revision} (event ${id}): ${why}.`);
  }
}
