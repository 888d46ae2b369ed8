import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Environment, Section, ValuesOf } from './variable.ts';

/** A web serves the API and the pages. A worker folds read models and runs due work. */
export type Role = 'web' | 'worker' | 'both';

/** Where everything is stored, and the role of this process. */
export interface StoresConfig {
  /** The absolute path of the data folder; unused with storage servers. */
  readonly data: string;
  /** The storage servers; null: the embedded stores, which are files in the data folder. */
  readonly servers: { readonly eventstoreUrl: string; readonly mongodbUrl: string } | null;
  /** The role of this process; always `both` with file storage. */
  readonly role: Role;
  /** The master key, 32 bytes; null (only in development with file storage): the key in the data folder, which the first start creates. */
  readonly masterKey: Uint8Array | null;
  /** The master key before this one, while the vault may still have something that it encrypted. */
  readonly oldMasterKey: Uint8Array | null;
  /** The master key to which the next `vouch keys rotate` changes. */
  readonly newMasterKey: Uint8Array | null;
  /** On files: how many threads fold the read models while the program serves; 0: the main thread does. */
  readonly readModelThreads: number;
  /** Accept once an event log that is shorter than what the vault knows, or another one. */
  readonly acceptShorterLog: boolean;
}

/** There are two groups of read models (src/features/read-models.ts). */
const MOST_THREADS = 2;
const KEY_BYTES = 32;
/** The possible content of a part of a file that was never written: zeros, erased memory, spaces and the digit 0. */
const NOTHING: ReadonlySet<number> = new Set([0x00, 0xff, 0x20, 0x30]);
const NO_KEY =
  'is missing: 32 random bytes in hexadecimal or base64, as `openssl rand -hex 32` gives them. Keep them: without them nothing personal can be read again.';

