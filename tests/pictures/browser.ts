import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { signIn, startBrowser, visit } from '../support/browser.ts';
import { ACCOUNTS, type Account, type World } from './world.ts';

/** A kind of device, with the themes in which its pictures are taken. */
export interface Device {
  readonly name: string;
  readonly options: BrowserContextOptions;
  readonly themes: readonly ('light' | 'dark')[];
  /** Whether pictures are taken only of screens as they open, without what was pressed on them. */
  readonly onlyOpened?: boolean;
  /** Whether such pictures are also taken of the empty account: on a wide screen an empty state shows how the room is used. */
  readonly alsoEmpty?: boolean;
}

const BOTH = ['light', 'dark'] as const;
/** Beside the two sizes of the design one window for each of the other breakpoints, and the colours that a system forces. */
export const DEVICES: readonly Device[] = [
  { name: 'desk', options: { viewport: { width: 1440, height: 900 } }, themes: BOTH },
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, themes: BOTH },
  { name: 'tablet', options: { viewport: { width: 768, height: 1024 } }, themes: BOTH, onlyOpened: true },
  { name: 'small', options: { viewport: { width: 1024, height: 768 } }, themes: ['light'], onlyOpened: true },
  { name: 'wide', options: { viewport: { width: 2560, height: 1440 } }, themes: BOTH, onlyOpened: true, alsoEmpty: true },
  { name: 'forced', options: { viewport: { width: 1440, height: 900 }, forcedColors: 'active' }, themes: ['light'], onlyOpened: true },
];

export interface Opened {
  /** The account and the device. */
  readonly of: string;
  readonly context: BrowserContext;
}

/** Who is signed in, by account. */
export type Sessions = Readonly<Record<Account, BrowserContextOptions['storageState']>>;

/** Signs each account in once, because the history of an account says how often. */
export async function signAllIn(url: string): Promise<Sessions> {
  const sessions: Record<string, BrowserContextOptions['storageState']> = {};
  for (const [account, { email, password }] of Object.entries(ACCOUNTS)) {
    const { context } = await visit(await startBrowser(), url);
    await signIn(context, email, password);
    sessions[account] = await context.storageState();
    await context.close();
  }
  return sessions as Sessions;
}

/** A browser for one account, whose time stands still as the server's does. If the browser has crashed, it is started again. */
export async function openContext(
  { url, world, sessions }: { readonly url: string; readonly world: World; readonly sessions: Sessions },
  account: Account | 'nobody',
  device: Device,
): Promise<Opened> {
  const storageState = account === 'nobody' ? undefined : sessions[account];
  const { context, page } = await visit(await startBrowser(), url, { ...device.options, ...(storageState && { storageState }) });
  await context.clock.setFixedTime(world.now);
  await page.close();
  return { of: `${account} ${device.name}`, context };
}

/** What pages leave in the browser besides the session: drafts, uploads, what waits to be sent, whether the side bar is shut. */
const LEFT = 'local_storage,indexeddb';

/** Keeps a page from changing what other pages show: its requests that would write anything do not leave it. */
const READ_ONLY = `{
  const send = window.fetch.bind(window);
  window.fetch = (what, how) => {
    const method = how?.method ?? what.method ?? 'GET';
    return /^(GET|HEAD)$/i.test(method) ? send(what, how) : new Promise(() => undefined);
  };
}`;

/** A new page that finds nothing of those before it. */
export async function newPage({ context }: Opened, url: string, writes: boolean): Promise<Page> {
  await context.clearCookies({ name: 'vouch_sidebar' });
  const page = await context.newPage();
  if (!writes) await page.addInitScript(READ_ONLY);
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: LEFT });
  await session.detach();
  return page;
}
