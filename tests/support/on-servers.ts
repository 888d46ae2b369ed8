import { expect } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import type { Assembled } from '../../src/wiring/assembled.ts';
import { assembleOnServers } from '../../src/wiring/servers.ts';
import { startEventStoreDouble } from '../servers/eventstore.ts';
import type { SharedMongo } from '../servers/shared.ts';
import type { TestProgramOptions } from './program.ts';

const LEASE_MS = 20_000;

/** One process in every role on servers of its own, which does due work once it resolves. `at`: where its clock begins. */
export const onServers =
  (mongo: SharedMongo, at: string): NonNullable<TestProgramOptions['assembleOn']> =>
  async (options): Promise<Assembled> => {
    const eventstore = await startEventStoreDouble();
    const servers = { EVENTSTORE_URL: eventstore.url, MONGODB_URL: mongo.database(), VOUCH_MASTER_KEY: 'ab'.repeat(32) };
    const config = readConfig({ ...servers, VOUCH_ROLE: 'both', VOUCH_DATA: '/nonexistent', VOUCH_CLOCK: at });
    const program = await assembleOnServers({ ...options, config });
    await program.work.start();
    await expect.poll(() => program.timekeeping?.isHeld(), { timeout: LEASE_MS }).toBe(true);
    await program.readable;
    return {
      ...program,
      async close() {
        await program.work.stop();
        await program.close();
        await eventstore.stop();
      },
    };
  };
