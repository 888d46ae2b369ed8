import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { advanceDeletion, requestDeletion } from '../../src/app/account/account-deletion.ts';
import { readConfig } from '../../src/config/config.ts';
import { AccountRegistered } from '../../src/domain/account/events.ts';
import { isEvent } from '../../src/domain/kernel/define-event.ts';
import { required } from '../../src/domain/kernel/records.ts';
import { assemble, type Embedded } from '../../src/wiring/assemble.ts';
import { endedProgram, SIGN_UP } from '../support/ended-program.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const start = (data: string): Promise<Embedded> => assemble({ config: readConfig({ VOUCH_DATA: data }), log });
const folder = endedProgram(start);
const at = (name: string): string => join(folder(), name);

const VAULT = ['vault.db', 'vault.db-wal'];

/** Bob signs up and is erased. Files named `before-…` hold the vault as it was between the two. */
async function erasedBob(): Promise<{ readonly ann: string; readonly bob: string }> {
  const [ann] = keys();
  const program = await start(folder());
  const { app } = program;
  await program.accounts.signup({ ...SIGN_UP, email: 'bob@example.com' }, app.newId());
  await program.accounts.drain();
  await program.work.catchUp();
  const registered = (await app.store.readLast(20)).find((event) => isEvent(event, AccountRegistered));
  const bob = required(registered?.metadata.owner, 'owner');
  for (const file of VAULT) cpSync(at(file), at(`before-${file}`));
  await requestDeletion(app, bob, app.newId());
  await advanceDeletion(app, bob);
  await program.close();
  return { ann: required(ann, 'key'), bob };
}

async function startAgain(): Promise<Embedded> {
  const again = await start(folder());
  onTestFinished(() => again.close());
  return again;
}

function keys(): readonly string[] {
  using database = new DatabaseSync(at('vault.db'), { readOnly: true });
  return database
    .prepare('SELECT owner FROM keys')
    .all()
    .map(({ owner }) => String(owner));
}

test('the key of an erased account is destroyed at the start if an older vault was put back', async () => {
  const { ann, bob } = await erasedBob();
  for (const file of VAULT) cpSync(at(`before-${file}`), at(file));
  expect(keys()).toContain(bob);
  const again = await startAgain();
  await again.work.catchUp();
  expect([keys().includes(ann), keys().includes(bob)]).toEqual([true, false]);
});

test('it is destroyed later if only the key was put back, so that a start need not look through all keys', async () => {
  const { ann, bob } = await erasedBob();
  const vault = new DatabaseSync(at('vault.db'));
  vault.exec(`ATTACH '${at('before-vault.db')}' AS before; INSERT INTO keys SELECT * FROM before.keys WHERE owner = '${bob}'`);
  vault.close();
  const again = await startAgain();
  const looked = vi.spyOn(again.app.keyOwners, 'keyOwners');
  await again.work.catchUp();
  expect(looked).not.toHaveBeenCalled();
  await again.work.start();
  await expect.poll(keys).not.toContain(bob);
  await again.work.stop();
  expect(keys()).toContain(ann);
});
