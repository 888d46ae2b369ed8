import type { Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { screenPaths } from '../../web/screen-paths.ts';
import { type PushServer, startPushServer } from '../servers/push.ts';
import { loaded, openScreen, type SharedBrowserServer, sees, todoScreen, type Visit, visitSharedServer } from '../support/browser.ts';
import { lookOver } from '../support/look.ts';
import { call, signUp } from '../support/server-process.ts';
import { startVersions } from '../support/versions.ts';

const BO = { email: 'new-version@example.org', password: 'a rather long password' };
const ADA = { email: 'push@example.org', password: 'a rather long password' };

describe('pushes in the browser', () => {
  let server: SharedBrowserServer;
  let push: PushServer;
  let token = '';
  let user: Visit;
  let page: Page;

  beforeAll(async () => {
    push = await startPushServer();
    server = await visitSharedServer('monday');
    token = await signUp(server.url, ADA.email);
    user = await server.signedIn(ADA, { serviceWorkers: 'allow' });
    page = user.page;
    await user.context.grantPermissions(['notifications']);
    // A browser under test reaches no push service. This one takes its place.
    await user.context.addInitScript((subscription) => {
      let made: unknown = null;
      Object.defineProperty(Notification, 'permission', { get: () => (made === null ? 'default' : 'granted') });
      Notification.requestPermission = async () => 'granted';
      PushManager.prototype.subscribe = async () => {
        made = subscription;
        return { toJSON: () => subscription } as unknown as PushSubscription;
      };
    }, push.subscription());
    // A browser whose network is only emulated does not always say at once that there is none.
    await user.context.addInitScript(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => localStorage.getItem('is offline') === null });
    });
  });
  afterAll(async () => {
    await server?.close();
    await push?.close();
  });

  const worker = (): Worker => user.context.serviceWorkers()[0] as Worker;
  /**
   * Lets the worker of the browser handle an event, and gives the notifications that are shown then. A browser without a window
   * shows none, so they are kept in a list.
   */
  const handled = (type: 'push' | 'notificationclick', what: unknown) =>
    worker().evaluate(
      async ([name, given]) => {
        const scope = globalThis as unknown as {
          readonly registration: ServiceWorkerRegistration;
          shown?: { title: string; body: string }[];
        };
        scope.shown ??= [];
        const list = scope.shown;
        scope.registration.showNotification = async (title, options = {}) => {
          const close = () => void list.splice(0);
          list.splice(0, 1, { title, body: '', ...options, ...{ close } });
        };
        const waits: Promise<unknown>[] = [];
        const details = name === 'push' ? { data: { json: () => given } } : { action: given, notification: list[0] };
        const event = Object.assign(new Event(name), details, { waitUntil: (work: Promise<unknown>) => waits.push(work) });
        globalThis.dispatchEvent(event);
        await Promise.all(waits);
        return list.map(({ title, body }) => `${title}: ${body}`);
      },
      [type, what] as const,
    );
  const notified = (payload: object) => handled('push', payload);
  const press = (action: string) => handled('notificationclick', action);

  test('are offered in words after the first task with a due date, and turned on by a press', async () => {
    await page.goto('/todo');
    await loaded(page);
    const offer = page.getByRole('region', { name: 'Shall Vouch tell you in time?' });
    expect(await offer.count()).toBe(0);
    await todoScreen(page).write('Run, 5 km', { day: 'today' });
    await offer.waitFor();
    expect(await lookOver(page)).toEqual([]);
    await offer.getByRole('button', { name: 'Turn on notifications' }).click();
    await sees(page, 'Notifications are on in this browser');
    await offer.waitFor({ state: 'detached' });
    const devices = (await call(server.url, 'GET', '/api/push/subscriptions', { token })).body;
    expect(devices).toMatchObject([{ name: expect.stringMatching(/ on /) }]);
  });

  test('show their answers, which work without a page and say what failed', async () => {
    const [task] = (await call(server.url, 'GET', '/api/tasks', { token })).body;
    const payload = {
      ...{ kind: 'approaching', title: 'Run, 5 km', body: 'Due today, 21:00', url: `/todo?task=${task.id}`, tag: `task-${task.id}` },
      ...{ task_id: task.id, actions: ['done', 'tomorrow', 'skip'] },
    };
    const status = async () => (await call(server.url, 'GET', `/api/tasks/${task.id}`, { token })).body.status;
    expect(await notified(payload)).toEqual(['Run, 5 km: Due today, 21:00']);
    await page.goto('about:blank');
    expect(await press('done')).toEqual(['Done: Run, 5 km']);
    expect(await status()).toBe('completed');
    expect(await press('undo')).toEqual([]);
    expect(await status()).toBe('pending');
    await notified(payload);
    expect(await press('tomorrow')).toEqual([expect.stringMatching(/^Moved to tomorrow: Run, 5 km, Tue 17 Nov/)]);
    await call(server.url, 'DELETE', `/api/tasks/${task.id}`, { token });
    await notified(payload);
    expect(await press('done')).toEqual([
      'Not done yet: ‘Run, 5 km’ could not be marked as done: it is not here any more. Nothing was changed.',
    ]);
  });

  test('are listed in the settings with what comes and when, are tested and removed', async () => {
    await page.goto('/settings/notifications');
    await loaded(page);
    const devices = page.getByRole('list', { name: 'Devices' });
    await devices.getByText('This device, nothing sent yet').waitFor();
    await devices.getByRole('button', { name: /^Test: / }).click();
    await expect.poll(() => push.received.map(({ payload }) => payload.kind)).toEqual(['test']);
    await devices.getByText(/^This device, last sent/).waitFor();

    await page.getByRole('button', { name: 'Sunday', exact: true }).press('Enter');
    await page.getByLabel('From', { exact: true }).fill('22');
    await page.getByLabel('From', { exact: true }).press('Tab');
    await page.getByRole('region', { name: 'Evening' }).getByLabel('Time', { exact: true }).fill('7pm');
    await page.getByRole('region', { name: 'Evening' }).getByLabel('Time', { exact: true }).press('Tab');
    const form = page.getByRole('form', { name: 'Push, evening, quiet hours and rest days' });
    await form.getByRole('button', { name: 'Save Changes' }).press('Enter');
    await sees(page, 'Set both times, or neither.');
    await page.getByLabel('Until', { exact: true }).fill('7');
    await page.getByLabel('Until', { exact: true }).press('Tab');
    await form.getByRole('button', { name: 'Save Changes' }).press('Enter');
    await sees(page, 'Changes saved successfully!');
    expect((await call(server.url, 'GET', '/api/settings/channels', { token })).body).toMatchObject({
      ...{ push: true, evening_time: '19:00', quiet_from: '22:00', quiet_to: '07:00', rest_days: ['sunday'] },
    });
    await page.getByRole('row', { name: /^Evening What is still open, at 19:00 yes only without push/ }).waitFor();
    expect(await lookOver(page)).toEqual([]);

    await devices.getByRole('button', { name: /^Remove: / }).click();
    await page.getByRole('button', { name: 'Turn on in this browser' }).waitFor();
    expect((await call(server.url, 'GET', '/api/push/subscriptions', { token })).body).toEqual([]);
    expect(user.faults).toEqual([]);
  });

  /** The answer of a query as it is kept in the browser's database, opened with its keys. '' if it is not there. */
  const kept = (queryKey: readonly unknown[]): Promise<string> =>
    page.evaluate(async (hash) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)));
      // To open it before the program does would make an empty one, in which the program could never store anything.
      if (!(await indexedDB.databases()).some(({ name }) => name === 'vouch-last-read')) return '';
      const database = await done(indexedDB.open('vouch-last-read'));
      const get = (name: string) => done(database.transaction('answers').objectStore('answers').get(name));
      const keys: { naming: CryptoKey; sealing: CryptoKey } | undefined = await get('keys');
      if (!keys) return '';
      const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', keys.naming, new TextEncoder().encode(hash)));
      const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
      const found: { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer } | undefined = await get(name);
      database.close();
      if (!found) return '';
      const how = { name: 'AES-GCM', iv: found.iv, additionalData: new TextEncoder().encode(name) };
      const packed = new Blob([await crypto.subtle.decrypt(how, keys.sealing, found.sealed)]);
      return new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).text();
    }, JSON.stringify(queryKey));
  async function loseConnection(): Promise<void> {
    await page.evaluate("localStorage.setItem('is offline', '')");
    await user.context.setOffline(true);
  }
  async function getConnection(): Promise<void> {
    await user.context.setOffline(false);
    await page.evaluate("localStorage.removeItem('is offline'), dispatchEvent(new Event('online'))");
  }
  const AS_KNOWN = /^You are offline\. This is what was known at \d\d:\d\d\.$/;

  test('and the program opens without a connection, with what was read last and with pages that were never visited', async () => {
    const hasShell = () => page.evaluate(async () => (await caches.match('/todo')) !== undefined);
    await expect.poll(hasShell).toBe(true);
    await call(server.url, 'POST', '/api/tasks', { token, body: { title: 'Read before', due_date: '2026-11-16' } });
    await page.goto('/todo');
    await todoScreen(page).row('Read before').waitFor();
    await expect.poll(() => kept(['tasks', 'list', 'all'])).toContain('Read before');
    await openScreen(page, '/dashboard');
    await expect.poll(() => kept(['next'])).toContain('Read before');

    await loseConnection();
    const opened = await page.goto('/dashboard');
    expect([opened?.status(), opened?.fromServiceWorker()]).toEqual([200, true]);
    await loaded(page);
    await sees(page, AS_KNOWN);
    for (const path of screenPaths().filter((path) => !path.includes(':'))) {
      await openScreen(page, path);
      const wrong = await page.getByText(/went wrong|^Failed to/).allInnerTexts();
      expect([path, wrong]).toEqual([path, []]);
    }
    await openScreen(page, '/settings/time');
    await sees(page, 'Not on this device yet. It comes when you are online.');
    await page.goto('/todo');
    await todoScreen(page).complete('Read before');
    await sees(page, /1 change waits here\.$/);
    await expect.poll(() => kept(['tasks', 'list', 'all'])).toContain('"completed":true');
    await page.goto('/terms');
    await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor();
    const checking = await page.goto('/verify-a-report');
    expect((await checking?.allHeaders())?.['content-security-policy']).toContain("connect-src 'none'");
    await page.locator('#vouch-keys').waitFor({ state: 'attached' });
    await page.goto('/todo');
    await todoScreen(page).isCompleted('Read before');
    await getConnection();
    await page.getByText(AS_KNOWN).waitFor({ state: 'detached' });
    await expect.poll(async () => (await call(server.url, 'GET', '/api/tasks', { token })).body[0]?.status).toBe('completed');
  });

  test('a session that ended meanwhile closes the screens when the connection is back, and destroys what was kept', async () => {
    await loseConnection();
    await page.goto('/todo');
    await todoScreen(page).isCompleted('Read before');
    await user.context.clearCookies();
    await getConnection();
    await page.waitForURL((url) => url.pathname === '/');
    await expect.poll(() => kept(['tasks', 'list', 'all'])).toBe('');
    await loseConnection();
    await page.goto('/todo');
    await sees(page, 'Vouch could not be reached. What you wrote is safe; try again in a moment.');
  });
});

