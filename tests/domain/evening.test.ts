import { expect, test } from 'vitest';
import { SYSTEM } from '../../src/domain/kernel/event.ts';
import { type EveningCommand, eveningDecider } from '../../src/domain/reminders/decide-evening.ts';
import { given } from '../support/given.ts';

const AT = '2026-11-23T19:00:00.000Z';
const EVENING: EveningCommand = {
  type: 'Evening',
  date: '2026-11-23',
  zone: 'Europe/Berlin',
  scheduled_at: AT,
  is_past: false,
  is_enabled: true,
  on_vacation: false,
  has_open: true,
  way: 'push',
};
const evening = () => given(eveningDecider, { stream: 'evening-u1-2026-11-23', owner: 'u1' });

test('an evening comes once, at its instant and by the system', () => {
  const data = { date: '2026-11-23', zone: 'Europe/Berlin', scheduled_at: AT, outcome: 'pushed' } as const;
  const came = evening().when(EVENING).gives({ type: 'EveningCame', data, at: AT, by: SYSTEM });
  came.when({ ...EVENING, way: 'mail' }).gives();
});

test.each<readonly [Partial<EveningCommand>, string]>([
  [{ way: 'mail' }, 'mailed'],
  [{ way: null }, 'no_way'],
  [{ has_open: false, way: null }, 'nothing_open'],
  [{ on_vacation: true, has_open: false }, 'vacation'],
  [{ is_enabled: false, on_vacation: true }, 'off'],
  [{ is_past: true, is_enabled: false }, 'passed'],
])('with %j its outcome is %s', (change, outcome) => {
  expect(evening().when({ ...EVENING, ...change }).fresh).toMatchObject([{ data: { outcome } }]);
});
