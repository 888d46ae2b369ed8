import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openVault } from '../../src/store/vault/sqlite-vault.ts';
import { anEvent } from '../contract/events.ts';
import { openTestStores, TEST_MASTER_KEY } from '../support/stores.ts';

function open() {
  const stores = openTestStores();
  onTestFinished(() => stores.dispose());
  return stores;
}

const files = (folder: string) => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const);
const holding = (folder: string, bytes: string | Uint8Array) =>
  files(folder).flatMap(([name, content]) => (content.includes(bytes) ? [name] : []));

describe('the files on disk', () => {
  it('hold no personal text and no key in clear', async () => {
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
      `The master key is not the one that ${path} was made with.`,
    );
    await openVault({ path, masterKey: TEST_MASTER_KEY }).close();
  });

  it('is refused when it has another length', () => {
    expect(() => openVault({ path: ':memory:', masterKey: new Uint8Array(16) })).toThrow('The master key must be 32 bytes; it has 16.');
  });
});
