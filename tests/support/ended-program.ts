import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import type { assemble } from '../../src/wiring/assemble.ts';

/** Who has signed up in the folder. */
export const SIGN_UP = { email: 'ann@example.com', password: 'a rather long password', fullName: 'Ann', timezone: 'Europe/Berlin' };

/**
 * Gives each test of the file or of the `describe` a data folder of its own, whose program was used and has ended as planned. The result is
 * the path of the present folder.
 */
export function endedProgram(start: (data: string) => ReturnType<typeof assemble>): () => string {
  let used = '';
  let folder = '';
  beforeAll(async () => {
    used = mkdtempSync(join(tmpdir(), 'vouch-used-'));
    const program = await start(used);
    await program.accounts.signup(SIGN_UP, program.app.newId());
    await program.work.catchUp();
    await program.work.start();
    await program.work.stop();
    await program.close();
  });
  afterAll(() => rmSync(used, { recursive: true, force: true }));
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vouch-ended-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(used, folder, { recursive: true });
  });
  return () => folder;
}
