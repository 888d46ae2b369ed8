import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { plus } from '../../../src/domain/calendar/dates.ts';
import { addDays, dueInstant, localDue } from '../../../src/domain/calendar/local.ts';
import { contributions } from '../../../src/domain/task/day-counters.ts';
import { attempt, command, START, zone } from '../../support/task-events.ts';
import { at, changes, dayCountersOf, nobody, type TaskStory } from '../../support/task-story.ts';

// A thousand random histories each: the timeout is what a busy machine needs for them.
vi.setConfig({ testTimeout: 60_000 });

const RUNS = { numRuns: 300 };
const MINUTE = 60_000;

type Step = { readonly wait: number } & ({ readonly to: string } | { readonly sends: Sending });
type Sending = typeof command extends fc.Arbitrary<infer T> ? T : never;

const wait = fc.oneof(fc.nat(20 * 60), fc.nat(60), fc.integer({ min: 0, max: 4 * 24 * 60 })).map((minutes) => minutes * MINUTE);
const anywhere = fc.oneof(zone, fc.constantFrom('Asia/Tokyo', 'Pacific/Apia', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'Europe/Paris'));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ wait, to: anywhere }),
  fc.record({ wait, sends: command }),
  fc.record({ wait, sends: command }),
);
const life = fc.record({
  home: anywhere,
  due_date: fc.integer({ min: 1, max: 4 }).map((days) => addDays('2026-10-23', days)),
  due_time: fc.option(fc.constantFrom('00:00', '02:30', '12:00', '23:59')),
  steps: fc.array(step, { maxLength: 14 }),
});
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

interface Moment {
  readonly story: TaskStory;
  readonly moves: readonly { readonly at: string; readonly to: string }[];
  readonly zone: string;
  readonly now: string;
}

/** Plays a life. `after`: what the program does at once after each change of zone; without it the next command finds the change. */
function live({ home, steps, ...due }: Life, after: (moment: Moment) => TaskStory = ({ story }) => story): readonly Moment[] {
  const first = attempt(nobody(), at(START, home).promise(due));
  let moment: Moment = { story: first, moves: [], zone: home, now: START };
  const moments = [moment];
  if (!first.state.promised) return [];
  for (const one of steps) {
    const now = plus(moment.now, one.wait);
    if ('to' in one) {
      const moved = one.to === moment.zone ? moment : { ...moment, now, zone: one.to, moves: [...moment.moves, { at: now, to: one.to }] };
      moment = { ...moved, now, story: after(moved) };
    } else {
      const sending = { ...one.sends(now, moment.zone, moment.story), moves: movesOf(moment) };
      moment = { ...moment, now, story: attempt(moment.story, sending) };
    }
    moments.push(moment);
  }
  return moments;
}

const movesOf = ({ moves }: Moment) => moves.map((move, index) => ({ ...move, revision: index + 2 }));
const settled = ({ story, now, zone: where, moves }: Moment): TaskStory => story.when(at(now, where, moves).rezone());

test('date, time and instant agree in the present zone, after any commands, changes of zone and undos', () => {
  fc.assert(
    fc.property(life, (one) => {
      for (const moment of live(one, settled)) {
        const { due_date, due_time, due_at } = moment.story.state.fields;
        const since = moment.moves.at(-1)?.at ?? '';
        // What was due before the last move stays as it is.
        if (due_date === null || due_at === null || due_at < since) continue;
        const shown = localDue(due_at, moment.zone);
        const agrees = dueInstant(due_date, due_time, moment.zone) === due_at || (shown.date === due_date && shown.time === due_time);
        expect([agrees, due_date, due_time, due_at, moment.zone]).toEqual([true, due_date, due_time, due_at, moment.zone]);
      }
    }),
    RUNS,
  );
});

test('the counters of all events add up to what the task counts, and a move of zone is never counted as postponing', () => {
  fc.assert(
    fc.property(life, (one) => {
      for (const { story } of live(one)) {
        const counted: Record<string, number> = {};
        for (const change of contributions(story.state.fields)) {
          const name = 'count' in change ? change.count : 'hour' in change ? `hour ${change.hour}` : `delay ${change.delay}`;
          counted[`${change.date} ${name}`] = (counted[`${change.date} ${name}`] ?? 0) + 1;
        }
        expect(dayCountersOf(story)).toEqual(counted);
        for (const { type, data } of changes(story)) if (type === 'TaskRezoned') expect(data.set).not.toHaveProperty('postponed');
      }
    }),
    RUNS,
  );
});

const essence = (story: TaskStory) => changes(story).map(({ type, at: when, data }) => ({ type, when, set: data.set, was: data.was }));

test('it makes no difference whether the program follows a change of zone at once, or with the next command', () => {
  fc.assert(
    fc.property(life, (one) => {
      const [late, inTime] = [live(one).at(-1), live(one, settled).at(-1)];
      fc.pre(late !== undefined && inTime !== undefined);
      expect(essence(settled(late))).toEqual(essence(settled(inTime)));
      const instants = settled(late).past.map(({ metadata }) => metadata.at);
      expect(instants).toEqual([...instants].sort());
    }),
    RUNS,
  );
});
