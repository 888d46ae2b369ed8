import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { signIn, startBrowser, type TestBrowser, type Visit, visit } from './browser.ts';
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
