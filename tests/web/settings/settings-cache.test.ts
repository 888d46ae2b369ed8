import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { settingsKeys } from '../../../web/api/settings.ts';
import { taskKeys } from '../../../web/api/tasks.ts';
import { vacationKeys } from '../../../web/api/vacations.ts';
import { putSettings } from '../../../web/settings/settings-cache.ts';
import { useCancelVacation, useNewVacation } from '../../../web/settings/use-vacation-acts.ts';
import { renderHook } from '../render-hook.ts';

afterEach(() => vi.unstubAllGlobals());

const notifications = { taskReminders: true, verificationUpdates: true, weeklyReports: false, systemUpdates: true };

test('a saved group stands on its own and among all settings, and nothing is read again', () => {
  const client = new QueryClient();
  client.setQueryData(settingsKeys.everything, { notifications: { ...notifications, weeklyReports: true }, time: 'as it was' });
  putSettings(client, 'notifications', { value: notifications, etag: '"2"' });
  expect(client.getQueryData(settingsKeys.notifications)).toEqual({ value: notifications, etag: '"2"' });
  expect(client.getQueryData(settingsKeys.everything)).toEqual({ notifications, time: 'as it was' });
  expect(client.getQueryState(settingsKeys.everything)?.isInvalidated).toBe(false);
});

test('a vacation is put into the list and taken out of it; the tasks that it skips are read', async () => {
  const vacation = { id: 'v', from: '2026-11-23', to: '2026-11-27', createdAt: '2026-11-19T08:00:00Z' };
  const answers = [Response.json(vacation, { status: 201 }), new Response(null, { status: 204 })];
  vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()));
  const client = new QueryClient();
  client.setQueryData(vacationKeys.all, []);
  client.setQueryData(taskKeys.list(), []);
  const stale = () => [vacationKeys.all, taskKeys.list()].map((key) => client.getQueryState(key)?.isInvalidated);
  await renderHook(client, () => useNewVacation(() => undefined)).mutateAsync({ from: vacation.from, to: vacation.to });
  expect([client.getQueryData(vacationKeys.all), stale()]).toEqual([[vacation], [false, true]]);
  client.setQueryData(taskKeys.list(), []);
  await renderHook(client, useCancelVacation).mutateAsync('v');
  expect([client.getQueryData(vacationKeys.all), stale()]).toEqual([[], [false, true]]);
});
