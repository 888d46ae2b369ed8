import { expect, test } from 'vitest';
import { type VacationCommand, vacationDecider, vacationOn } from '../../src/domain/vacation/decide.ts';
import { given } from '../support/given.ts';

const now = '2026-11-20T16:00:00.000Z';
const take = (id: string, from: string, to: string, zone = 'Europe/Berlin'): VacationCommand => ({ type: 'Take', id, from, to, now, zone });
const cancel = (id: string): VacationCommand => ({ type: 'Cancel', id, if_match: null, now });
const taken = (id: string, from: string, to: string, at = now) => ({ type: 'VacationTaken', data: { id, from, to }, at }) as const;
const nobody = () => given(vacationDecider, { stream: 'vacations-u1', owner: 'u1' });

test('is recorded once and includes both days; after it is cancelled its days are free again', () => {
  const story = nobody()
    .when(take('v1', '2026-11-21', '2026-11-23'))
    .gives(taken('v1', '2026-11-21', '2026-11-23'));
  story.when(take('v1', '2026-11-21', '2026-11-23')).gives();
  expect(['2026-11-20', '2026-11-21', '2026-11-23', '2026-11-24'].map((date) => vacationOn(story.state, date)?.id ?? null)).toEqual([
    null,
    'v1',
    'v1',
    null,
  ]);
  story
    .when(cancel('v1'))
    .gives({ type: 'VacationCancelled', data: { id: 'v1', from: '2026-11-21', to: '2026-11-23' }, at: now })
    .when(take('v2', '2026-11-23', '2026-11-24'))
    .gives(taken('v2', '2026-11-23', '2026-11-24'));
  story.when(cancel('v1')).refuses(cancel('v1'), 'not_found');
});

test('is limited to 50 that are not over, and cancelling one makes room', () => {
  const day = (index: number) => `2027-0${1 + Math.floor(index / 25)}-${String((index % 25) + 1).padStart(2, '0')}`;
  const later = (id: string, date: string): VacationCommand =>
    ({ ...take(id, date, date), now: '2026-12-01T12:00:00.000Z' }) as VacationCommand;
  const fifty = Array.from({ length: 50 }, (_, index) => index).reduce(
    (story, index) => story.when(later(`v${index}`, day(index))),
    nobody().when(take('past', '2026-11-20', '2026-11-20')),
  );
  expect(fifty.refuses(later('more', '2027-06-01'), 'limit_reached').message).toBe(
    'You have 50 vacations ahead, which is as many as an account holds. Cancel one of them, then try again.',
  );
  const onItsLastDay = { ...take('more', '2027-06-01', '2027-06-01'), now: `${day(0)}T12:00:00.000Z` } as VacationCommand;
  fifty.refuses(onItsLastDay, 'limit_reached');
  fifty.when(later('v3', day(3))).gives();
  fifty
    .when(cancel('v7'))
    .when(later('more', '2027-06-01'))
    .gives(taken('more', '2027-06-01', '2027-06-01', '2026-12-01T12:00:00.000Z'));
});

test.each([
  ['2026-11-20', '2026-11-21'],
  ['2026-11-22', '2026-11-22'],
  ['2026-11-23', '2026-12-01'],
  ['2026-11-01', '2026-12-31'],
])('from %s to %s overlaps', (from, to) => {
  nobody()
    .when(take('v1', '2026-11-21', '2026-11-23'))
    .refuses(take('v2', from, to), 'conflict');
});

test('may begin on the day after another one ends', () => {
  const story = nobody().when(take('v1', '2026-11-21', '2026-11-23'));
  story
    .when(take('v2', '2026-11-24', '2026-11-25'))
    .when(take('v3', '2026-11-20', '2026-11-20'))
    .gives(taken('v3', '2026-11-20', '2026-11-20'));
});

test('is over by the date in the owner’s zone', () => {
  expect(nobody().refuses(take('v1', '2026-11-01', '2026-11-19'), 'validation_failed').fields).toHaveProperty('to');
  nobody()
    .when(take('v1', '2026-11-01', '2026-11-20'))
    .gives(taken('v1', '2026-11-01', '2026-11-20'));
  nobody().refuses(take('v1', '2026-11-01', '2026-11-20', 'Pacific/Kiritimati'), 'validation_failed');
});

test('a vacation that is cancelled leaves the others as they are', () => {
  const two = nobody()
    .when(take('v1', '2026-11-21', '2026-11-23'))
    .when(take('v2', '2026-11-25', '2026-11-26'));
  expect(two.when(cancel('v1')).state).toMatchObject([{ id: 'v2', from: '2026-11-25', to: '2026-11-26' }]);
});

test('a vacation cannot be cancelled by somebody who read another version', () => {
  const story = nobody().when(take('v1', '2026-11-21', '2026-11-23'));
  expect(story.refuses({ ...cancel('v1'), if_match: 7 } as VacationCommand, 'precondition_failed').message).toBe(
    'This vacation is not the one that you read.',
  );
  expect(story.when({ ...cancel('v1'), if_match: 0 } as VacationCommand).state).toEqual([]);
});

test('the refusal of a vacation says why', () => {
  const last = 'The last day lies before the first.';
  const over = 'This vacation is over already. Choose a last day from today on.';
  expect(nobody().refuses(take('v1', '2026-11-23', '2026-11-22'), 'validation_failed')).toMatchObject({
    message: last,
    fields: { to: [last] },
  });
  expect(nobody().refuses(take('v1', '2026-11-01', '2026-11-19'), 'validation_failed')).toMatchObject({
    message: over,
    fields: { to: [over] },
  });
  expect(nobody().refuses(cancel('v1'), 'not_found').message).toBe('There is no such vacation.');
  const taken = nobody().when(take('v1', '2026-11-21', '2026-11-23'));
  expect(taken.refuses(take('v2', '2026-11-23', '2026-11-24'), 'conflict').message).toBe(
    'There is a vacation on some of these days already.',
  );
});
