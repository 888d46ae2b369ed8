import fc from 'fast-check';
import { plus } from '../../src/domain/calendar/dates.ts';
import { addDays } from '../../src/domain/calendar/local.ts';
import type { AlertResolved } from '../../src/domain/kernel/alert.ts';
import type { DayCounterDelta } from '../../src/domain/kernel/day-counters.ts';
import { RuleViolation } from '../../src/domain/kernel/decider.ts';
import { derivedId } from '../../src/domain/kernel/derived-ids.ts';
import { type Actor, type Decided, type RecordedOf, type Sealed, SYSTEM } from '../../src/domain/kernel/event.ts';
import type { TaskCommand } from '../../src/domain/task/commands.ts';
import type { TaskAlertKind } from '../../src/domain/task/draft.ts';
import type { TaskChange, TaskFields } from '../../src/domain/task/event-data.ts';
import type { TaskChangeEvent, TaskEvent } from '../../src/domain/task/events.ts';
import { at, BERLIN, BY_PARTNER, nobody, PARTNER, TASK, type TaskStory, TITLE } from './task-story.ts';

/** An event of a task, as a test expects it. */
export type ExpectedEvent = Decided<TaskEvent>;

/** Each field that changes, with its former and its new value. */
type FieldChanges = { readonly [Name in keyof TaskFields]?: readonly [was: TaskFields[Name], now: TaskFields[Name]] };

/** What an event contains besides the fields. Members that only its type has are given here, too. */
interface Rest extends Partial<Omit<TaskChange, 'set' | 'was'>> {
  readonly at?: string;
  readonly by?: Actor;
  readonly private?: object | undefined;
  readonly [more: string]: unknown;
}

export function changeOf(
  type: TaskChangeEvent['type'],
  fields: FieldChanges,
  { at, by, private: texts, ...more }: Rest = {},
): ExpectedEvent {
  const pick = (index: 0 | 1) => Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values[index]]));
  const none = { own_texts: [], texts: {}, was_texts: {}, tally: [], part_of: null, children: [] };
  const data = { set: pick(1), was: pick(0), ...none, ...more };
  return { type, data, ...(at && { at }), ...(by && { by }), ...(texts && { private: texts }) } as unknown as ExpectedEvent;
}

/** Changes of the counters of a date, by the names that `dayCountersOf` uses. */
export const counts = (date: string, changes: Readonly<Record<string, 1 | -1>>): readonly DayCounterDelta[] =>
  Object.entries(changes).map(([name, by]) => {
    const [count, number] = name.split(' ');
    return (number === undefined ? { date, count, by } : { date, [count as string]: Number(number), by }) as DayCounterDelta;
  });

/** What a sealed object of these tests looks like: the personal part of the event with this revision. */
const sealedIn = (revision: number, texts: object) => `v1.task-${TASK}@${revision}.${JSON.stringify(texts)}` as Sealed<never>;

/** All fields of a new task about which the command said nothing. */
const BLANK = {
  status: 'pending',
  late: false,
  due_date: null,
  due_time: null,
  due_at: null,
  due_zone: null,
  due_set_at: null,
  verification_type: 'none',
  verification_state: 'not_required',
  proof_due_at: null,
  priority: 'none',
  estimate_minutes: null,
  parent_id: null,
  partner_id: null,
  recurring_task_id: null,
  occurrence_date: null,
  withdrawn: false,
  vacation_id: null,
  postponed: 0,
  archived: false,
  deleted: false,
  completed_at: null,
  completed_local: null,
  missed_at: null,
  counts_as_skipped: false,
  taken_back: [],
  closed_at: null,
} as const;

/** A new task that is due in Berlin. */
export function promisedAt(
  now: string,
  due: Pick<TaskFields, 'due_date' | 'due_time' | 'due_at'>,
  { set, ...rest }: Rest & { set?: object } = {},
) {
  const fields = { ...BLANK, ...due, due_zone: BERLIN, due_set_at: now, created_at: now, ...set };
  const tally = counts(due.due_date as string, { open: 1 });
  const event = changeOf('TaskPromised', {}, { own_texts: ['title'], private: { title: TITLE }, tally, at: now, ...rest });
  return { ...event, data: { ...event.data, set: fields } } as ExpectedEvent;
}

