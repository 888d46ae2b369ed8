import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { plus, toEpoch } from '../../../src/domain/calendar/dates.ts';
import { nextInstant } from '../../../src/domain/calendar/task-times.ts';
import { isProofChange } from '../../../src/domain/proof/submissions.ts';
import { contributions } from '../../../src/domain/task/day-counters.ts';
import { taskDecider } from '../../../src/domain/task/decide.ts';
import { evolve, initial, timed } from '../../../src/domain/task/state.ts';
import { attempt, command, livable, live, START, zone } from '../../support/task-events.ts';
import { at, changes, dayCountersOf, type TaskStory } from '../../support/task-story.ts';

// A thousand random histories each: the timeout is what a busy machine needs for them.
vi.setConfig({ testTimeout: 60_000 });

const RUNS = { numRuns: 300 };

function counted(story: TaskStory): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const change of contributions(story.state.fields)) {
    const name = 'count' in change ? change.count : 'hour' in change ? `hour ${change.hour}` : `delay ${change.delay}`;
    sums[`${change.date} ${name}`] = (sums[`${change.date} ${name}`] ?? 0) + 1;
  }
  return sums;
}

test('at every step the counters of all events add up to what the state counts', () => {
  fc.assert(
    fc.property(livable, (one) => {
      for (const story of live(one)) expect(dayCountersOf(story)).toEqual(counted(story));
    }),
    RUNS,
  );
});

/** Advances at every instant at which time does something, as a scheduler would. */
function punctual(story: TaskStory, until: string): TaskStory {
  let next = story;
  for (;;) {
    const instant = nextInstant(timed(next.state), next.state.noted);
    if (instant === null || instant > until) return next;
    const advanced = next.when(at(instant).advance());
    // there is something to do at each due instant, so a scheduler never runs in an endless loop
    expect(advanced.fresh.length).toBeGreaterThan(0);
    next = advanced;
  }
}

const essence = (story: TaskStory) =>
  changes(story).map(({ type: name, at: when, data }) => ({ name, when, set: data.set, was: data.was, tally: data.tally }));

test('a job that runs at every instant and one that never runs give the same changes and alerts', () => {
  fc.assert(
    fc.property(livable, (one) => {
      const [late, inTime] = [live(one).at(-1), live(one, punctual).at(-1)] as [TaskStory, TaskStory];
      expect(essence(late)).toEqual(essence(inTime));
      expect(late.past.map((event) => [event.type, event.metadata.at])).toEqual(
        inTime.past.map((event) => [event.type, event.metadata.at]),
      );
    }),
    RUNS,
  );
});

test('events are in the order of their instants', () => {
  fc.assert(
    fc.property(livable, (one) => {
      const instants =
        live(one)
          .at(-1)
          ?.past.map((event) => event.metadata.at) ?? [];
      expect(instants).toEqual([...instants].sort());
    }),
    RUNS,
  );
});

const TRIED = 16;

/** Whether the user changed something in it, other than by an undo. */
function isByHand({ fresh }: TaskStory): boolean {
  // A proof that was in review is withdrawn with its completion, and does not come back.
  if (fresh.some(({ type }) => type === 'ProofWithdrawn')) return false;
  const byHand = fresh.find((event) => 'set' in event.data && event.metadata.actor.kind === 'user' && event.data.part_of === null);
  return byHand !== undefined && byHand.type !== 'TaskUndone' && !isProofChange(byHand);
}

/** When proof was given stays, and what an undo brings back to the list is archived later. */
function restorable({ state }: TaskStory) {
  const { closed_at: _c, first_proof_at: _f, last_proof_at: _l, ...fields } = state.fields;
  return fields;
}

