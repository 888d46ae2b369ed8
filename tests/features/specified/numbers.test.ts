import { expect, test } from 'vitest';
import { STATE_LIFETIME } from '../../../src/app/connection/states.ts';
import { OUTPUT_BYTES } from '../../../src/contracts/coding/printed.ts';
import { DAYS_AHEAD } from '../../../src/domain/calendar/routine-dates.ts';
import { ARCHIVE_AFTER } from '../../../src/domain/calendar/task-times.ts';
import { WORTH_AN_ALERT } from '../../../src/domain/day/decide.ts';
import { PLACES_A_DAY } from '../../../src/domain/delivery/places.ts';
import { MOST_ROUTINES } from '../../../src/domain/routine/decide.ts';
import { MOST_TASKS } from '../../../src/domain/task/rules.ts';
import { Refusal } from '../../../src/http/kernel/problems.ts';
import { ACCEPTED_FROM } from '../../../src/ports/reviewer.ts';
import { SIDE_BY_SIDE } from '../../../src/projections/account/signups.ts';
import { MAX_CODE_BYTES, MAX_EXAMPLES, MEMORY_BYTES, TIME_LIMITS } from '../../../src/providers/sandbox/limits.ts';
import { PATIENCE_MS } from '../../../src/reports/rendering/report-files.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

// Most numbers are held by tests of what they do. Here are those whose tests would follow a change of the number.
test.each([
  ['tasks of an account that are not archived', MOST_TASKS, 20_000],
  ['routines of an account', MOST_ROUTINES, 500],
  ['days ahead on which a routine has tasks', DAYS_AHEAD, 14],
  ['a task is archived after', ARCHIVE_AFTER, 30 * DAY],
  ['a streak whose end is told', WORTH_AN_ALERT, 3],
  ['sign-ups of one address from one network address', SIDE_BY_SIDE, 5],
  ['mails to one address from many owners in a day', PLACES_A_DAY, 10],
  ['a state of OAuth holds for', STATE_LIFETIME, 10 * MINUTE],
  ['the rubric accepts from', ACCEPTED_FROM, 60],
  ['processor time of an example, in ms', TIME_LIMITS.exampleMs, 2_000],
  ['time of a submission, in ms', TIME_LIMITS.submissionMs, 30_000],
  ['memory of an example', MEMORY_BYTES, 128 * 1_024 * 1_024],
  ['examples of a submission', MAX_EXAMPLES, 50],
  ['bytes of code', MAX_CODE_BYTES, 64 * 1_024],
  ['bytes that an example may print', OUTPUT_BYTES, 64 * 1_024],
])('%s', (_what, number, specified) => {
  expect(number).toBe(specified);
});

test('who asks for a report is answered within 30 s', () => {
  expect(PATIENCE_MS).toBeLessThan(30_000);
});

test('a refusal names at most 20 faults', () => {
  const fields = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`field${index}`, ['Wrong.']]));
  expect(Object.keys(new Refusal(422, 'validation_failed', 'Wrong.', { fields }).fields ?? {})).toHaveLength(20);
});
