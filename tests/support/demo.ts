import { runCommand, type ServerProcess, startServer } from './server-process.ts';

/** A Thursday afternoon in Berlin: some tasks are kept, some are open, and the week is half over. */
const NOW = '2026-11-19T13:12:00Z';

/** The account that `vouch demo` makes. */
export const DEMO = { email: 'demo@vouch.example', password: 'a-year-of-kept-promises' } as const;

/** A server on a folder with the demo's year, which is the same for the same seed. `main`: run instead of the bundle of the program. */
export async function startDemoServer(folder: string, seed = 1, main?: string): Promise<ServerProcess> {
  const { code, stderr } = await runCommand(['demo', '--seed', String(seed)], { VOUCH_DATA: folder, VOUCH_CLOCK: NOW }, main);
  if (code !== 0) throw new Error(`The demo's year could not be made: ${stderr}`);
  return startServer(folder, { VOUCH_CLOCK: NOW }, main);
}
