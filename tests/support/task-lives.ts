import fc from 'fast-check';
import { plus } from '../../src/domain/calendar/instant.ts';
import { addDays } from '../../src/domain/calendar/local.ts';
import { RuleViolation } from '../../src/domain/kernel/decider.ts';
import type { TaskCommand } from '../../src/domain/task/commands.ts';
import { at, BY_PARTNER, nobody, PARTNER, type TaskStory } from './task-story.ts';

export const START = '2026-10-23T21:30:00.000Z';
const MINUTE = 60_000;

export const zone = fc.constantFrom('Europe/Berlin', 'Pacific/Auckland', 'America/Los_Angeles', 'Australia/Lord_Howe');
const date = fc.option(fc.nat(4).map((days) => addDays('2026-10-23', days)));
const time = fc.option(fc.constantFrom('00:00', '02:30', '12:00', '23:59'));
const due = fc
  .record({ due_date: date, due_time: time })
  .map(({ due_date, due_time }) => ({ due_date, due_time: due_date === null ? null : due_time }));
const type = fc.constantFrom('none', 'none', 'general') as fc.Arbitrary<'none' | 'general'>;
const PARTS = ['p1', 'p2'];

/** A command that is made from the instant and the zone in which it is sent. */
type Sending = (now: string, where: string, story: TaskStory) => TaskCommand;
export const command: fc.Arbitrary<Sending> = fc.oneof(
  fc.record({ due, verification_type: type }).map(
    ({ due: to, ...rest }): Sending =>
      (now, where) =>
        at(now, where).edit({ ...to, ...rest }),
  ),
  due.map(
    (to): Sending =>
      (now, where) =>
        at(now, where).edit(to),
  ),
  fc.constantFrom<Sending>(
    (now, where) => at(now, where).edit({ priority: 'high' }, { description: 'More' }),
    (now, where) => at(now, where).edit({}, { description: '' }),
    (now, where) => at(now, where).start(),
    (now, where) => at(now, where).complete(),
    (now, where) => at(now, where).complete(),
    (now, where) => at(now, where).reopen(),
    (now, where) => at(now, where).skip(),
    (now, where) => at(now, where).undo(),
    (now, where) => at(now, where).undo(),
    (now, where) => at(now, where).archive(),
    (now, where) => at(now, where).unarchive(),
    (now, where) => at(now, where).remove(),
    (now, where) => at(now, where).advance(),
    (now, where, { state }) => at(now, where).renew(now, { due_date: '2026-12-31' }, { over: state.again?.id ?? null }),
  ),
  fc.constantFrom<Sending>(
    (now, where) => at(now, where).prove({ submission_id: now }),
    (now, where) => at(now, where).prove({ submission_id: now, judges: BY_PARTNER }),
    (now, where) => at(now, where).prove({ submission_id: now, judges: BY_PARTNER }),
    (now, where) => at(now, where).prove({ submission_id: now, judges: { check: true, partner_id: PARTNER, ai: true } }),
    (now, where) => at(now, where).withdraw(),
    (now, where) => at(now, where).passOn(null, true),
    (now, where) => at(now, where).appeal(),
    (now, where) => at(now, where).answer('accepted'),
    (now, where) => at(now, where).answer('rejected'),
  ),
  fc
    .record({
      judge: fc.constantFrom('partner', 'partner', 'ai', 'rubric', 'check'),
      verdict: fc.constantFrom('accepted', 'rejected', 'comment'),
    })
    .map(
      ({ judge, verdict }): Sending =>
        (now, where, story) =>
          at(now, where).review(verdict, { judge, review_id: now, submission_id: story.state.submissions.at(-1)?.id ?? '' }),
    ),
  fc.constantFrom(...PARTS).chain((part) =>
    fc.constantFrom<Sending>(
      (now, where) => at(now, where).completePart(part),
      (now, where) => at(now, where).deletePart(part),
      (now, where) => at(now, where).undoPart(`undo ${part}`, part),
    ),
  ),
);

/** Mostly hours, sometimes weeks. */
const pause = fc.oneof(fc.nat(20 * 60), fc.nat(20 * 60), fc.integer({ min: 0, max: 40 * 24 * 60 })).map((minutes) => minutes * MINUTE);
const life = fc.record({
  first: fc.record({ due, verification_type: type }),
  steps: fc.array(fc.tuple(command, pause, zone), { maxLength: 14 }),
});
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

/** Plays a random history; a refused command leaves no trace. `between`: what jobs do before each command. */
export function live(
  { first, steps }: Life,
  between: (story: TaskStory, until: string) => TaskStory = (story) => story,
): readonly TaskStory[] {
  const promise = at(START).promise({ ...first.due, verification_type: first.verification_type });
  let story = attempt(nobody(), promise);
  let now = START;
  const stories = [story];
  for (const [make, wait, where] of steps) {
    now = plus(now, wait);
    const then = between(story, now);
    story = attempt(then, make(now, where, then));
    stories.push(story);
  }
  return [...stories, between(story, plus(now, 100 * 24 * 60 * MINUTE)).when(at(plus(now, 100 * 24 * 60 * MINUTE)).advance())];
}

export function attempt(story: TaskStory, sending: TaskCommand): TaskStory {
  try {
    return story.when(sending);
  } catch (error) {
    if (error instanceof RuleViolation) return story;
    throw error;
  }
}

export const livable = life.filter((one) => {
  try {
    nobody().when(at(START).promise({ ...one.first.due, verification_type: one.first.verification_type }));
    return true;
  } catch {
    return false;
  }
});
