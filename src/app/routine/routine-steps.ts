import { later } from '../../domain/calendar/dates.ts';
import { addDays, localDate } from '../../domain/calendar/local.ts';
import { datesWithin } from '../../domain/calendar/recurrence.ts';
import { type Bounded, DAYS_AHEAD, isWithin, nextInChain, spansOf } from '../../domain/calendar/routine-dates.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { pick } from '../../domain/kernel/records.ts';
import { type Routine, type RoutineSpan, routineOn } from '../../domain/routine/state.ts';
import type { Occur, Sent } from '../../domain/task/commands.ts';
import { ROUTINE_PLAIN_FIELDS } from '../../domain/task/event-data.ts';
import { chosenDate, hasPassed } from '../../domain/task/rules.ts';
import { type VacationsState, vacationOn } from '../../domain/vacation/decide.ts';
import type { Stored } from '../../ports/documents.ts';
import { isPlanOf, plansOf, type RoutinePlan, type RoutineStep } from '../../projections/routine/routine-plans.ts';
import { occurrencesOf } from '../../projections/routine/routines.ts';
import { childrenOf } from '../../projections/task/task-lists.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import type { App } from '../app.ts';
import { type Handed, latest, sent } from '../task/task-send.ts';
import { loadRoutine, loadVacations, sendOccurrence, sendRoutine, systemFor, withRoutinesLock } from './routine-send.ts';

/** Each date of a routine has one occurrence, whoever makes it and how often. */
export const occurrenceId = (routineId: string, date: string): string => derivedId('occurrence', routineId, date);

/** The most steps in one run; far more than a chain of skips can need. */
const ROUNDS = 100;
/** In days. An occurrence that the owner moved can be due long after its own date. */
const LOOK_BACK = 92;

/** Does the due work of an owner's routines up to an instant. Each step happens as of its own instant. It can be repeated. */
export const advanceRoutines = (app: App, owner: string, until: string): Promise<Position | null> =>
  withRoutinesLock(app, owner, async () => {
    let last: Position | null = null;
    for (let round = 0; round < ROUNDS; round += 1) {
      const plans = await plansOf(app.views, owner);
      if (plans === null || plans.next_key === null || plans.next_key > until) break;
      const due = Object.entries(plans.routines).flatMap(([id, plan]) =>
        plan.step !== null && plan.step.at <= until ? [{ id, plan, step: plan.step }] : [],
      );
      const done = await Promise.all(due.map(({ id, plan, step }) => takeStep(app, owner, id, plan, step)));
      const position = latest(done);
      if (position === null) break;
      last = position;
      await app.waitForReadModels(position);
    }
    return last;
  });

async function takeStep(app: App, owner: string, id: string, plan: RoutinePlan, step: RoutineStep): Promise<Position | null> {
  const routine = await loadRoutine(app, id);
  // Another process has changed the routine, and the read model does not show it yet. The change must take effect first.
  if (routine.status === 'none' || (step.kind !== 'apply' && !isPlanOf(plan, routine))) return null;
  const base = { ...(await sent(app, { owner })), now: step.at };
  switch (step.kind) {
    case 'make':
      return make(app, id, routine, base, step.date);
    case 'withdraw':
      return takeAway(app, id, base, step);
    case 'apply':
      return apply(app, id, routine, plan, base);
  }
}

async function make(app: App, id: string, routine: Routine, base: Sent, date: string): Promise<Position | null> {
  const made = await occur(app, id, routine, base, { date, part_of: null, vacations: await loadVacations(app, base.owner) });
  if (made.position !== null) return (await ifChanged(app, id, routine, base, made.position)) ?? made.position;
  // The occurrence exists already, or its time has passed, so the plan continues after it.
  const current = isCounted(routine, date) && isOpenTask(made) ? date : null;
  return note(app, id, base, null, date, current);
}

const isCounted = (routine: Routine, date: string): boolean => routineOn(routine, date).fields.mode === 'completion';

/** If another process changed the routine meanwhile, that change did not include the new occurrences, so it is applied to them now. */
async function ifChanged(app: App, id: string, before: Routine, base: Sent, made: Position): Promise<Position | null> {
  const routine = await loadRoutine(app, id);
  if (routine.status === 'none' || routine.asked.event_id === before.asked.event_id) return null;
  await app.waitForReadModels(made);
  const plan = (await plansOf(app.views, base.owner))?.routines[id];
  return plan === undefined ? null : apply(app, id, routine, plan, base);
}

const isOpenTask = ({ state: { fields } }: Handed): boolean =>
  !fields.deleted && fields.created_at !== '' && (fields.status === 'pending' || fields.status === 'in_progress');

interface Occurring {
  readonly date: string;
  readonly part_of: string | null;
  readonly vacations: VacationsState;
}

async function occur(app: App, id: string, routine: Routine, base: Sent, { date, part_of, vacations }: Occurring): Promise<Handed> {
  const { fields, texts } = routineOn(routine, date);
  const vacation = vacationOn(vacations, date);
  const command: Occur = {
    ...base,
    type: 'Occur',
    id: occurrenceId(id, date),
    routine_id: id,
    date,
    part_of,
    fields: pick(fields, ['due_time', 'verification_type', ...ROUTINE_PLAIN_FIELDS]),
    texts,
    vacation: vacation && { id: vacation.id, part_of: vacation.event_id },
  };
  return sendOccurrence(app, command.id, command);
}