/** The completion of a task that was not closed before. `local`: its day and hour where the owner is. */
export const completedAt = (
  at: string,
  local: NonNullable<TaskFields['completed_local']>,
  fields: FieldChanges,
  rest: Rest,
): ExpectedEvent =>
  changeOf(
    'TaskCompleted',
    { status: ['pending', 'completed'], completed_at: [null, at], completed_local: [null, local], closed_at: [null, at], ...fields },
    { at, ...rest },
  );

/** A miss. `at`: when it was recorded, if that is later than the due instant. */
export const missed = (date: string, due: string, at = due): ExpectedEvent =>
  changeOf(
    'TaskMissed',
    { status: ['pending', 'missed'], missed_at: [null, due], closed_at: [null, at] },
    { at, by: SYSTEM, tally: counts(date, { open: -1, missed: 1 }) },
  );

/** `times`: how often an alert of this kind about this instant was raised before. */
const alertId = (kind: TaskAlertKind, about: string, times: number): string => derivedId('task_alert', TASK, kind, about, times);

const LOUDNESS = {
  due_24h: ['medium', 'deadline_approaching'],
  due_2h: ['medium', 'deadline_approaching'],
  missed: ['high', 'task_missed'],
  proof_30m: ['critical', 'deadline_approaching'],
  proof_expired: ['high', 'task_missed'],
  proof_accepted: ['low', 'other'],
  proof_rejected: ['medium', 'other'],
  proof_final: ['high', 'task_missed'],
} as const;

export function raised(kind: TaskAlertKind, about: string, at: string, { times = 0, zone = BERLIN } = {}): ExpectedEvent {
  const [severity, alert_type] = LOUDNESS[kind];
  const alert_id = alertId(kind, about, times);
  const title = sealedIn(0, { title: TITLE });
  return {
    type: 'AlertRaised',
    data: { alert_id, kind, severity, alert_type, task_id: TASK, title, about, zone, streak: null },
    at,
    by: SYSTEM,
  };
}

export const resolved = (
  kind: TaskAlertKind,
  about: string,
  reason: AlertResolved['data']['reason'],
  at: string,
  times = 0,
): ExpectedEvent => ({
  type: 'AlertResolved',
  data: { alert_id: alertId(kind, about, times), reason },
  at,
  by: SYSTEM,
});

/** The last event of a type in a story. */
export const lastOf = ({ past }: TaskStory, type: TaskChangeEvent['type']): RecordedOf<TaskEvent> =>
  past.findLast((event) => event.type === type) as RecordedOf<TaskEvent>;

/** The event that takes back all that a change has done. */
export function undoOf(change: RecordedOf<TaskEvent>, rest: Rest = {}): ExpectedEvent {
  const { set, was, own_texts, texts, was_texts, tally, children } = change.data as TaskChange;
  const own = Object.fromEntries(own_texts.map((name) => [name, change.private]));
  const [added, removed] = [tally.filter(({ by }) => by === 1), tally.filter(({ by }) => by === -1)];
  const data = {
    set: was,
    was: set,
    own_texts: [],
    texts: was_texts,
    was_texts: { ...own, ...texts },
    tally: [...added.map((one) => ({ ...one, by: -1 })), ...removed.map((one) => ({ ...one, by: 1 }))],
    part_of: null,
    children,
  };
  const { at, ...more } = rest;
  return {
    type: 'TaskUndone',
    data: { ...data, undoes: change.id, undone_type: change.type, ...more },
    ...(at && { at }),
  } as unknown as ExpectedEvent;
}

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
    (now, where) => at(now, where).place(now),
    (now, where) => at(now, where).addFocus(now, 90),
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
