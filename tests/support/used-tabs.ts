import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

// A page in a new context takes three times the processor time of one that is loaded again: the browser starts a process for
// it, and compiles everything anew. So the tab of a test that has ended is cleaned and used by the next test of its file.

/** What changes a context or its tab in a way that cannot be taken back. */
const LASTING_OF_CONTEXT = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'newCDPSession',
  'setExtraHTTPHeaders',
  'setGeolocation',
] as const;
const LASTING_OF_PAGE = ['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'setViewportSize'] as const;

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
}

/**
 * Contexts of `browser` for one test file. `close` of a context cleans it and its first tab for the next one with the same
 * options. `close` ends all of them.
 */
export function reusingTabs(browser: Browser): Pick<Browser, 'newContext'> & { close(): Promise<void> } {
  const cleaned = new Map<string, Used[]>();
  const ends: (() => Promise<void>)[] = [];

  async function make(key: string, options: BrowserContextOptions): Promise<Used> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const end = context.close.bind(context);
    ends.push(end);
    const isChanged = [
      watched(context, LASTING_OF_CONTEXT),
      watched(page, LASTING_OF_PAGE),
      ...[context.clock, page.clock].map((clock) => watched(clock, ['install', 'setFixedTime', 'setSystemTime'])),
    ];
    context.close = async () => {
      const isUsable = !isChanged.some((has) => has()) && !page.isClosed() && (await isCleaned({ context, page }, options.baseURL));
      if (!isUsable) return end();
      await session.send('Storage.clearDataForOrigin', { origin: options.baseURL ?? '', storageTypes: 'all' });
      cleaned.set(key, [...(cleaned.get(key) ?? []), { context, page }]);
    };
    return { context, page };
  }

  return {
    async newContext(options = {}) {
      const key = JSON.stringify(options);
      const { context, page } = cleaned.get(key)?.pop() ?? (await make(key, options));
      givesFirst(context, page);
      return context;
    },
    close: async () => void (await Promise.all(ends.map((end) => end()))),
  };
}

/** Lets the context give this tab when it is next asked for a new one. */
function givesFirst(context: BrowserContext, page: Page): void {
  const another = context.newPage.bind(context);
  context.newPage = async () => {
    context.newPage = another;
    return page;
  };
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
async function isCleaned({ context, page }: Used, url: string | undefined): Promise<boolean> {
  for (const event of HEARD) for (const heard of [context, page]) heard.removeAllListeners(event);
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  try {
    await Promise.all(context.pages().map((other) => other !== page && other.close()));
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await page.mouse.move(0, 0);
    const answer = await page.goto(new URL('/robots.txt', url).href);
    await page.evaluate(() => sessionStorage.clear());
    await Promise.all([context.clearCookies(), context.clearPermissions()]);
    page.removeAllListeners('dialog');
    return answer?.ok() ?? false;
  } catch {
    // Its server has ended, or the tab has crashed.
    return false;
  }
}
