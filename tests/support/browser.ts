import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { copyDemoYear, sharedServer } from '../servers/shared.ts';
import { launchBrowser } from './chromium.ts';
import { DEMO_NOW } from './demo-year.ts';
import { atPort, call, type ServerProcess, startServer } from './server-process.ts';
import { reusingTabs } from './used-tabs.ts';

const ACTION_MS = 15_000;

/** What a test file has of the browser that it shares with others. */
export interface TestBrowser extends Pick<Browser, 'newContext'> {
  /** Ends the contexts that were made here. */
  close(): Promise<void>;
}

let shared: Promise<Browser> | null = null;

/** The browser of this process, started for the first file that asks, and again if it has crashed. It ends with the process. */
async function sharedBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = launchBrowser();
  return shared as Promise<Browser>;
}

/**
 * A browser for one test file. Files that run in one process, one after the other, share it, because its start
 * costs more than most of their tests; cookies, storage and caches belong to contexts. @throws Error as `launchBrowser`
 */
export const startBrowser = async (): Promise<TestBrowser> => reusingTabs(await sharedBrowser());

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the console reports as an error, including refusals by the content security policy, and uncaught errors. */
  readonly faults: string[];
}

/** The program reads each task that has changed. If it was deleted, the browser itself says so on the console. */
const DELETED = / 404 .*\/api\/tasks\/[0-9a-f-]{36}\)$/;

/** A browser for one person, with its own cookies and a first page. `url`: of the server. */
export async function visit(browser: TestBrowser, url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    // It would store the whole program for each person. Tests that need it allow it.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(ACTION_MS);
  const faults: string[] = [];
  context.on('console', (message) => {
    const fault = `${message.text()} (${message.location().url})`;
    if (message.type() === 'error' && !DELETED.test(fault)) faults.push(fault);
  });
  context.on('weberror', (error) => faults.push(String(error.error())));
  return { context, page: await context.newPage(), faults };
}

/** Signs this browser in. */
export async function signIn(context: BrowserContext, email: string, password: string): Promise<void> {
  const answer = await context.request.post('/api/auth/signin', { data: { email, password } });
  if (answer.status() !== 200) throw new Error(`${email} could not sign in: ${await answer.text()}`);
}

/** What is shown, without what screen readers are told beside it, which repeats some of it. */
export const shown = (page: Page): Locator => page.locator('#root > :not(#announcements)');

/** Waits until one element of the page contains the text. */
export const sees = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

/** Delays the requests to these addresses until the returned function is called, so that a test is faster than the program loads. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  let isOpen = false;
  await page.route(address, async (route) => {
    if (isOpen) await route.continue();
    else waiting.push(route);
  });
  return async () => {
    isOpen = true;
    await Promise.all(waiting.splice(0).map((route) => route.continue()));
  };
}

/** Comes back to the page, as from another tab. */
export const comeBack = (page: Page): Promise<void> => page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");

/** Waits until a signed-in screen is shown and nothing on it is loading any more. */
export async function loaded(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  const coming = page.locator('[aria-busy="true"]');
  while ((await coming.count()) > 0) await coming.first().waitFor({ state: 'detached' });
}

/**
 * Opens a screen as a link of the program does, and waits until it is loaded. It takes a third of what a load of the page takes. The
 * first screen, and another tab of the same screen, are loaded with the page.
 */