describe('a new version of the program', () => {
  let server: SharedBrowserServer;
  let token = '';

  beforeAll(async () => {
    server = await visitSharedServer('monday');
    token = await signUp(server.url, BO.email);
  });
  afterAll(() => server?.close());

  /** A browser whose server can be updated. */
  async function visitVersions(options: { readonly serviceWorkers: 'allow' | 'block' }) {
    const versions = await startVersions(server.url);
    onTestFinished(versions.close);
    const user = await server.signedIn(BO, { ...options, baseURL: versions.url });
    onTestFinished(() => user.context.close());
    await user.page.goto('/todo');
    await loaded(user.page);
    return { ...user, versions };
  }
  /** The name of the script with which the page begins. */
  const entryOf = (page: Page) => page.locator('script[type="module"]').first().getAttribute('src');
  const NEXT = /^\/assets\/index-[\w-]+-next\.js$/;

  test('that comes while a page is offline takes over, no screen is lost, and what waited is sent', async () => {
    const { context, page, faults, versions } = await visitVersions({ serviceWorkers: 'allow' });
    const { id } = (await call(server.url, 'POST', '/api/tasks', { token, body: { title: 'Promised before', due_date: '2026-11-16' } }))
      .body;
    const storedEntry = () =>
      page.evaluate(async () => (await (await caches.match('/todo'))?.text())?.match(/\/assets\/[\w-]*index-/)?.[0]);
    await page.evaluate(async () => void (await navigator.serviceWorker.register('/push-worker.js')));
    await expect.poll(storedEntry).toBe('/assets/index-');
    await todoScreen(page).row('Promised before').waitFor();
    await context.setOffline(true);
    await todoScreen(page).complete('Promised before');
    await sees(page, /1 change waits here$/);
    versions.update();
    await context.setOffline(false);
    await expect.poll(async () => (await call(server.url, 'GET', `/api/tasks/${id}`, { token })).body.status).toBe('completed');
    // A screen that this page has not loaded yet comes from the files of its own version.
    await openScreen(page, '/report');
    expect(await entryOf(page)).not.toMatch(NEXT);

    await page.goto('/dashboard');
    await loaded(page);
    expect(await entryOf(page)).toMatch(NEXT);
    const newestShell = () =>
      page.evaluate(async () => (await caches.open((await caches.keys()).at(-1) ?? '')).match('/todo').then((found) => found?.text()));
    await expect.poll(newestShell).toMatch(/\/assets\/index-[\w-]+-next\.js/);
    await context.setOffline(true);
    await page.goto('/help');
    await loaded(page);
    expect(await entryOf(page)).toMatch(NEXT);
    await openScreen(page, '/verify');
    expect(await page.getByText('Something went wrong').count()).toBe(0);
    expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  test('is loaded by itself if a screen of the version before is gone', async () => {
    const { page, versions } = await visitVersions({ serviceWorkers: 'block' });
    versions.update();
    await page.getByRole('navigation', { name: 'Platform' }).getByRole('link', { name: 'Report' }).click();
    await page.getByRole('heading', { name: 'Report', level: 1 }).waitFor();
    expect(await entryOf(page)).toMatch(NEXT);
  });
});
