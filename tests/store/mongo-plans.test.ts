import { type CommandStartedEvent, type Document, MongoClient } from 'mongodb';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Write } from '../../src/ports/documents.ts';
import { type Mongo, type MongoAccess, openMongo } from '../../src/store/mongo/connect.ts';
import { openMongoMailbox, openMongoOutbox } from '../../src/store/mongo/copies.ts';
import { createFirst, openMongoDocuments } from '../../src/store/mongo/documents.ts';
import { openMongoFiles } from '../../src/store/mongo/files.ts';
import { openMongoVault } from '../../src/store/mongo/vault.ts';
import { at, put, SPEC } from '../contract/documents.ts';
import { contentOf, pieces } from '../contract/files.ts';
import { PATIENT } from '../servers/mongodb/server.ts';
import { sharedMongo } from '../servers/shared.ts';
import { TEST_MASTER_KEY } from '../support/app.ts';

const server = await sharedMongo();

const LATER = '2026-12-01T00:00:00.000Z';
const LOOKS_UP = new Set(['find', 'update', 'delete', 'findAndModify']);

/** A database whose commands are all recorded. */
function watched(): { readonly mongo: MongoAccess; readonly commands: CommandStartedEvent[] } {
  const client = new MongoClient(server?.database() ?? '', { monitorCommands: true });
  onTestFinished(() => client.close());
  const commands: CommandStartedEvent[] = [];
  client.on('commandStarted', (event) => commands.push(event));
  const db = client.db();
  return { mongo: { db, run: (work) => work(db) }, commands };
}

interface Looked {
  readonly find: string;
  readonly filter: Document;
  readonly sort?: Document;
}

/** The part of a command that finds what it reads or changes. */
function looksOf({ commandName, command }: CommandStartedEvent): readonly Looked[] {
  const find = String(command[commandName]);
  if (commandName === 'find') return [{ find, filter: command.filter ?? {}, ...(command.sort && { sort: command.sort }) }];
  if (commandName === 'findAndModify') return [{ find, filter: command.query, ...(command.sort && { sort: command.sort }) }];
  return [...(command.updates ?? []), ...(command.deletes ?? [])].map(({ q }) => ({ find, filter: q }));
}

const scans = async ({ db }: MongoAccess, look: Looked): Promise<boolean> =>
  JSON.stringify(await db.command({ explain: look, verbosity: 'queryPlanner' })).includes('COLLSCAN');

/** An index that serves one condition serves all of them together; not every server's plan shows that. */
async function isScan(mongo: MongoAccess, look: Looked): Promise<boolean> {
  if (!(await scans(mongo, look))) return false;
  for (const [field, value] of Object.entries(look.filter)) {
    if (!(await scans(mongo, { find: look.find, filter: { [field]: value } }))) return false;
  }
  return true;
}

async function everything(mongo: MongoAccess): Promise<void> {
  const vault = await openMongoVault({ mongo, masterKey: TEST_MASTER_KEY, times: { lookMs: 1 } });
  await vault.createKey('ann');
  await vault.key('ann');
  await vault.setPassword('ann', 'hash');
  await vault.password('ann');
  await vault.putSession({ id: 's', user_id: 'ann', created_at: LATER, expires_at: LATER });
  await vault.session('s');
  await vault.renewSession('s', LATER);
  await vault.endSession('s');
  await vault.endSessions('ann', 's');
  await vault.putToken({ token_hash: 't', purpose: 'reset', user_id: 'ann', expires_at: LATER });
  await vault.token('t');
  await vault.takeToken('t');
  await vault.endTokens('ann', 'reset');
  await vault.putPersonalToken({ id: 'p', token_hash: 'h', user_id: 'ann', scopes: [], expires_at: null, last_used_at: null });
  await vault.personalToken('h');
  await vault.personalTokensOf('ann');
  await vault.notePersonalTokenUse('p', LATER);
  await vault.removePersonalToken('p');
  await vault.keepAnswer('ann', 'k', { fingerprint: 'f', status: 200, headers: {}, body: '', expires_at: LATER });
  await vault.keptAnswer('ann', 'k');
  await vault.sweep(LATER);
  const files = await openMongoFiles({ mongo, vault });
  for (const text of ['first', 'second']) await files.write('ann', 'a.zip', pieces(Buffer.from(text)));
  await contentOf(files, 'ann', 'a.zip');
  await files.remove('ann', 'a.zip');
  await files.forget('ann');
  await mongo.db.collection('files.files').updateMany({ filename: 'a.zip' }, { $set: { 'metadata.since': new Date(0) } });
  await files.sweep(new Date().toISOString());
  const mailbox = await openMongoMailbox(mongo);
  await mailbox.list({ limit: 9 });
  await mailbox.list({ to: 'ann@example.org', limit: 9 });
  await mailbox.forget('ann');
  const outbox = await openMongoOutbox(mongo);
  await outbox.add({ id: 'm', channel: 'whatsapp', to: '+49 151 1', text: '', at: LATER }, 'ann');
  await outbox.list({ to: '+49 151 1', limit: 9 });
  const looked = new Promise<void>((resolve) => vault.onKeyDestroyed(() => resolve()));
  await vault.destroyKey('ann');
  await looked;
  await vault.forget('ann');
  await vault.close();
}

