import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Caller } from '../../../src/app/caller.ts';
import { advanceRoutines, occurrenceId } from '../../../src/app/routine/routine-steps.ts';
import { changeRoutine, startRoutine } from '../../../src/app/routine/routines.ts';
import { deleteTask, setStatus } from '../../../src/app/task/tasks.ts';
import { cancelVacation, takeVacation } from '../../../src/app/vacation.ts';
import { addDays, datesBetween, daysBetween, weekday } from '../../../src/domain/calendar/local.ts';
import { RuleViolation } from '../../../src/domain/kernel/decider.ts';
import { plansOf } from '../../../src/projections/routine/routine-plans.ts';
import { type Outcome, occurrencesOf, streakOfOutcomes } from '../../../src/projections/routine/routines.ts';
import { appForFile } from '../../support/app.ts';

const app = await appForFile();

const START = '2026-11-20';
const RULES = {
  'FREQ=DAILY': () => true,
  'FREQ=WEEKLY;BYDAY=MO,WE,SU': (date: string) => [1, 3, 7].includes(weekday(date)),
  'FREQ=DAILY;INTERVAL=3': (date: string) => daysBetween(START, date) % 3 === 0,
  'FREQ=MONTHLY;BYMONTHDAY=-1': (date: string) => addDays(date, 1).endsWith('-01'),
} as const;
type Rule = keyof typeof RULES;

type Act =
  /** `ahead`: the change applies from so many days ahead on; null: to the whole routine. */
  | { readonly do: 'rule'; readonly rule: Rule; readonly ahead: number | null }
  | { readonly do: 'pause' | 'resume' | 'cancel' }
  | { readonly do: 'complete' | 'delete' | 'vacation'; readonly ahead: number; readonly days: number }
  | { readonly do: 'wait'; readonly days: number };
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    do: fc.constant('rule' as const),
    rule: fc.constantFrom(...(Object.keys(RULES) as Rule[])),
    ahead: fc.option(fc.integer({ min: -3, max: 18 })),
  }),
  fc.record({ do: fc.constantFrom('pause' as const, 'resume' as const, 'cancel' as const) }),
  fc.record({ do: fc.constantFrom('complete' as const, 'delete' as const, 'vacation' as const), ahead: fc.nat(14), days: fc.nat(3) }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 4 }) }),
);

/** What a person would expect to see, computed without events. */
interface Expected {
  today: string;
  /** Each applies from its date on, until the date of the next one. */
  rules: readonly { readonly since: string; readonly rule: Rule }[];
  paused: boolean;
  readonly done: Set<string>;
  readonly gone: Set<string>;
  /** Dates that exist or existed, and can be skipped. */
  vacation: { readonly id: string; readonly from: string; readonly to: string } | null;
}

function ahead(model: Expected): readonly string[] {
  const ruleOf = (date: string) => model.rules.findLast(({ since }) => since <= date)?.rule ?? 'FREQ=DAILY';
  const wanted = (date: string) => !model.paused && RULES[ruleOf(date)](date);
  return datesBetween(model.today, addDays(model.today, 14)).flatMap((date) => {
    if (model.gone.has(date)) return [];
    if (model.done.has(date)) return [`${date} completed`];
    if (!wanted(date)) return [];
    const { vacation } = model;
    return vacation && vacation.from <= date && date <= vacation.to ? [`${date} skipped`] : [`${date} pending`];
  });
}

async function live(me: Caller, acts: readonly Act[]): Promise<void> {
  app.clock.set(`${START}T10:00:00.000Z`);
  const { id } = await startRoutine(app, me, { title: 'A routine', rrule: 'FREQ=DAILY' });
  const model: Expected = {
    today: START,
    rules: [{ since: START, rule: 'FREQ=DAILY' }],
    paused: false,
    done: new Set(),
    gone: new Set(),
    vacation: null,
  };
  const there = (date: string) => ahead(model).some((one) => one.startsWith(date));
  for (const one of acts) {
    await enact(one, me, id, model, there);
    await app.upToDate();
    const found = await occurrencesOf(app.views, id, model.today);
    expect(found.filter(({ doc }) => !doc.deleted).map(({ doc }) => `${doc.occurrence_date} ${doc.status}`)).toEqual(ahead(model));
    // nothing is left to do now
    expect((await plansOf(app.views, me.owner))?.next_key ?? '9').toSatisfy((next: string) => next > app.clock.now());
  }
}

async function enact(one: Act, me: Caller, id: string, model: Expected, there: (date: string) => boolean): Promise<void> {
  switch (one.do) {
    case 'rule': {
      const from = one.ahead === null ? undefined : addDays(model.today, one.ahead);
      model.rules = [...model.rules.filter(({ since }) => from !== undefined && since < from), { since: from ?? START, rule: one.rule }];
      await changeRoutine(app, me, id, { rrule: one.rule, from });
      return;
    }
    case 'pause':
    case 'resume':
      model.paused = one.do === 'pause';
      await changeRoutine(app, me, id, { paused: model.paused });
      return;
    case 'wait': {
      model.today = addDays(model.today, one.days);
      if (model.vacation && model.vacation.to < model.today) model.vacation = null;
      app.clock.set(`${model.today}T10:00:00.000Z`);
      await advanceRoutines(app, me.owner, app.clock.now());
      return;
    }
    case 'vacation': {
      const dates = { from: addDays(model.today, one.ahead), to: addDays(model.today, one.ahead + one.days) };
      const taken = await takeVacation(app, me, dates).catch(refused);
      if (taken) model.vacation = { id: taken.vacation.id, ...dates };
      return;
    }
    case 'cancel':
      if (model.vacation) await cancelVacation(app, me, model.vacation.id);
      model.vacation = null;
      return;
    default: {
      const date = addDays(model.today, one.ahead);
      if (!there(date)) return;
      (one.do === 'complete' ? model.done : model.gone).add(date);
      const taskId = occurrenceId(id, date);
      await (one.do === 'complete' ? setStatus(app, me, taskId, { status: 'completed' }) : deleteTask(app, me, taskId));
    }
  }
}

/** One vacation at a time is enough here. */
function refused(error: unknown): null {
  if (error instanceof RuleViolation && error.code === 'conflict') return null;
  throw error;
}

const onlyOne = (acts: readonly Act[]): readonly Act[] =>
  acts.filter((one, index) => one.do !== 'vacation' || !acts.slice(0, index).some((before) => before.do === 'vacation'));

test(
  'after any commands, the occurrences ahead follow from the rule, the vacations and the changes by hand',
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => live(await app.user(), onlyOne(acts))),
      { numRuns: 40 },
    ),
  60_000,
);

test('a streak grows with each kept occurrence, restarts after a miss, and its longest is never below its current length', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom<Outcome>('kept', 'missed')), (outcomes) => {
      const { current, longest } = streakOfOutcomes(outcomes);
      const runs = outcomes
        .map((one) => (one === 'kept' ? 'k' : ' '))
        .join('')
        .split(' ')
        .map((run) => run.length);
      expect([current, longest]).toEqual([runs.at(-1), Math.max(...runs)]);
    }),
  );
});
