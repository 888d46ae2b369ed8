import type { Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PushServer, startPushServer } from '../servers/push.ts';
import { loaded, type SharedBrowserServer, sees, todoScreen, type Visit, visitSharedServer } from '../support/browser.ts';
import { lookOver } from '../support/look.ts';
import { call, signUp } from '../support/server-process.ts';

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

  test('and the program opens without a connection, also pages that were never visited', async () => {
    const hasShell = () => page.evaluate(async () => (await caches.match('/todo')) !== undefined);
    await expect.poll(hasShell).toBe(true);
    await user.context.setOffline(true);
    const opened = await page.goto('/report');
    expect([opened?.status(), opened?.fromServiceWorker()]).toEqual([200, true]);
    await sees(page, 'Vouch could not be reached. What you wrote is safe; try again in a moment.');
    await page.goto('/terms');
    await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor();
    const checking = await page.goto('/verify-a-report');
    expect((await checking?.allHeaders())?.['content-security-policy']).toContain("connect-src 'none'");
    await page.locator('#vouch-keys').waitFor({ state: 'attached' });
    await page.goto('/report');
    await user.context.setOffline(false);
    await loaded(page);
  });
});
