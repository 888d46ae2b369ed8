import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { type Alert, alertKeys } from '../../../web/api/alerts.ts';
import { snake } from '../../../web/api/names.ts';
import { reportKeys } from '../../../web/api/reports.ts';
import { useAcknowledge } from '../../../web/tasks/acknowledge.ts';
import { renderHook } from '../render-hook.ts';
import { anAlert } from './alert-for-tests.ts';

afterEach(() => vi.unstubAllGlobals());

function screenWith(answer: (id: string) => Response) {
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(answer(url.split('/').at(-2) ?? '')));
  const client = new QueryClient();
  client.setQueryData(alertKeys.active(), [anAlert('a'), anAlert('b')]);
  client.setQueryData(alertKeys.pages(), {
    pageParams: [null, 'n'],
    pages: [
      { items: [anAlert('a')], next: 'n' },
      { items: [anAlert('b')], next: null },
    ],
  });
  client.setQueryData(reportKeys.history('all'), []);
  const { mutateAsync } = renderHook(client, useAcknowledge);
  return {
    acknowledge: (id: string) => mutateAsync(id).catch(() => undefined),
    active: () => client.getQueryData<Alert[]>(alertKeys.active())?.map(({ id }) => id),
    pages: () => client.getQueryData<{ pages: { items: Alert[] }[] }>(alertKeys.pages())?.pages.map(({ items }) => items[0]?.acknowledged),
    stale: () => [alertKeys.active(), alertKeys.pages(), reportKeys.history('all')].map((key) => client.getQueryState(key)?.isInvalidated),
  };
}

test('an alert leaves the active ones and is marked on whichever page it stands; no alert is read again', async () => {
  const screen = screenWith((id) => Response.json(snake({ ...anAlert(id), acknowledged: true })));
  await screen.acknowledge('b');
  expect([screen.active(), screen.pages()]).toEqual([['a'], [false, true]]);
  expect(screen.stale()).toEqual([false, false, true]);
});

test('where the server refuses, it stands again and the alerts are read', async () => {
  const screen = screenWith(() => Response.json({ code: 'not_found', message: 'No.' }, { status: 404 }));
  await screen.acknowledge('b');
  expect([screen.active(), screen.pages()]).toEqual([
    ['a', 'b'],
    [false, false],
  ]);
  expect(screen.stale()).toEqual([true, true, false]);
});
