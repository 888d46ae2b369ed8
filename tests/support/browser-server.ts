import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { copyDemoYear } from '../servers/shared.ts';
import { signIn, startBrowser, type TestBrowser, type Visit, visit } from './browser.ts';
import { DEMO_NOW } from './demo-year.ts';
import { call, type ServerProcess, startServer } from './server-process.ts';

/** A server with a data folder of its own, and a browser that visits it. */
export interface BrowserServer {
  readonly url: string;
  /** A browser for one person. */
  visit(options?: BrowserContextOptions): Promise<Visit>;
  /** A browser in which this person is signed in. */
  signedIn(who: { readonly email: string; readonly password: string }, options?: BrowserContextOptions): Promise<Visit>;
  /** Lets this much time pass, as an ISO 8601 duration. @throws Error when the clock refuses */
  pass(advance: string): Promise<void>;
  /** Ends the browser and the server, and removes the folder. */
  close(): Promise<void>;
}

/** `name` is part of the folder's name. `start` starts the server on the folder. */
export async function startBrowserServer(
  name: string,
  start: (folder: string) => Promise<ServerProcess> = startServer,
): Promise<BrowserServer> {
  const folder = mkdtempSync(join(tmpdir(), `vouch-${name}-`));
  let server: ServerProcess | undefined;
  let browser: TestBrowser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await server?.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    server = await start(folder);
    browser = await startBrowser();
  } catch (error) {
    await close();
    throw error;
  }
  const [{ url }, opened] = [server, browser];
  return {
    url,
    visit: (options) => visit(opened, url, options),
    async signedIn({ email, password }, options) {
      const made = await visit(opened, url, options);
      await signIn(made.context, email, password);
      return made;
    },
    async pass(advance) {
      const { status, body } = await call(url, 'POST', '/dev/clock', { body: { advance } });
      if (status !== 200) throw new Error(`The clock was not moved: ${status} ${JSON.stringify(body)}`);
    },
    close,
  };
}

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
