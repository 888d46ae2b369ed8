import { afterEach, describe, expect, it } from 'vitest';
import type { Files } from '../../src/ports/files.ts';
import { type Mongo, type MongoAccess, openMongo } from '../../src/store/mongo/connect.ts';
import { openMongoFiles } from '../../src/store/mongo/files.ts';
import { contentOf, pieces } from '../contract/files.ts';
import { sharedMongo } from '../servers/shared.ts';

const server = await sharedMongo();
const opened: Mongo[] = [];
afterEach(async () => {
  for (const mongo of opened.splice(0)) await mongo.close();
});

const AT = '2026-11-20T16:00:00.000Z';
const vault = { key: async () => new Uint8Array(32).fill(1) };
const PARTS = ['the first part, ', 'and the second'];

/** The files of one database as two processes have them. `before` runs before each call of the second one. */
async function twoProcesses(before: () => Promise<void>): Promise<readonly [Files, Files]> {
  const mongo = openMongo({ url: server?.database() ?? '' });
  opened.push(mongo);
  const second: MongoAccess = {
    db: mongo.db,
    run: async (work) => {
      await before();
      return mongo.run(work);
    },
  };
  return [await openMongoFiles({ mongo, vault }), await openMongoFiles({ mongo: second, vault })];
}

async function receive(files: Files, owner: string, id: string, parts: readonly string[], inOnePiece = false): Promise<void> {
  if (inOnePiece) return files.receive(owner, id, AT, pieces(Buffer.from(parts.join(''))));
  await files.begin(owner, id, '', AT);
  let length = 0;
  for (const part of parts) length = (await files.append(owner, id, length, pieces(Buffer.from(part)))) ?? 0;
}

/** The address of the bytes, before anybody has them as a content. */
async function addressOf(files: Files, owner: string, parts: readonly string[]): Promise<string> {
  await receive(files, owner, 'address', parts);
  const received = await files.openUpload(owner, 'address');
  await received?.close();
  await files.abandon(owner, 'address');
  return received?.address ?? '';
}

describe.skipIf(server === null)(`an upload that two processes finish on ${server?.name}`, () => {
  // The request that brought it does so, and the reactor that makes sure of it.
  it.each([
    ['of one part', [PARTS.join('')], false, false],
    ['of two parts', PARTS, false, false],
    ['of a content that is there', PARTS, true, false],
    ['in one piece', PARTS, false, true],
    ['in one piece, of a content that is there', PARTS, true, true],
  ] as const)(
    '%s is finished for both, at whichever step the other one comes in between',
    { timeout: 60_000 },
    async (_, parts, isThere, inOnePiece) => {
      let [owner, address, calls, reached, step] = ['', '', Number.NEGATIVE_INFINITY, true, 0];
      const [first, second] = await twoProcesses(async () => {
        calls += 1;
        if (calls !== step + 1) return;
        reached = true;
        expect([step, await first.finish(owner, 'u-1', address)]).toEqual([step, true]);
      });
      // An owner for each step, since a content belongs to one owner. To open another database takes longer than all the rest.
      for (; reached; step += 1) {
        [reached, owner, calls] = [false, `ann-${step}`, Number.NEGATIVE_INFINITY];
        address = await addressOf(first, owner, parts);
        if (isThere) {
          await receive(first, owner, 'u-0', parts);
          await first.finish(owner, 'u-0', address);
        }
        await receive(first, owner, 'u-1', parts, inOnePiece);
        calls = 0;
        expect([step, await second.finish(owner, 'u-1', address)]).toEqual([step, true]);
        expect((await first.list(owner)).map(({ users }) => users)).toEqual([isThere ? ['u-0', 'u-1'] : ['u-1']]);
        expect(String(await contentOf(first, owner, address))).toBe(PARTS.join(''));
        expect([await first.uploads(owner), await first.total(owner)]).toEqual([[], PARTS.join('').length]);
      }
    },
  );

  it('and whose content is released meanwhile becomes no file', async () => {
    let release = async (): Promise<void> => undefined;
    const [first, second] = await twoProcesses(() => release());
    const address = await addressOf(first, 'ann', PARTS);
    await receive(first, 'ann', 'u-1', PARTS);
    let calls = 0;
    release = async () => {
      calls += 1;
      if (calls !== 2) return;
      await first.finish('ann', 'u-1', address);
      await first.release('ann', address, 'u-1');
    };
    expect(await second.finish('ann', 'u-1', address)).toBe(false);
    expect([await first.list('ann'), await first.total('ann')]).toEqual([[], 0]);
  });
});