test('an undo restores the state before the change, and a second undo changes nothing', () => {
  fc.assert(
    fc.property(livable, fc.array(command, { minLength: TRIED, maxLength: TRIED }), zone, (one, tried, where) => {
      const before = live(one).at(-2) as TaskStory;
      const now = plus(
        START,
        one.steps.reduce((sum, [, wait]) => sum + wait, 0),
      );
      const settled = attempt(before, at(now, where).advance());
      // Most commands change nothing in most histories, so the first one that does is used, and hardly a history is wasted.
      const changed = tried
        .values()
        .map((sending) => attempt(settled, sending(now, where, settled)))
        .find((story) => story !== settled && isByHand(story));
      fc.pre(changed !== undefined);
      const undone = changed.when(at(now, where).undo());
      expect(restorable(undone)).toEqual(restorable(settled));
      expect(undone.state.texts).toEqual(settled.state.texts);
      undone.when(at(now, where).undo()).gives();
    }),
    RUNS,
  );
});

test('every open alert is true, and there is at most one of each kind', () => {
  fc.assert(
    fc.property(livable, (one) => {
      for (const { state } of live(one)) {
        const open = Object.values(state.alerts);
        expect(open.filter((alert) => alert.resolved)).toEqual([]);
        expect(new Set(open.map((alert) => alert.kind)).size).toBe(open.length);
        const { status, deleted, corrected, due_at } = state.fields;
        const isAnswered = state.again?.answers === due_at;
        expect(open.some((alert) => alert.kind === 'missed')).toBe(status === 'missed' && !deleted && !corrected && !isAnswered);
        if (state.fields.deleted) expect(open).toEqual([]);
      }
    }),
    RUNS,
  );
});

test('every review and every appeal ends', () => {
  fc.assert(
    fc.property(livable, (one) => {
      const { fields } = (live(one).at(-1) as TaskStory).state;
      if (fields.deleted) return;
      expect(fields.verification_state).not.toBe('in_review');
      expect(fields.appeal?.state).not.toBe('waiting');
      expect(fields.status === 'completed' && fields.verification_state === 'awaiting_proof').toBe(false);
    }),
    RUNS,
  );
});

test('status, times and flags agree with each other', () => {
  fc.assert(
    fc.property(livable, (one) => {
      for (const { state } of live(one)) {
        const task = state.fields;
        expect(task.completed_at !== null).toBe(task.status === 'completed');
        expect(task.closed_at === null).toBe(task.status === 'pending' || task.status === 'in_progress');
        if (task.status === 'missed') expect(task.missed_at).toBe(task.due_at);
        if (task.due_date === null) expect([task.due_time, task.due_at, task.due_zone]).toEqual([null, null, null]);
        if (task.late) expect(toEpoch(task.completed_at as string)).toBeGreaterThan(toEpoch(task.due_at as string));
        if (task.verification_type === 'none') expect([task.verification_state, task.proof_due_at]).toEqual(['not_required', null]);
        if (task.status !== 'completed') expect(['not_required', 'awaiting_proof']).toContain(task.verification_state);
        expect(task.review !== null).toBe(task.verification_state === 'in_review');
        if (task.decided_at !== null) expect(['verified', 'rejected', 'expired']).toContain(task.verification_state);
        if (task.corrected) expect(task.appeal?.state).toBe('accepted');
      }
    }),
    RUNS,
  );
});

test('folding events in any order, and unknown ones, never throws', () => {
  const pool = fc.array(livable, { minLength: 1, maxLength: 3 }).map((lives) => lives.flatMap((one) => live(one).at(-1)?.past ?? []));
  fc.assert(
    fc.property(
      pool.chain((events) => fc.shuffledSubarray([...events])),
      (events) => {
        const state = events.reduce(evolve, initial);
        expect(evolve(state, { ...events[0], type: 'FromTheFuture' } as never)).toBe(state);
        expect(() => contributions(state.fields)).not.toThrow();
      },
    ),
    { numRuns: 300 },
  );
});

test('a decider gives the same events for the same past and command', () => {
  fc.assert(
    fc.property(livable, (one) => {
      const story = live(one).at(-2) as TaskStory;
      const advance = at('2027-12-01T00:00:00Z').advance();
      expect(taskDecider.decide(advance, story.state)).toEqual(taskDecider.decide(advance, story.state));
    }),
    { numRuns: 200 },
  );
});