async function takeAway(app: App, id: string, base: Sent, step: Extract<RoutineStep, { kind: 'withdraw' }>): Promise<Position | null> {
  const command = { ...base, type: 'Withdraw', moved: true, part_of: step.event_id } as const;
  const done = await Promise.all(step.dates.map((date) => sendOccurrence(app, occurrenceId(id, date), command)));
  return latest(done.map(({ position }) => position));
}

/** Applies a change of the routine to the occurrences that are not due yet: withdraws, changes and creates them. */
async function apply(app: App, id: string, routine: Routine, plan: RoutinePlan, base: Sent): Promise<Position | null> {
  const { event_id } = routine.asked;
  const now = { ...base, now: routine.asked.at };
  const today = localDate(now.now, now.zone);
  const through = addDays(today, DAYS_AHEAD);
  const known = await occurrencesOf(app.views, id, addDays(today, -LOOK_BACK));
  const inTime = known.filter(({ doc }) => doc.due_at !== null && !hasPassed(doc.due_at, now.now));
  const dates = wantedDates(routine, plan, new Set(inTime.map(({ doc }) => doc.occurrence_date ?? '')), today, through);
  const over = routine.fields.paused || routine.fields.ended;
  const surplus = known.filter(
    ({ doc }) => !dates.includes(doc.occurrence_date ?? '') && (over || chosenDate(doc) === doc.occurrence_date),
  );
  const withdrawn = await withoutChildren(app, surplus);
  const kept = known.flatMap(({ id: taskId, doc }) =>
    over || withdrawn.some((one) => one.id === taskId) || dates.includes(doc.occurrence_date ?? '') ? [] : [doc.occurrence_date ?? ''],
  );
  const withdraw = { ...now, type: 'Withdraw', moved: over, part_of: event_id } as const;
  // Read once for all dates, because this stream may be long.
  const vacations = await loadVacations(app, now.owner);
  const done = await Promise.all([
    ...withdrawn.map((one) => sendOccurrence(app, one.id, withdraw)),
    ...[...dates, ...kept].map((date) => occur(app, id, routine, now, { date, part_of: event_id, vacations })),
  ]);
  const counted = dates.filter((date) => isCounted(routine, date));
  const noted = await note(app, id, now, event_id, through, openDate(counted, done));
  return latest([...done.map(({ position }) => position), noted]);
}

/** Leaves out occurrences with sub-tasks. They stay, because the sub-tasks would lose their parent. */
async function withoutChildren(app: App, found: readonly Stored<TaskDoc>[]): Promise<readonly Stored<TaskDoc>[]> {
  const counts = await Promise.all(found.map(async ({ id }) => (await childrenOf(app.views, id)).length));
  return found.filter((_, index) => counts[index] === 0);
}

/**
 * The dates that should exist as tasks. An occurrence keeps its instant when the zone changes, so it can still be due although its date is
 * over in the new zone. Such a date is included.
 */
function wantedDates(routine: Routine, plan: RoutinePlan, here: ReadonlySet<string>, today: string, through: string): readonly string[] {
  if (routine.fields.paused || routine.fields.ended) return [];
  const closed = plan.chain.filter((one) => one.closed !== null);
  const chain = { closed, made: plan.made - (plan.chain.length - closed.length) };
  const dates: string[] = [];
  let counted = false;
  for (const span of spansOf<RoutineSpan>(routine.earlier, routine)) {
    const isDue = span.span.fields.mode === 'due';
    // In mode completion one occurrence is open, whatever its span.
    if (!isDue && counted) continue;
    const found = datesOf(span, here, today, through, isDue ? null : chain).filter((date) => isWithin(date, span));
    counted ||= !isDue && found.length > 0;
    dates.push(...found);
  }
  return dates;
}

interface Chain {
  readonly closed: RoutinePlan['chain'];
  readonly made: number;
}

/** The dates of the rule of one span, even beyond the bounds of the span. `chain` null: counted from the due date. */
function datesOf(
  { span: { fields, last_by_count }, from: lower }: Bounded<RoutineSpan>,
  here: ReadonlySet<string>,
  today: string,
  through: string,
  chain: Chain | null,
): readonly string[] {
  const { rrule, start_date: start, from_date } = fields;
  const until = fields.until === null || through < fields.until ? through : fields.until;
  const first = [from_date, lower ?? today].reduce(later, today);
  const from = [first, ...here].sort()[0] ?? first;
  if (chain === null)
    return datesWithin({ rrule, start, until, last_by_count }, from, through).filter((date) => date >= first || here.has(date));
  const next = (since: string) => nextInChain({ ...fields, until, from_date: since }, chain.closed, chain.made);
  const standing = next(lower === null ? from : later(from, lower));
  const date = standing !== null && here.has(standing) ? standing : next(first);
  return date === null || date > through ? [] : [date];
}

const openDate = (dates: readonly string[], done: readonly Handed[]): string | null =>
  dates.find((date) => done.some((one) => isOpenTask(one) && one.state.fields.occurrence_date === date)) ?? null;

async function note(
  app: App,
  id: string,
  { owner, now }: Sent,
  of: string | null,
  through: string,
  current: string | null,
): Promise<Position | null> {
  const command = { type: 'NoteApplied', owner, at: now, of, through, current } as const;
  return (await sendRoutine(app, systemFor(app, owner, of), id, command)).position;
}
