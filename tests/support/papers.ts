import { hash } from 'node:crypto';
import { currentSigner, keysOf, rotateSigningKey } from '../../src/app/ledger/signing.ts';
import type { Head, KeyList } from '../../src/contracts/ledger/head.ts';
import { rootOf } from '../../src/contracts/ledger/merkle.ts';
import { HTML_PLACE } from '../../src/contracts/ledger/papers/place.ts';
import type { NewSigningKey, SigningKeys } from '../../src/ports/ledger.ts';
import { type PaperFacts, signPaper } from '../../src/reports/papers/sign-paper.ts';

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
    paper: (head: Head, part: Partial<PaperFacts> = {}, bytes = htmlPaper('24 of 26 kept')): Promise<Buffer> =>
      signPaper({ app, origin: () => ORIGIN }, head, { ...FACTS, ...part }, bytes),
  };
}
