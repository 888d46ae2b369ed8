import type { BrowserContextOptions } from 'playwright-core';
import { copyDemoYear } from '../servers/shared.ts';
import type { Visit } from './browser.ts';
import { startBrowserServer } from './browser-server.ts';
import { DEMO_NOW } from './demo-year.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** The account that `vouch demo` makes. */
export const DEMO = { email: 'demo@vouch.example', password: 'a-year-of-kept-promises' } as const;

/** Starts a server on a folder with the demo's year. */
export async function startDemoServer(folder: string): Promise<ServerProcess> {
  await copyDemoYear(folder);
  return startServer(folder, { VOUCH_CLOCK: DEMO_NOW });
}

/** A browser in which the owner of the demo's year is signed in, on a server of its own. */
export interface DemoVisit extends Visit {
  /** Ends the browser and the server, and removes the folder. */
  close(): Promise<void>;
}

/** Opens the demo's year in a browser. `name` is part of the folder's name. */
export async function visitDemo(name: string, options: BrowserContextOptions = {}): Promise<DemoVisit> {
  const server = await startBrowserServer(name, startDemoServer);
  try {
    return { ...(await server.signedIn(DEMO, options)), close: server.close };
  } catch (error) {
    await server.close();
    throw error;
  }
}
