import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventsPage } from '../../scripts/events.ts';
import { accountStream } from '../../src/domain/account/events.ts';
import { addressStream, identityStream, sessionStream } from '../../src/domain/account/sign-in-events.ts';
import { aiUseStream } from '../../src/domain/ai/events.ts';
import { batchStream } from '../../src/domain/bulk/events.ts';
import { EVENTS } from '../../src/domain/catalogue.ts';
import { codeStream } from '../../src/domain/coding/events.ts';
import { connectionStream } from '../../src/domain/connection/events.ts';
import { dateOfDay, dayStream } from '../../src/domain/day/events.ts';
import { deliveryStream } from '../../src/domain/delivery/events.ts';
import { emailStream } from '../../src/domain/email/events.ts';
import { exportStream } from '../../src/domain/export/events.ts';
import { fileStream } from '../../src/domain/file/events.ts';
import { filterStream } from '../../src/domain/filter/events.ts';
import { focusStream } from '../../src/domain/focus/events.ts';
import { integrationStream } from '../../src/domain/integration/events.ts';
import { type AnyEventDefinition, publicNameOf, publicNamesOf } from '../../src/domain/kernel/define-event.ts';
import { faultOf } from '../../src/domain/kernel/event-catalogue.ts';
import { partnerStream } from '../../src/domain/partner/events.ts';
import { feedbackStream, postStream, solutionStream } from '../../src/domain/premium/events.ts';
import { reviewStream } from '../../src/domain/proof/review-events.ts';
import { pushStream } from '../../src/domain/push/events.ts';
import { eveningStream } from '../../src/domain/reminders/evening-events.ts';
import { reminderStream } from '../../src/domain/reminders/events.ts';
import { routineStream } from '../../src/domain/routine/events.ts';
import { subscriptionCheckStream, subscriptionStream } from '../../src/domain/subscription/events.ts';
import { salesStream } from '../../src/domain/subscription/sales-events.ts';
import { taskStream } from '../../src/domain/task/events.ts';
import { timeBoxStream } from '../../src/domain/time-box/events.ts';
import { tokenStream } from '../../src/domain/token/events.ts';
import { vacationStream } from '../../src/domain/vacation/events.ts';

const ROOT = join(import.meta.dirname, '../..');
const definitions = [...EVENTS.values()];

test('docs/events.md is what scripts/events.ts makes from the definitions', () => {
  expect(readFileSync(join(ROOT, 'docs/events.md'), 'utf8')).toBe(eventsPage(EVENTS));
});

test('the catalogue contains every event that a decider can give', async () => {
  const modules = await Promise.all(globSync('src/domain/*/*.ts', { cwd: ROOT }).map((file) => import(join(ROOT, file))));
  const deciders = modules
    .flatMap((module) => Object.values(module as Record<string, unknown>))
    .filter(
      (value): value is { events: readonly AnyEventDefinition[] } => typeof value === 'object' && value !== null && 'decide' in value,
    );
  expect(deciders.length).toBeGreaterThanOrEqual(10);
  // each aggregate names the events with which its streams begin
  expect(deciders.filter(({ events }) => !events.some(({ startsStream }) => startsStream))).toEqual([]);
  const given = deciders.flatMap(({ events }) => events);
  expect(given.filter((definition) => EVENTS.get(definition.type) !== definition).map(({ type }) => type)).toEqual([]);
  // and no event is declared that no decider gives
  expect(definitions.filter((definition) => !given.includes(definition)).map(({ type }) => type)).toEqual([]);
});

test.each(definitions.map((definition) => [definition.type as string, definition] as const))(
  'the event %s has an example that matches its declaration',
  (_, definition) => {
    const { type, example } = definition;
    expect(faultOf(EVENTS, { type, data: example.data }, example.private)).toBeNull();
    expect(publicNamesOf(definition)).toContain(publicNameOf(definition, example.data));
  },
);

test('public names are dotted, begin with the aggregate, and belong to one event each', () => {
  const names = definitions.flatMap(publicNamesOf);
  expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('an event that is not declared, or differs from its declaration, is refused with its name', () => {
  expect(faultOf(EVENTS, { type: 'TaskForgotten', data: {} }, null)).toBe('the catalogue of events has no TaskForgotten');
  expect(faultOf(EVENTS, { type: 'AlertAcknowledged', data: { alert_id: 7, secret: 'x' } }, undefined)).toMatch(/^its data: .*alert_id/);
});

test.each([
  [accountStream('x'), 'account-x'],
  [addressStream('x'), 'address-x'],
  [aiUseStream('x', '2026-12'), 'ai_use-x-2026-12'],
  [codeStream('x'), 'code_task-x'],
  [connectionStream('x', 'github'), 'connection-x-github'],
  [dayStream('x', '2026-12-10'), 'day-x-2026-12-10'],
  [deliveryStream('x'), 'delivery-x'],
  [emailStream('x'), 'email_task-x'],
  [exportStream('x'), 'exports-x'],
  [feedbackStream('x'), 'design_feedback-x'],
  [fileStream('x'), 'file-x'],
  [identityStream('x'), 'identity-x'],
  [integrationStream('x'), 'integrations-x'],
  [partnerStream('x'), 'partner-x'],
  [postStream('x'), 'social_post-x'],
  [reminderStream('reminder', 'x', '2026-12-10'), 'reminder-x-2026-12-10'],
  [reminderStream('weekly_report', 'x', '2026-12-10'), 'weekly_report-x-2026-12-10'],
  [reminderStream('weekly_assessment', 'x', '2026-12-10'), 'weekly_assessment-x-2026-12-10'],
  [reviewStream('x'), 'review-x'],
  [routineStream('x'), 'routine-x'],
  [salesStream('x'), 'sales-x'],
  [sessionStream('x'), 'session-x'],
  [solutionStream('x'), 'solution-x'],
  [subscriptionCheckStream('x', '2026-12-10T09:00:00.000Z'), 'subscription_check-x-2026-12-10T09:00:00.000Z'],
  [subscriptionStream('x'), 'subscription-x'],
  [pushStream('x'), 'push-x'],
  [eveningStream('x', '2026-12-10'), 'evening-x-2026-12-10'],
  [focusStream('x'), 'focus-x'],
  [timeBoxStream('x'), 'time_box-x'],
  [filterStream('x'), 'filters-x'],
  [batchStream('x'), 'batch-x'],
  [taskStream('x'), 'task-x'],
  [tokenStream('x'), 'tokens-x'],
  [vacationStream('x'), 'vacations-x'],
])('the stream %s keeps the name under which its events are stored', (name, stored) => {
  expect(name).toBe(stored);
});

test('the name of a day says its date', () => {
  expect(dateOfDay(dayStream('01936c5e-7d11-7c55-9a10-0f3c6a4c2b01', '2026-12-10'))).toBe('2026-12-10');
});
