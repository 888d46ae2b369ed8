import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type KeyList, signerOf } from '../../src/contracts/ledger/head.ts';
import { runHere } from '../support/command-line.ts';
import { runCommand } from '../support/server-process.ts';
import { startServed } from '../support/ways.ts';

test('the signing key is changed beside a running program, which signs with the new one from then on', { timeout: 120_000 }, async () => {
  // The program's clock is that of the folder, and not the real one.
  const server = await startServed({ at: '2027-03-02T09:00:00.000Z' });
  onTestFinished(() => server.dispose());
  const env = { VOUCH_DATA: server.folder };
  const ada = await server.member('ada@example.org');
  const head = async () => (await ada.get('/api/ledger/head')).body;
  const keys = async (): Promise<KeyList['keys']> => (await ada.get('/.well-known/vouch-keys.json')).body.keys;
  await server.advance('P1D');
  const before = await head();
  const rotated = await runCommand(['keys', 'rotate', '--signing', '--json'], env);
  expect(rotated.code, rotated.stderr).toBe(0);
  const { ended, begun } = JSON.parse(rotated.stdout);
  expect(ended).toEqual([before.key_id]);
  await ada.post('/api/tasks', { title: 'After the change' });
  const after = await head();
  const all = await keys();
  expect(all.map(({ key_id, until }) => [key_id, until === null])).toEqual([
    [before.key_id, false],
    [begun.key_id, true],
  ]);
  expect([signerOf(before, all)?.key_id, signerOf(after, all)?.key_id]).toEqual([before.key_id, begun.key_id]);
  const again = await runCommand(['keys', 'rotate', '--signing'], env);
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining(`The key ${begun.key_id} has ended.`)]);
  expect(await keys()).toHaveLength(3);
});

test('a folder without a vault is refused with a sentence', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const vault = join(folder, 'vault.db');
  for (const which of [['--signing'], []]) {
    const nothing = await runHere(['keys', 'rotate', ...which], { VOUCH_DATA: folder });
    expect([nothing.code, nothing.stderr]).toEqual([1, `There is no vault at ${vault}. Set VOUCH_DATA to the folder that holds it.\n`]);
    expect(existsSync(vault)).toBe(false);
  }
});
