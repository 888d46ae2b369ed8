import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { signIn, startBrowser, type Visit, visit } from './browser.ts';
import { runCommand, type ServerProcess, startServer } from './server-process.ts';

/** A Thursday afternoon in Berlin: some tasks are kept, some are open, and the week is half over. */
const NOW = '2026-11-19T13:12:00Z';

/** The account that `vouch demo` makes. */
export const DEMO = { email: 'demo@vouch.example', password: 'a-year-of-kept-promises' } as const;

/** Starts a server on a folder with the demo's year. The same seed gives the same year. `main`: a file to run instead of the bundle of the program. */
export async function startDemoServer(folder: string, seed = 1, main?: string): Promise<ServerProcess> {
  const { code, stderr } = await runCommand(['demo', '--seed', String(seed)], { VOUCH_DATA: folder, VOUCH_CLOCK: NOW }, main);
  if (code !== 0) throw new Error(`The demo's year could not be made: ${stderr}`);
  return startServer(folder, { VOUCH_CLOCK: NOW }, main);
}

/** A browser in which the owner of the demo's year is signed in, on a server of its own. */
export interface DemoVisit extends Visit {
  /** Ends the browser and the server, and removes the folder. */
  close(): Promise<void>;
}

/** Opens the demo's year in a browser. `name` is part of the folder's name. */
export async function visitDemo(name: string, options: BrowserContextOptions = {}): Promise<DemoVisit> {
  const folder = mkdtempSync(join(tmpdir(), `vouch-${name}-`));
  let server: ServerProcess | undefined;
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await server?.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    server = await startDemoServer(folder);
    browser = await startBrowser();
    const made = await visit(browser, server.url, options);
    await signIn(made.context, DEMO.email, DEMO.password);
    return { ...made, close };
  } catch (error) {
    await close();
    throw error;
  }
}
