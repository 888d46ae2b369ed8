import { runCommand } from './server-process.ts';

/** A Thursday afternoon in Berlin: some tasks are kept, some are open, and the week is half over. */
export const DEMO_NOW = '2026-11-19T13:12:00Z';

/** Makes the demo's year in a folder, the same for the same seed. `main`: the program that makes it. @throws Error with its output */
export async function makeDemoYear(folder: string, seed: number, main: string): Promise<void> {
  const { code, stderr } = await runCommand(['demo', '--seed', String(seed)], { VOUCH_DATA: folder, VOUCH_CLOCK: DEMO_NOW }, main);
  if (code !== 0) throw new Error(`The demo's year could not be made: ${stderr}`);
}
