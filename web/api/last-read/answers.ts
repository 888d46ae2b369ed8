import { ENTRIES_AT_ONCE, EntryPieces } from './entry-pieces.ts';
import { bytesIn, type Keys, keysIn, makeKeys, nameOf, type Sealed, seal, sealedIn, unseal } from './seal.ts';
import { KEYS, type Storage } from './storage.ts';

/** What the screens read, as it is kept for the time without a connection. */
export interface Answer {
  readonly queryHash: string;
  readonly queryKey: readonly unknown[];
  readonly isInfinite: boolean;
  readonly data: unknown;
  /** When it was read, in milliseconds of this browser's clock. */
  readonly at: number;
  /** A random name of the page that read it. */
  readonly page: string;
}

export const MOST_AGE_MS = 7 * 86_400_000;
export const MOST_ANSWERS = 2_000;
export const MOST_BYTES = 8 * 1_024 * 1_024;

interface Kept {
  readonly at: number;
  readonly bytes: number;
}

function keptIn(name: string, value: unknown): [string, Kept][] {
  const found = sealedIn(value);
  return found ? [[name, { at: found.at, bytes: bytesIn(found) }]] : [];
}

/** Those that are too old, and the oldest of those beyond the bounds. */
export function beyondBounds(kept: ReadonlyMap<string, Kept>, now: number): string[] {
  let [count, bytes] = [0, 0];
  const newestFirst = [...kept].sort(([, a], [, b]) => b.at - a.at);
  return newestFirst.flatMap(([name, one]) => {
    const fits = now - one.at < MOST_AGE_MS && count < MOST_ANSWERS && bytes + one.bytes <= MOST_BYTES;
    if (!fits) return [name];
    count += 1;
    bytes += one.bytes;
    return [];
  });
}

/** Writes the answers of one account. */
export interface AnswerWriter {
  /**
   * Writes answers, and deletes those of the other queries. False: the keys were destroyed or replaced, so nothing can be written any
   * more.
   */
  write(answers: readonly Answer[], goneHashes: readonly string[], now: number): Promise<boolean>;
}

async function newKeys(storage: Storage, owner: string): Promise<Keys> {
  // Of two pages that make keys at the same time, both take those of the first.
  const keys = keysIn(await storage.keysOr(await makeKeys(owner)));
  if (keys?.owner !== owner) throw new Error('Another page keeps the answers of another account.');
  return keys;
}

/** Everything of another account is destroyed first. @throws DOMException if the browser does not allow storage */
export async function openWriter(storage: Storage, owner: string, now: number): Promise<AnswerWriter> {
  const found = await storage.all();
  const before = keysIn(found.find(([name]) => name === KEYS)?.[1]);
  if (before?.owner !== owner) await storage.clear();
  const keys = before?.owner === owner ? before : await newKeys(storage, owner);

  let kept: ReadonlyMap<string, Kept> = new Map(keys === before ? found.flatMap(([name, value]) => keptIn(name, value)) : []);
  async function put(puts: ReadonlyMap<string, Sealed>, gone: readonly string[], at: number): Promise<boolean> {
    const all = new Map([...kept, ...[...puts].flatMap(([name, value]) => keptIn(name, value))]);
    for (const name of gone) all.delete(name);
    const beyond = beyondBounds(all, at);
    for (const name of beyond) all.delete(name);
    const fitting = new Map([...puts].filter(([name]) => all.has(name)));
    const isWritten = await storage.write((stored) => keysIn(stored)?.id === keys.id, fitting, [...gone, ...beyond]);
    if (isWritten) kept = all;
    return isWritten;
  }
  await put(new Map(), [], now);

  /** Of long lists, the pieces that were sealed before, by the name of the record. */
  const lists = new Map<string, EntryPieces>();
  async function sealed(name: string, answer: Answer): Promise<Sealed> {
    const { at, data } = answer;
    if (!Array.isArray(data) || data.length <= ENTRIES_AT_ONCE) return { at, ...(await seal(keys, name, JSON.stringify(answer))) };
    const pieces = lists.get(name) ?? new EntryPieces((text) => seal(keys, name, text));
    lists.set(name, pieces);
    return { at, ...(await seal(keys, name, JSON.stringify({ ...answer, data: [] }))), entries: await pieces.of(data) };
  }

  return {
    async write(answers, goneHashes, at) {
      const puts = new Map<string, Sealed>();
      for (const answer of answers) {
        const name = await nameOf(keys, answer.queryHash);
        puts.set(name, await sealed(name, answer));
      }
      return put(puts, await Promise.all(goneHashes.map((hash) => nameOf(keys, hash))), at);
    },
  };
}

async function answerIn(keys: Keys, name: string, value: unknown, now: number): Promise<Answer | null> {
  const sealed = sealedIn(value);
  if (!sealed || now - sealed.at >= MOST_AGE_MS) return null;
  try {
    const answer = JSON.parse(await unseal(keys, name, sealed)) as Answer;
    if (!sealed.entries) return answer;
    const texts = await Promise.all(sealed.entries.map((piece) => unseal(keys, name, piece)));
    return { ...answer, data: texts.flatMap((text) => JSON.parse(text) as unknown[]) };
  } catch {
    return null;
  }
}

/** What is kept, and of which account. What is too old or cannot be read is left out. Empty if there are no keys. */
export async function readAnswers(storage: Storage, now: number): Promise<{ readonly owner: string | null; readonly answers: Answer[] }> {
  const all = await storage.all();
  const keys = keysIn(all.find(([name]) => name === KEYS)?.[1]);
  if (!keys) return { owner: null, answers: [] };
  const found = await Promise.all(all.map(([name, value]) => (name === KEYS ? null : answerIn(keys, name, value, now))));
  return { owner: keys.owner, answers: found.filter((answer) => answer !== null) };
}