export const STORES = {
  variables: {
    VOUCH_DATA: { schema: z.string().default('data'), description: 'folder of the embedded stores' },
    VOUCH_MASTER_KEY: {
      schema: z.string().transform(toKey).optional(),
      description: '32 random bytes, base64 or hex, with which all other keys are encrypted; one of zeros is refused',
      unset: 'made on first start',
      secret: true,
      production: { missing: NO_KEY },
    },
    VOUCH_NEW_MASTER_KEY: {
      schema: z.string().transform(toKey).optional(),
      description:
        'the key to which `vouch keys rotate` changes the master key ([operations](docs/operations.md#changing-the-master-key)); the program opens a vault that was changed to it already',
      unset: '`rotate` makes one if the key is in `master.key`',
      secret: true,
    },
    VOUCH_OLD_MASTER_KEY: {
      schema: z.string().transform(toKey).optional(),
      description:
        'the key before `VOUCH_MASTER_KEY`, until `vouch keys rotate` has ended; the program opens with it what is not encrypted with the new one yet',
      unset: 'there is one key only',
      secret: true,
    },
    EVENTSTORE_URL: {
      schema: z
        .string()
        .regex(/^(esdb|kurrentdb)(\+discover)?:\/\/[^\s/?]+/, { error: 'is an address such as esdb://user:password@host:2113?tls=true.' })
        .optional(),
      description:
        'EventStoreDB, for a larger installation: `esdb://` (also `esdb+discover://`, `kurrentdb://`). Set it together with `MONGODB_URL`; `VOUCH_MASTER_KEY` is required then, the same for every process',
      unset: 'the files in `VOUCH_DATA`',
      secret: true,
    },
    MONGODB_URL: {
      schema: z
        .string()
        .regex(/^mongodb(\+srv)?:\/\/[^\s/]+/, { error: 'is an address such as mongodb://user:password@host:27017/vouch?replicaSet=rs0.' })
        .optional(),
      description: 'MongoDB, for a larger installation: `mongodb://` (also `mongodb+srv://`), with the name of the database',
      unset: 'the files in `VOUCH_DATA`',
      secret: true,
    },
    VOUCH_ROLE: {
      schema: z.enum(['web', 'worker', 'both'], { error: 'is web, worker or both.' }).default('both'),
      description: 'on servers: `web` (API and pages), `worker` (read models and what falls due), or both; also `serve --role`',
    },
    READ_MODEL_THREADS: {
      schema: z
        .string()
        .regex(/^[012]$/, { error: 'is 0, 1 or 2.' })
        .transform(Number)
        .optional(),
      description:
        'on files: how many threads build the read models and keep them up to date, 0 to 2 ([operations](docs/operations.md#threads-of-read-models)); with 0 the thread that answers requests does',
      unset: '2 if there are at least two processors, otherwise 0',
    },
    VOUCH_ACCEPT_SHORTER_LOG: {
      schema: z.literal('1', { error: 'is 1, or not set.' }).optional(),
      description:
        'only to go on after events were lost: `1` accepts once an event log that is shorter than what the vault knows, or another one ([operations](docs/operations.md#a-shorter-or-other-event-log)). Remove it after that start',
      unset: 'such a log is refused',
    },
  },
  faults: (set: Environment): readonly string[] => {
    const { EVENTSTORE_URL: events, MONGODB_URL: documents, VOUCH_ROLE: role = 'both' } = set;
    if ((events === undefined) !== (documents === undefined))
      return ['EVENTSTORE_URL and MONGODB_URL belong together: give both, or neither for the files in VOUCH_DATA.'];
    if (events !== undefined && set.VOUCH_MASTER_KEY === undefined && set.VOUCH_MODE !== 'production')
      return [`VOUCH_MASTER_KEY ${NO_KEY} On servers all processes share it.`];
    if (set.VOUCH_OLD_MASTER_KEY !== undefined && set.VOUCH_MASTER_KEY === undefined)
      return ['VOUCH_OLD_MASTER_KEY belongs to VOUCH_MASTER_KEY: give the new key there.'];
    if (events === undefined && (role === 'web' || role === 'worker'))
      return [`VOUCH_ROLE is ${role}: on the files in VOUCH_DATA one process is both. EVENTSTORE_URL and MONGODB_URL make it several.`];
    return [];
  },
} satisfies Section;

export function toStores(env: ValuesOf<typeof STORES.variables>): StoresConfig {
  const { EVENTSTORE_URL: eventstoreUrl, MONGODB_URL: mongodbUrl } = env;
  return {
    data: resolve(env.VOUCH_DATA),
    servers: eventstoreUrl === undefined || mongodbUrl === undefined ? null : { eventstoreUrl, mongodbUrl },
    role: env.VOUCH_ROLE,
    masterKey: env.VOUCH_MASTER_KEY ?? null,
    oldMasterKey: env.VOUCH_OLD_MASTER_KEY ?? null,
    newMasterKey: env.VOUCH_NEW_MASTER_KEY ?? null,
    readModelThreads: env.READ_MODEL_THREADS ?? (availableParallelism() > 1 ? MOST_THREADS : 0),
    acceptShorterLog: env.VOUCH_ACCEPT_SHORTER_LOG === '1',
  };
}

function toKey(value: string, context: z.RefinementCtx): Uint8Array {
  const bytes = Buffer.from(value, /^[0-9a-f]{64}$/i.test(value) ? 'hex' : 'base64');
  const isKey = bytes.length === KEY_BYTES;
  const isGuessed = isKey && NOTHING.has(bytes[0] ?? -1) && bytes.every((byte) => byte === bytes[0]);
  if (isKey && !isGuessed) return new Uint8Array(bytes);
  const message = isGuessed
    ? 'is no secret: it is nothing but zeros or blanks, as where no key was written. Make one with `openssl rand -hex 32`.'
    : 'is 32 bytes in hexadecimal (64 digits) or base64, as `openssl rand -hex 32` gives them.';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}
