import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { assembleOnServers } from '../../src/wiring/servers.ts';
import { verifyServers } from '../../src/wiring/verify/servers.ts';
import { startEventStoreDouble } from '../servers/eventstore.ts';
import { sharedMongo } from '../servers/shared.ts';

const mongo = await sharedMongo();
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const SIGN_UP = { email: 'ann@example.org', password: 'a rather long password', fullName: 'Ann', timezone: 'Europe/Berlin' };

test.skipIf(mongo === null)('verify on servers finds what was altered, beside the program', { timeout: 120_000 }, async () => {
  const eventstore = await startEventStoreDouble();
  onTestFinished(() => eventstore.stop());
  const servers = { EVENTSTORE_URL: eventstore.url, MONGODB_URL: mongo?.database() ?? '', VOUCH_MASTER_KEY: 'ab'.repeat(32) };
  const config = readConfig({ ...servers, VOUCH_DATA: '/nonexistent' });
  const program = await assembleOnServers({ config, log: silent });
  onTestFinished(() => program.close());
  await program.readable;
  await program.accounts.signup(SIGN_UP, program.app.newId());
  await program.app.waitForReadModels(await program.app.store.head());
  await program.anchoring.settle();
  const verify = async () => (await verifyServers(config, {}, () => undefined)).faults;
  expect(await verify()).toEqual([]);

  const { db } = program.stores.mongo;
  const accounts = db.collection(program.runner.views.current('accounts'));
  const before = await accounts.findOne({});
  await accounts.updateOne({ _id: before?._id }, { $set: { doc: String(before?.doc).replace('Berlin', 'Madrid') } });
  expect(await verify()).toEqual([expect.objectContaining({ check: 'read_models', reason: expect.stringContaining('accounts') })]);
  await accounts.replaceOne({ _id: before?._id }, { ...before });

  await db.collection('vault_keys').updateMany({}, { $unset: { wrapped: true } });
  expect((await verify()).map(({ check }) => check)).toContain('keys');

  await program.accounts.drain();
  await program.anchoring.settle();
  const anchor = await program.stores.vault.logAnchor();
  await program.stores.vault.replaceLogAnchor({ ...anchor, events: anchor.events + 3 });
  expect((await verify()).map(({ reason }) => reason).join()).toContain('3 of ');
  await expect(assembleOnServers({ config, log: silent })).rejects.toThrow('The event log is shorter than what the vault knows');
});
