import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { copyDemoYear } from '../servers/shared.ts';
import { signIn, startBrowser, type TestBrowser, type Visit, visit } from './browser.ts';
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
  const folder = mkdtempSync(join(tmpdir(), `vouch-${name}-`));
  let server: ServerProcess | undefined;
  let browser: TestBrowser | undefined;
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