describe.skipIf(server === null)(`query plans on ${server?.name}`, () => {
  it('of vault, files and copies scan no collection', async () => {
    const { mongo, commands } = watched();
    await everything(mongo);
    // Checks the test itself: a lookup without an index, and one by the name of a file alone.
    await mongo.db.collection('vault_passwords').findOne({ hash: 'hash' });
    const looks = commands.filter(({ commandName }) => LOOKS_UP.has(commandName)).flatMap(looksOf);
    expect(looks.length).toBeGreaterThan(40);
    const found = new Set<string>();
    for (const look of looks) if (await isScan(mongo, look)) found.add(JSON.stringify(look));
    expect([...found]).toEqual([
      '{"find":"files.files","filter":{"filename":"a.zip"}}',
      '{"find":"vault_passwords","filter":{"hash":"hash"}}',
    ]);
  });
});

describe('the first documents', () => {
  /** Collections in memory that note what was asked of them. */
  function noted() {
    const states = new Map([
      ['tasks.v1', 'one'],
      ['days.v1', 'one'],
    ]);
    const asked: string[] = [];
    const first = createFirst({
      states: async (names) => {
        asked.push(`states of ${names.join(', ')}`);
        return new Map(names.flatMap((name) => (states.has(name) ? [[name, states.get(name) as string]] : [])));
      },
      find: async (name, { index, limit }) => {
        asked.push(`${name} ${index} ${limit}`);
        return { items: [], next: null };
      },
    });
    return { states, first, asked: () => asked.splice(0) };
  }

  describe('the first documents of collections that other processes write', () => {
    it('are read after their states (one query for all simultaneous callers), and not again until a state changes', async () => {
      const { states, first, asked } = noted();
      const both = () => Promise.all(['tasks.v1', 'days.v1'].map((name) => first(name, 'next', 4)));
      await both();
      expect(asked()).toEqual(['states of tasks.v1, days.v1', 'tasks.v1 next 4', 'days.v1 next 4']);
      await both();
      expect(asked()).toEqual(['states of tasks.v1, days.v1']);
      states.set('days.v1', 'two');
      await both();
      expect(asked()).toEqual(['states of tasks.v1, days.v1', 'days.v1 next 4']);
    });

    it('are read again for another index or limit, and always if the collection has no state', async () => {
      const { states, first, asked } = noted();
      await first('tasks.v1', 'next', 4);
      await first('tasks.v1', 'next', 5);
      states.clear();
      await first('tasks.v1', 'next', 5);
      await first('tasks.v1', 'next', 5);
      expect(asked().filter((what) => !what.startsWith('states'))).toEqual(Array(4).fill(expect.stringContaining('tasks.v1 next')));
    });
  });
  const opened: Mongo[] = [];
  afterEach(async () => {
    for (const mongo of opened.splice(0)) await mongo.close();
  });

  async function open(url: string) {
    const mongo = openMongo({ url, timeouts: PATIENT });
    opened.push(mongo);
    const documents = openMongoDocuments(mongo);
    await documents.ensure(SPEC);
    return documents;
  }

  describe.skipIf(server === null)(`the first documents on ${server?.name}`, { timeout: 60_000 }, () => {
    it('include what another process wrote, emptied or replaced', async () => {
      const url = server?.database() ?? '';
      const [reader, writer] = [await open(url), await open(url)];
      const first = async () => (await reader.first?.(SPEC.name, 'by_made', 2))?.map(({ id }) => id);
      const write = (collection: string, n: number, ...writes: readonly Write[]) =>
        writer.apply({ writes: [{ collection, writes }], checkpoints: [{ name: collection, position: at(n) }] });
      expect(await first()).toEqual([]);
      await write(SPEC.name, 1, put('b', { made: 2 }), put('c', { made: 3 }));
      expect(await first()).toEqual(['b', 'c']);
      await write(SPEC.name, 2, put('a', { made: 1 }, 2));
      expect(await first()).toEqual(['a', 'b']);
      const spare = { ...SPEC, name: 'tasks.v1.spare' };
      await writer.ensure(spare);
      await write(spare.name, 2, put('d', { made: 4 }));
      await writer.replace(spare.name, SPEC.name);
      expect(await first()).toEqual(['d']);
      await writer.drop(SPEC.name);
      await writer.ensure(SPEC);
      expect(await first()).toEqual([]);
    });
  });
});
