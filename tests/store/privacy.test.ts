import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Sealed } from '../../src/domain/kernel/event.ts';
import { type OpenerOptions, openOpener, seal, type WatchedVault } from '../../src/store/seal.ts';
import { openVault } from '../../src/store/vault/sqlite-vault.ts';
import { openVaultReader } from '../../src/store/vault/vault-reader.ts';
import { anEvent } from '../contract/events.ts';
import { openTestStores, TEST_MASTER_KEY } from '../support/app.ts';

function open() {
  const stores = openTestStores();
  onTestFinished(() => stores.dispose());
  return stores;
}

const files = (folder: string) => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const);
const holding = (folder: string, bytes: string | Uint8Array) =>
  files(folder).flatMap(([name, content]) => (content.includes(bytes) ? [name] : []));

describe('the files on disk', () => {
  it('contain no personal text and no key in plain text', async () => {
    const { store, vault, documents, dataDir } = open();
    await vault.createKey('ann');
    const key = (await vault.key('ann')) as Uint8Array;
    const [event] = (await store.append('s-1', 'no_stream', [anEvent({ owner: 'ann', private: { title: 'Call the dentist' } })])).events;
    await documents.ensure({ name: 'tasks.v1', indexes: [] });
    const doc = { title: event?.private ?? null };
    await documents.apply({
      writes: [{ collection: 'tasks.v1', writes: [{ id: 'a', position: event?.position ?? '', doc }] }],
      checkpoints: [],
    });
    await vault.keepAnswer('ann', 'k', {
      fingerprint: 'f',
      status: 201,
      headers: {},
      body: 'Call the dentist',
      expires_at: '2026-12-01T00:00:00.000Z',
    });
    expect(holding(dataDir, 'dentist')).toEqual([]);
    expect(holding(dataDir, key)).toEqual([]);
    expect(holding(dataDir, TEST_MASTER_KEY)).toEqual([]);
    // The search finds a text that is there.
    expect(holding(dataDir, event?.id ?? '')).toContain('events.db-wal');
  });

  it('contain no byte of a destroyed key, nor of other deleted secrets of its owner', async () => {
    const { vault, mailbox, dataDir } = open();
    await vault.createKey('owner-ann');
    await vault.setPassword('owner-ann', 'argon2id-of-ann');
    await vault.putSession({ id: 'session-of-ann', user_id: 'owner-ann', created_at: 'a', expires_at: 'b' });
    await vault.putToken({ token_hash: 'token-of-ann', purpose: 'reset', user_id: 'owner-ann', expires_at: 'b' });
    const mail = {
      id: 'm-1',
      to: ['ann@example.org'],
      from: 'f',
      subject: 'mail-of-ann',
      text: '',
      html: '',
      headers: {},
      attachments: [],
      at: 'a',
    };
    await mailbox.add(mail, 'owner-ann');
    const traces = ['owner-ann', 'argon2id-of-ann', 'session-of-ann', 'token-of-ann', 'mail-of-ann', 'ann@example.org'];
    for (const trace of traces) expect(holding(dataDir, trace)).not.toEqual([]);
    await vault.forget('owner-ann');
    await vault.destroyKey('owner-ann');
    await mailbox.forget('owner-ann');
    for (const trace of traces) expect(holding(dataDir, trace)).toEqual([]);
  });
});

describe('the master key', () => {
  it('is refused when the vault was made with another one', async () => {
    const { vault, dataDir } = open();
    await vault.close();
    const path = join(dataDir, 'vault.db');
    expect(() => openVault({ path, masterKey: new Uint8Array(32).fill(8) })).toThrow(
      `The master key is not the one that ${path} was made with, or to which`,
    );
    await openVault({ path, masterKey: TEST_MASTER_KEY }).close();
  });

  it('is refused when it has another length', () => {
    expect(() => openVault({ path: ':memory:', masterKey: new Uint8Array(16) })).toThrow('The master key must be 32 bytes; it has 16.');
  });
});

/** What versions of the program that did not store the secret made of this master key. */
const FIRST_HASH = 'd5aad286676b2200a68c1b2ddb1d29acbd66bbce525141fd42f66e658c321835';

