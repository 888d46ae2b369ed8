import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

// A page in a new context takes three times the processor time of one that is loaded again: the browser starts a process for
// it, and compiles everything anew. So the tab of a test that has ended is cleaned and used by the next test: of the same file, or
// of the next file that runs in the same process and has its server at the same address.

/** What changes a context or its tab in a way that cannot be taken back. */
const LASTING_OF_CONTEXT = ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders', 'setGeolocation'] as const;
const LASTING_OF_PAGE = ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'] as const;
/** How many are kept when a file has ended. Each takes about 100 MB. */
const MOST_KEPT = 3;

/** What tests listen to. `close` is not among them, because the library itself waits for it. */
const HEARD = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'page',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'serviceworker',
  'weberror',
];

/** A context and its first tab. */
interface Used {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Only a test with the same options can use it again. */
  readonly key: string;
  /** Ends the context itself. */
  end(): Promise<void>;
}

interface Tabs {
  /** Cleaned, the one that was used last at the end. */
  free: Used[];
  readonly inUse: Set<Used>;
}
const tabsOf = new WeakMap<Browser, Tabs>();

/**
 * Contexts of `browser` for one test file. `close` of a context cleans it and its first tab for the next one with the same
 * options. `close` ends them, except for a few that the next file can use.
 */
export function reusingTabs(browser: Browser): Pick<Browser, 'newContext'> & { close(): Promise<void> } {
  const tabs = tabsOf.get(browser) ?? { free: [], inUse: new Set() };
  tabsOf.set(browser, tabs);
  return {
    async newContext(options = {}) {
      const key = JSON.stringify(options);
      const found = tabs.free.findLast((one) => one.key === key);
      tabs.free = tabs.free.filter((one) => one !== found);
      const used = found ?? (await make(browser, tabs, options));
      tabs.inUse.add(used);
      givesFirst(used.context, used.page);
      return used.context;
    },
    async close() {
      // To clean all that a file leaves open would take longer than to make those that the next one needs.
      const [first, ...others] = tabs.inUse;
      tabs.inUse.clear();
      await Promise.all([first?.context.close(), ...others.map((one) => one.end())]);
      await Promise.all(tabs.free.splice(0, tabs.free.length - MOST_KEPT).map((one) => one.end()));
    },
  };
}

async function make(browser: Browser, tabs: Tabs, options: BrowserContextOptions): Promise<Used> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const sessions = kept(context);
  const used: Used = { context, page, key: JSON.stringify(options), end: context.close.bind(context) };
  const isChanged = [
    watched(context, LASTING_OF_CONTEXT),
    watched(page, LASTING_OF_PAGE),
    ...[context.clock, page.clock].map((clock) => watched(clock, ['install', 'setFixedTime', 'setSystemTime'])),
  ];
  context.close = async () => {
    tabs.inUse.delete(used);
    const isUsable = !isChanged.some((has) => has()) && !page.isClosed() && (await isCleaned(used, options, sessions));
    if (!isUsable) return used.end();
    await session.send('Storage.clearDataForOrigin', { origin: options.baseURL ?? '', storageTypes: 'all' });
    tabs.free.push(used);
  };
  return used;
}

/** Lets the context give this tab when it is next asked for a new one. */
function givesFirst(context: BrowserContext, page: Page): void {
  const another = context.newPage.bind(context);
  context.newPage = async () => {
    context.newPage = another;
    return page;
  };
}

/** The sessions of the DevTools protocol that are opened from now on. What they have changed ends with them. */
function kept(context: BrowserContext): CDPSession[] {
  const sessions: CDPSession[] = [];
  const open = context.newCDPSession.bind(context);
  context.newCDPSession = async (target) => {
    const session = await open(target);
    sessions.push(session);
    return session;
  };
  return sessions;
}

/** Returns whether one of these methods has been called since. */
function watched<T extends object>(object: T, names: readonly (keyof T)[]): () => boolean {
  let wasCalled = false;
  for (const name of names) {
    const method = object[name] as (...args: unknown[]) => unknown;
    object[name] = ((...args: unknown[]) => {
      wasCalled = true;
      return method.apply(object, args);
    }) as T[typeof name];
  }
  return () => wasCalled;
}

/** Removes what a test has left, and leaves the tab on an almost empty document of the same site, so that its process stays. */
async function isCleaned({ context, page }: Used, options: BrowserContextOptions, sessions: CDPSession[]): Promise<boolean> {
  for (const event of HEARD) for (const heard of [context, page]) heard.removeAllListeners(event);
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  try {
    for (const session of sessions.splice(0)) await session.detach().catch(() => undefined);
    await Promise.all(context.pages().map((other) => other !== page && other.close()));
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    if (options.viewport) await page.setViewportSize(options.viewport);
    const { colorScheme = null, reducedMotion = null, forcedColors = null } = options;
    await page.emulateMedia({ media: null, contrast: null, colorScheme, reducedMotion, forcedColors });
    await page.mouse.move(0, 0);
    const answer = await page.goto(new URL('/robots.txt', options.baseURL).href);
    await page.evaluate(() => sessionStorage.clear());
    await Promise.all([context.clearCookies(), context.clearPermissions()]);
    page.removeAllListeners('dialog');
    return answer?.ok() ?? false;
  } catch {
    // Its server has ended, or the tab has crashed.
    return false;
  }
}
