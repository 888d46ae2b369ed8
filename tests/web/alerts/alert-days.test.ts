import { expect, test } from 'vitest';
import { alertDays, alertsOf } from '../../../web/alerts/alert-days.ts';
import type { Alert } from '../../../web/api/alerts.ts';

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

test("alerts stand under the owner's days", () => {
  const days = alertDays(
    [
      alert({ id: '1', createdAt: '2026-11-18T23:30:00Z' }),
      alert({ id: '2', createdAt: '2026-11-18T22:30:00Z' }),
      alert({ id: '3', createdAt: '2026-11-17T22:30:00Z' }),
    ],
    'Europe/Berlin',
    '2026-11-19',
  );
  expect(days.map((day) => [day.name, day.alerts.map((one) => one.id)])).toEqual([
    ['Today', ['1']],
    ['Yesterday', ['2']],
    ['Earlier', ['3']],
  ]);
});

test('what is resolved or acknowledged is not active', () => {
  const all = [alert({ id: 'on' }), alert({ id: 'r', resolved: true }), alert({ id: 'k', acknowledged: true, type: 'task_missed' })];
  expect([alertsOf('active', all), alertsOf('all', all), alertsOf('missed', all)].map((list) => list.map((one) => one.id))).toEqual([
    ['on'],
    ['on', 'r', 'k'],
    ['k'],
  ]);
});
