import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import type { Stores } from '../../src/store/stores.ts';
import { assemble, assembleAtOnce } from '../../src/wiring/assemble.ts';
import { createLogger } from '../../src/wiring/logger.ts';
import { createMeters, type Meters } from '../../src/wiring/operations/meters.ts';
import { startOperations } from '../../src/wiring/operations/start.ts';
import { withOverrides } from '../../src/wiring/operations/with-overrides.ts';
import { serve } from '../../src/wiring/serve.ts';
import { call } from '../support/server-process.ts';
import { removeViews } from '../support/views-files.ts';

const SIGN_IN = { email: 'ann@example.com', password: 'a rather long password' };
const SIGN_UP = { ...SIGN_IN, fullName: 'Ann', timezone: 'Europe/Berlin' };
let folder = '';

/** A folder whose read models are gone, as they are for a program of a version that builds them anew. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vouch-building-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const program = await assemble({ config: readConfig({ VOUCH_DATA: folder }), log });
  await program.accounts.signup(SIGN_UP, program.app.newId());
  await program.close();
  removeViews(folder);
});

/** Stores whose log gives nothing to read models before the gate is opened. */
function gated(meters: Meters, opened: Promise<void>): Meters {
  return {
    ...meters,
    stores: <S extends Stores>(stores: S): S => {
      const readAll: Stores['store']['readAll'] = async (...given) => {
        await opened;
        return stores.store.readAll(...given);
      };
      return withOverrides<Stores>(stores, { store: withOverrides(stores.store, { readAll }) }) as S;
    },
  };
}

async function start() {
  const gate = Promise.withResolvers<void>();
  const lines: Record<string, unknown>[] = [];
  const log = createLogger({ write: (line) => void lines.push(JSON.parse(line)) });
  const config = readConfig({ VOUCH_DATA: folder, PORT: '0', OPERATIONS_PORT: '0' });
  const operations = await startOperations(config, log);
  const operationsUrl = `http://127.0.0.1:${lines[0]?.port}`;
  const assembled = await assembleAtOnce({ config, log, meters: gated(createMeters(), gate.promise) });
  const served = await serve(assembled, { soonMs: 0 });
  operations.serving(assembled);
  onTestFinished(() => operations.stop());
  const ready = async () => {
    const response = await fetch(`${operationsUrl}/readyz`);
    return { status: response.status, ...((await response.json()) as { faults: readonly object[] }) };
  };
  return { served, assembled, ready, lines, open: gate.resolve };
}

test('a program on files serves while its read models are built, and shows the progress', { timeout: 20_000 }, async () => {
  const { served, ready, lines, open } = await start();
  expect(await call(served.url, 'GET', '/healthz')).toMatchObject({ status: 200 });
  const { status, faults } = await ready();
  expect(status).toBe(503);
  expect(faults).toContainEqual({ name: 'read models', error: 'They are being built: 0 % in all.' });
  expect(faults).toContainEqual({ name: 'read model tasks', error: 'It is being built: 0 %.' });
  const line = { event: 'read_model.build_progressed', percent: 0 };
  await expect.poll(() => lines).toContainEqual(expect.objectContaining(line));

  const asked = call(served.url, 'POST', '/api/auth/signin', { body: SIGN_IN });
  open();
  expect(await asked).toMatchObject({ status: 403, body: { code: 'email_not_confirmed' } });
  await expect.poll(async () => (await ready()).status).toBe(200);
  expect(lines.map(({ event }) => event)).toContain('read_model.build_completed');
  await served.stop();
});

test('a program that is asked to end while read models are built refuses the waiting requests and ends', { timeout: 20_000 }, async () => {
  const { served } = await start();
  const asked = request(`${served.url}/api/settings/`, { headers: { expect: '100-continue' } });
  const answered = once(asked, 'response');
  asked.flushHeaders();
  // The request has arrived, and waits.
  await once(asked, 'continue');
  await served.stop();
  const [response] = await answered;
  expect(response.statusCode).toBe(503);
  expect(JSON.parse(await text(response))).toMatchObject({ code: 'unavailable' });
});

test('a program that cannot start after its read models are built reports the error to its caller', { timeout: 20_000 }, async () => {
  const { served, assembled, open } = await start();
  vi.spyOn(assembled.work, 'start').mockRejectedValue(new Error('no room for jobs'));
  open();
  await expect(served.started).rejects.toThrow('no room for jobs');
  await served.stop();
});
