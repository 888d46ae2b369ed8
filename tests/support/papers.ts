import { hash } from 'node:crypto';
import { currentSigner, keysOf, rotateSigningKey } from '../../src/app/ledger/signing.ts';
import { canonical } from '../../src/contracts/ledger/canonical-json.ts';
import type { Head, KeyList } from '../../src/contracts/ledger/head.ts';
import { PORTABLE, rootOf } from '../../src/contracts/ledger/merkle.ts';
import { HTML_PLACE } from '../../src/contracts/ledger/papers/place.ts';
import type { ListedFile } from '../../src/contracts/ledger/papers/statement.ts';
import type { NewSigningKey, SigningKeys } from '../../src/ports/ledger.ts';
import { signedZip } from '../../src/reports/bundle/signed-zip.ts';
import { type PaperFacts, signBundle, signPaper } from '../../src/reports/papers/sign-paper.ts';

/** Signing keys in memory. */
function keysInMemory(): SigningKeys {
  const keys: (NewSigningKey & { until: string | null })[] = [];
  return {
    signingKeys: async () => keys.map(({ key_id, public_key, since, until }) => ({ key_id, public_key, since, until })),
    signingSecret: async (keyId) => keys.find(({ key_id }) => key_id === keyId)?.secret ?? null,
    async keepSigningKey(key) {
      if (key.number !== keys.length) return false;
      keys.push({ ...key, until: null });
      return true;
    },
    async endSigningKey(keyId, until) {
      const key = keys.find(({ key_id }) => key_id === keyId);
      if (key) key.until ??= until;
    },
  };
}

export const ORIGIN = 'https://vouch.example';
export const FACTS: PaperFacts = {
  kind: 'weekly',
  format: 'html',
  as_of: null,
  from: '2026-11-16',
  to: '2026-11-22',
  time_zone: 'Europe/Berlin',
  since: null,
  proof_files: [],
};

export const htmlPaper = (text: string): Buffer =>
  Buffer.from(`<!doctype html>\n<html lang="en">\n<body><p>${text}</p>\n${HTML_PLACE}\n</body>\n</html>\n`);

/** The leaf hashes of an example's ledger. */
export const leavesTo = (size: number): readonly string[] => Array.from({ length: size }, (_, index) => hash('sha256', `${index}`, 'hex'));

/** An installation that signs, with nothing but its keys and a clock that the test moves. */
export function signingHouse() {
  const house = { now: '2026-11-23T08:00:00.000Z' };
  const app = { signingKeys: keysInMemory(), clock: { now: () => house.now } };
  return {
    house,
    app,
    keys: async (): Promise<KeyList> => ({ origin: ORIGIN, keys: [...(await keysOf(app))] }),
    rotate: () => rotateSigningKey(app.signingKeys, app.clock.now, async () => undefined),
    async head(size: number, part: Partial<Head> = {}): Promise<Head> {
      const { key, at, sign } = await currentSigner(app);
      const unsigned = { ledger: 'ledger-1', size, root: rootOf(leavesTo(size)), at, key_id: key.key_id, ...part };
      return { ...unsigned, signature: sign(unsigned) };
    },
    paper: (head: Head, part: Partial<PaperFacts> = {}, bytes = htmlPaper('24 of 26 kept'), origin = ORIGIN): Promise<Buffer> =>
      signPaper({ app, origin: () => origin }, head, { ...FACTS, ...part }, bytes),
  };
}

const PHOTO = Buffer.from('not really a picture');

/** The stream of the n-th event of an example. */
const streamOf = (index: number): string => ({ 1: 'file-f1', 4: 'address-a1' })[index] ?? `task-t${index % 3}`;

/** How an example's streams stand. The address had another owner before, whose two events are not in the export. */
const startOf = (stream: string): { readonly revision: number; readonly hash: string | null } =>
  stream === 'address-a1' ? { revision: 2, hash: 'ad'.repeat(32) } : { revision: 0, hash: null };

interface RawExample {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: { readonly size: number };
  readonly private: string;
  readonly metadata: { readonly owner: string; readonly at: string; readonly previous_hash: string | null };
}

/**
 * Events of an example's account in the order of its ledger, as an export has them, with one file that was uploaded. `alter` changes an event
 * before it is hashed.
 */
export function exampleEvents(count: number, alter: (event: RawExample) => RawExample = (event) => event) {
  const streams = new Map<string, ReturnType<typeof startOf>>();
  const events = Array.from({ length: count }, (_, index) => {
    const stream = streamOf(index);
    const { revision, hash: previous_hash } = streams.get(stream) ?? startOf(stream);
    const isUpload = stream === 'file-f1';
    const event = alter({
      id: `e-${index}`,
      stream,
      revision,
      type: isUpload ? 'FileUploaded' : 'TaskChanged',
      data: { size: index },
      private: `v1.e-${index}.sealed`,
      metadata: { owner: 'ada', at: '2026-11-20T08:00:00.000Z', previous_hash },
    });
    const sum = hash('sha256', canonical(event), 'hex');
    streams.set(stream, { revision: revision + 1, hash: sum });
    const opened = isUpload ? { name: 'photo.png', sha256: hash('sha256', PHOTO, 'hex') } : { title: `Täsk ${index}` };
    return { ...event, private: opened, sealed: event.private, position: `${index}`, metadata: { ...event.metadata, hash: sum } };
  });
  return { events };
}

export type ExampleEvent = ReturnType<typeof exampleEvents>['events'][number];

/** The order of `events.ndjson`: stream by stream, the oldest stream first. */
const byStream = (events: readonly ExampleEvent[]): readonly ExampleEvent[] =>
  [...Map.groupBy(events, ({ stream }) => stream).values()].flat();

/** The head of these events. */
export const headOf = (house: ReturnType<typeof signingHouse>, events: readonly ExampleEvent[], part: Partial<Head> = {}): Promise<Head> =>
  house.head(events.length, { root: rootOf(events.map(({ metadata }) => PORTABLE.leaf(metadata.hash))), ...part });

/** An export with these events, as the program writes one. `change` alters its files before they are listed and signed. */
export async function exampleBundle(
  house: ReturnType<typeof signingHouse>,
  {
    head,
    events = exampleEvents(12).events,
    change = (files) => files,
  }: { head?: Head; events?: readonly ExampleEvent[]; change?: (files: Map<string, string | Buffer>) => Map<string, string | Buffer> } = {},
): Promise<Buffer> {
  const signed = head ?? (await headOf(house, events));
  const { keys } = await house.keys();
  const entries = events.map(({ id, metadata }, leaf_index) => JSON.stringify({ id, leaf_index, hash: metadata.hash }));
  const files = change(
    new Map<string, string | Buffer>([
      ['README.txt', 'Your data from Vouch\n'],
      ['files/f1/photo.png', PHOTO],
      ['files.json', JSON.stringify([{ path: 'files/f1/photo.png' }])],
      [
        'events.ndjson',
        byStream(events)
          .map((event) => `${JSON.stringify(event)}\n`)
          .join(''),
      ],
      ['ledger.json', `{"head":${JSON.stringify(signed)},\n"keys":${JSON.stringify(keys)},\n"entries":[\n${entries.join(',\n')}\n]}\n`],
    ]),
  );
  const parts = [...files].map(([path, content]) => ({ path, pieces: () => [content], packed: path.endsWith('.png') }));
  const sign = (listed: readonly ListedFile[]) =>
    signBundle({ app: house.app, origin: () => ORIGIN }, { head: signed, time_zone: 'Europe/Berlin' }, listed);
  return Buffer.concat(await Array.fromAsync(signedZip(parts, { at: house.house.now, sign })));
}