describe('the secret of keyed hashes', () => {
  it('is stored in a vault that has none, with the hashes that it had', async () => {
    const { vault, dataDir } = open();
    await vault.close();
    const path = join(dataDir, 'vault.db');
    const database = new DatabaseSync(path);
    database.exec('DELETE FROM program_keys');
    const options = { path, masterKey: TEST_MASTER_KEY };
    const found: string[] = [];
    for (const opening of [openVaultReader, openVault, openVaultReader]) {
      const opened = opening(options);
      found.push(opened.keyed('address', 'ann@example.org'));
      await opened.close();
    }
    expect(found).toEqual([FIRST_HASH, FIRST_HASH, FIRST_HASH]);
    expect(database.prepare('SELECT name FROM program_keys').all()).toEqual([{ name: 'keyed hashes' }]);

    database.exec("UPDATE program_keys SET wrapped = x'00'");
    database.close();
    for (const opening of [openVaultReader, openVault])
      expect(() => opening(options)).toThrow('The secret of the keyed hashes in the vault is damaged: put the vault back from a backup.');
  });
});

describe('the opener of sealed values', () => {
  const KEY = new Uint8Array(32).fill(1);
  const SEALED = seal(KEY, 'ann', 'e-1', '{"title":"Call the dentist"}');
  const OPEN = { title: 'Call the dentist' };

  /** A vault of one key, which another process may destroy. */
  function aVault(options?: OpenerOptions) {
    const listeners: ((owner: string) => void)[] = [];
    const state = { key: KEY as Uint8Array | null, current: true, reads: 0, reading: Promise.resolve() };
    const vault = {
      async key() {
        state.reads += 1;
        const found = state.key;
        await state.reading;
        return found;
      },
      keysCurrent: () => state.current,
      onKeyDestroyed: (listener: (owner: string) => void) => void listeners.push(listener),
    } as unknown as WatchedVault;
    const destroyed = () => {
      state.key = null;
      for (const listener of listeners) listener('ann');
    };
    return { opener: openOpener(vault, options), state, destroyed };
  }

  it('opens many values after reading the key once, as long as it knows which keys are destroyed', async () => {
    const { opener, state } = aVault();
    for (let n = 0; n < 3; n += 1) expect(await opener.open('ann', SEALED)).toEqual(OPEN);
    expect(opener.openNow('ann', SEALED)).toEqual(OPEN);
    expect(state.reads).toBe(1);
  });

  it('drops what it opened with a key that another process destroyed, as soon as the vault knows', async () => {
    const { opener, destroyed } = aVault();
    await opener.open('ann', SEALED);
    destroyed();
    expect(opener.openNow('ann', SEALED)).toBeNull();
    expect(await opener.open('ann', SEALED)).toBeNull();
  });

  it('reads the key each time while it does not know that, and refuses rather than opens unchecked', async () => {
    const { opener, state } = aVault();
    await opener.ready('ann');
    state.current = false;
    expect(() => opener.openNow('ann', SEALED)).toThrow(expect.objectContaining({ name: 'StoreUnavailable' }));
    expect(await opener.open('ann', SEALED)).toEqual(OPEN);
    expect(state.reads).toBe(2);
    state.key = null;
    expect(await opener.open('ann', SEALED)).toBeNull();
    state.current = true;
    expect(opener.openNow('ann', SEALED)).toBeNull();
  });

  it('does not keep a key that was destroyed while it was read', async () => {
    const { opener, state, destroyed } = aVault();
    const answer = Promise.withResolvers<void>();
    state.reading = answer.promise;
    const opening = opener.open('ann', SEALED);
    destroyed();
    answer.resolve();
    expect(await opening).toBeNull();
    expect(opener.openNow('ann', SEALED)).toBeNull();
  });

  it('opens the values of more owners at once than it keeps keys of', async () => {
    const owners = ['ann', 'bob', 'cat'];
    const { opener } = aVault({ owners: 2 });
    const openAll = () => Promise.all(owners.map((owner) => opener.open(owner, seal(KEY, owner, 'e-1', `{"title":"Of ${owner}"}`))));
    const all = owners.map((owner) => ({ title: `Of ${owner}` }));
    expect(await openAll()).toEqual(all);
    expect(await openAll()).toEqual(all);
  });

  it('keeps the keys that were made ready last', async () => {
    const { opener } = aVault({ owners: 2 });
    for (const owner of ['ann', 'bob', 'ann', 'cat']) await opener.ready(owner);
    expect(opener.openNow('ann', SEALED)).toEqual(OPEN);
  });

  it('gives null for a value of another owner and for one that is not sealed', async () => {
    const { opener } = aVault();
    for (const [owner, sealed] of [
      ['bob', SEALED],
      ['ann', 'v1.e-1.x'],
      ['ann', `${SEALED}x`],
      ['ann', 'text'],
    ] as const)
      expect(await opener.open(owner, sealed as Sealed)).toBeNull();
  });
});
