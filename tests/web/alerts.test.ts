import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { alertGroups, alertsOf } from '../../web/alerts/alerts.tsx';
import { type Alert, alertKeys } from '../../web/api/alerts.ts';
import { snake } from '../../web/api/names.ts';
import { ALL_HISTORY, reportKeys } from '../../web/api/reports.ts';
import { useAcknowledge, useAcknowledgeAll } from '../../web/tasks/acknowledge.ts';
import { anAlert, readsBegun, renderHook } from './examples.ts';

const alert = (own: Partial<Alert>): Alert => ({
  id: 'a',
  taskId: null,
  title: '',
  message: '',
  severity: 'medium',
  type: 'other',
  acknowledged: false,
  resolved: false,
  createdAt: '2026-11-19T10:00:00Z',
  ...own,
});

test('what is active comes first, then what was acknowledged, and last what was resolved', () => {
  const active = [alert({ id: 'new' }), alert({ id: 'old' })];
  const others = [
    alert({ id: 'r', resolved: true }),
    alert({ id: 'new' }),
    alert({ id: 'k', acknowledged: true }),
    alert({ id: 'rk', resolved: true, acknowledged: true }),
  ];
  expect(alertGroups(active, others).map(({ name, alerts }) => [name, ...alerts.map(({ id }) => id)])).toEqual([
    ['Active', 'new', 'old'],
    ['Acknowledged', 'k', 'rk'],
    ['Resolved', 'r'],
  ]);
  expect(alertGroups([], [])).toEqual([]);
});

test('a resolved or acknowledged alert is not active', () => {
  const all = [alert({ id: 'on' }), alert({ id: 'r', resolved: true }), alert({ id: 'k', acknowledged: true, type: 'task_missed' })];
  expect([alertsOf('active', all), alertsOf('all', all), alertsOf('missed', all)].map((list) => list.map((one) => one.id))).toEqual([
    ['on'],
    ['on', 'r', 'k'],
    ['k'],
  ]);
});

afterEach(() => vi.unstubAllGlobals());

function screenWith(answer: (id: string, body: unknown) => Response) {
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => Promise.resolve(answer(url.split('/').at(-2) ?? '', body)));
  const client = new QueryClient();
  client.setQueryData(alertKeys.active(), [anAlert('a'), anAlert('b')]);
  client.setQueryData(alertKeys.pages(), {
    pageParams: [null, 'n'],
    pages: [
      { items: [anAlert('a')], next: 'n' },
      { items: [anAlert('b')], next: null },
    ],
  });
  client.setQueryData(reportKeys.history(ALL_HISTORY), []);
  const { mutateAsync } = renderHook(client, useAcknowledge);
  const all = renderHook(client, useAcknowledgeAll);
  return {
    acknowledgeAll: (ids: readonly string[]) =>
      all
        .mutateAsync(ids)
        .catch(() => undefined)
        .then(readsBegun),
    acknowledge: (id: string) =>
      mutateAsync(id)
        .catch(() => undefined)
        .then(readsBegun),
    active: () => client.getQueryData<Alert[]>(alertKeys.active())?.map(({ id }) => id),
    pages: () => client.getQueryData<{ pages: { items: Alert[] }[] }>(alertKeys.pages())?.pages.map(({ items }) => items[0]?.acknowledged),
    stale: () =>
      [alertKeys.active(), alertKeys.pages(), reportKeys.history(ALL_HISTORY)].map((key) => client.getQueryState(key)?.isInvalidated),
  };
}

test('acknowledging removes an alert from the active ones and marks it on every page, without reading alerts again', async () => {
  const screen = screenWith((id) => Response.json(snake({ ...anAlert(id), acknowledged: true })));
  await screen.acknowledge('b');
  expect([screen.active(), screen.pages()]).toEqual([['a'], [false, true]]);
  expect(screen.stale()).toEqual([false, false, true]);
});

test('if the server refuses an acknowledgement, the alert is shown again and the alerts are read', async () => {
  const screen = screenWith(() => Response.json({ code: 'not_found', message: 'No.' }, { status: 404 }));
  await screen.acknowledge('b');
  expect([screen.active(), screen.pages()]).toEqual([
    ['a', 'b'],
    [false, false],
  ]);
  expect(screen.stale()).toEqual([true, true, false]);
});

test('all are acknowledged with one request, and are shown again if the server refuses', async () => {
  const sent: unknown[] = [];
  const screen = screenWith((_id, body) => {
    sent.push(JSON.parse(String(body)));
    return Response.json({ acknowledged: 2 });
  });
  await screen.acknowledgeAll(['a', 'b']);
  expect([screen.active(), screen.pages(), sent]).toEqual([[], [true, true], [{ ids: ['a', 'b'] }]]);
  const refused = screenWith(() => Response.json({ code: 'not_found', message: 'No.' }, { status: 404 }));
  await refused.acknowledgeAll(['a', 'b']);
  expect([refused.active(), refused.pages()]).toEqual([
    ['a', 'b'],
    [false, false],
  ]);
});