export async function openScreen(page: Page, path: string): Promise<void> {
  const isSame = path.split('?')[0] === new URL(page.url()).pathname;
  if (isSame || !(await page.evaluate<boolean>(LEFT))) await page.goto(path);
  else {
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)}), dispatchEvent(new PopStateEvent('popstate'))`);
    // The screen before is shown until the next one has come.
    await page.locator('main h1:not([data-left])').first().waitFor();
  }
  await loaded(page);
}

/** Marks the screen that is shown, and gives whether there is one. */
const LEFT = `(() => {
  const shown = document.querySelector('main h1');
  shown?.setAttribute('data-left', '');
  return shown !== null;
})()`;

/** Leaves the program, because a screen that follows changes asks again and again while the clock is moved over many days. */
export async function atRest(page: Page): Promise<void> {
  // A document of the same site, so that its process stays.
  await page.goto('/robots.txt');
}

/** Does something and waits for the answer to its request. The screen shows a change before this answer; another page shows it only afterwards. */
export async function answered(page: Page, path: RegExp, act: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForResponse((response) => path.test(new URL(response.url()).pathname)), act()]);
}

/** Opens the overlay for a new task, and gives its line. `more`: with all fields. */
export async function newTask(page: Page, more = false): Promise<Locator> {
  await page.getByRole('main').getByRole('link', { name: 'New task' }).first().click();
  const overlay = page.getByRole('dialog', { name: 'New task' });
  const line = overlay.getByRole('textbox', { name: 'New task' });
  await line.waitFor();
  if (more) await overlay.getByRole('button', { name: 'More', exact: true }).click();
  return line;
}

/** What a user does on the screen of tasks. `day` and `time` are texts as a user types them. */
export function todoScreen(page: Page) {
  const row = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) });
  return {
    row,
    /** Opens a task's menu. */
    async more(title: string): Promise<void> {
      await row(title).hover();
      await page.getByRole('button', { name: `More: ${title}` }).click();
    },
    async write(title: string, { day, time }: { day?: string; time?: string } = {}): Promise<void> {
      const line = await newTask(page, day !== undefined || time !== undefined);
      await line.fill(title);
      if (day) await page.getByLabel('Due', { exact: true }).fill(day);
      if (time) await page.getByLabel('Time', { exact: true }).fill(time);
      await page.getByRole('button', { name: 'Add task' }).click();
      await row(title).waitFor();
    },
    complete: (title: string) => page.getByRole('button', { name: `Complete: ${title}` }).click(),
    isOpen: (title: string) => page.getByRole('button', { name: `Complete: ${title}` }).waitFor(),
    isCompleted: (title: string) => page.getByRole('button', { name: `Open again: ${title}` }).waitFor(),
  };
}

/** A server, and a browser that visits it. */
export interface SharedBrowserServer {
  readonly url: string;
  /** A browser for one person. */
  visit(options?: BrowserContextOptions): Promise<Visit>;
  /** A browser in which this person is signed in. */
  signedIn(who: { readonly email: string; readonly password: string }, options?: BrowserContextOptions): Promise<Visit>;
  /** Ends the browser and, if it belongs to the file alone, the server, and removes its folder. */
  close(): Promise<void>;
}

/** A server with a data folder of its own, and a browser that visits it. */
export interface BrowserServer extends SharedBrowserServer {
  /** Lets this much time pass, as an ISO 8601 duration. @throws Error when the clock refuses */
  pass(advance: string): Promise<void>;
}

/** A server that other files use at the same time (`sharedServer`), which costs no start. */
export async function visitSharedServer(which: 'monday' | 'demo'): Promise<SharedBrowserServer> {
  const url = await sharedServer(which);
  return visited(await startBrowser(), url);
}

const visited = (browser: TestBrowser, url: string): SharedBrowserServer => ({
  url,
  visit: (options) => visit(browser, url, options),
  async signedIn({ email, password }, options) {
    const made = await visit(browser, url, options);
    await signIn(made.context, email, password);
    return made;
  },
  close: () => browser.close(),
});

/** The port of the first server of this process; taken: a server is there. Tabs that were used can be used again only at the same address. */
const usual = { port: '0', isTaken: false };

async function startAtUsualPort(start: () => Promise<ServerProcess>): Promise<ServerProcess> {
  if (usual.isTaken) return start();
  // Another process may have got the port meanwhile.
  const server = await atPort(usual.port, start).catch((error: unknown) => {
    if (usual.port === '0') throw error;
    return start();
  });
  const { port } = new URL(server.url);
  if (usual.port === '0') usual.port = port;
  if (usual.port !== port) return server;
  usual.isTaken = true;
  void server.ended.then(() => {
    usual.isTaken = false;
  });
  return server;
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
    server = await startAtUsualPort(() => start(folder));
    browser = await startBrowser();
  } catch (error) {
    await close();
    throw error;
  }
  const [{ url }, opened] = [server, browser];
  return {
    ...visited(opened, url),
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
