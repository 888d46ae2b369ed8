import { AccountRegistered, TimezoneChanged } from '../../domain/account/events.ts';
import { later } from '../../domain/calendar/dates.ts';
import { localDate } from '../../domain/calendar/local.ts';
import {
  type ChainLink,
  type Ending,
  makingOf,
  nextDue,
  nextInChain,
  spanOn,
  withLastByCount,
} from '../../domain/calendar/routine-dates.ts';
import { isOpen } from '../../domain/calendar/task-times.ts';
import type { Recorded, RecordedOf } from '../../domain/kernel/event.ts';
import {
  changedSpan,
  earlierAfter,
  type KeptSpan,
  keptSpanOf,
  ROUTINE_CHANGES,
  RoutineApplied,
  type RoutineChangeEvent,
  type RoutineFields,
  routineStream,
  SPAN_FIELDS,
  type SpanFields,
  spanFieldsOf,
} from '../../domain/routine/events.ts';
import { OWN_CHANGES, type TaskChangeEvent } from '../../domain/task/events.ts';
import { folds, on, type Projection } from '../engine/projection.ts';
import type { Plain, Views } from '../engine/views.ts';
import { fieldsSetBy, isTaskChange } from '../task/tasks.ts';

export type Link = ChainLink & { readonly open: boolean; readonly deleted: boolean };

/** The next step for a routine; null: nothing. */
export type RoutineStep =
  | { readonly kind: 'apply'; readonly at: string; readonly event_id: string }
  /** Mode completion: withdraw the occurrences that follow one that is open again. */
  | { readonly kind: 'withdraw'; readonly at: string; readonly event_id: string; readonly dates: readonly string[] }
  | { readonly kind: 'make'; readonly at: string; readonly date: string };

export type RoutinePlan = Plain<KeptSpan & Pick<RoutineFields, 'paused' | 'ended'>> & {
  /** The earlier spans of dates, oldest first. Each decided its dates before the routine was changed. */
  readonly earlier: readonly Plain<Ending<KeptSpan>>[];
  readonly pending: { readonly event_id: string; readonly at: string } | null;
  /** The event that reopened an occurrence other than the last. */
  readonly reopened: { readonly event_id: string; readonly at: string } | null;
  /** Mode due: occurrences up to this date were made. */
  readonly through: string | null;
  /** Mode completion: the last occurrences. */
  readonly chain: readonly Link[];
  readonly made: number;
  readonly since: string;
  readonly step: RoutineStep | null;
};

/** By owner: their routines by id, and when the next step of any of them is due. */
export type RoutinePlansDoc = {
  readonly owner: string;
  readonly zone: string;
  readonly routines: Readonly<Record<string, RoutinePlan>>;
  readonly next_key: string | null;
};

const KEPT_LINKS = 24;
const STATE = ['paused', 'ended'] as const;
const NEW = { earlier: [], pending: null, reopened: null, through: null, chain: [], made: 0, since: '', step: null };

export const isPlanOf = (plan: RoutinePlan, { fields, earlier }: Planned): boolean =>
  STATE.every((name) => plan[name] === fields[name]) &&
  sameSpan(plan, fields) &&
  plan.earlier.length === earlier.length &&
  plan.earlier.every((span, index) => {
    const other = earlier[index];
    return other !== undefined && span.before === other.before && sameSpan(span, other.fields);
  });

interface Span {
  readonly fields: RoutineFields;
}
type Planned = Span & { readonly earlier: readonly Ending<Span>[] };
const sameSpan = (one: SpanFields, other: SpanFields): boolean => SPAN_FIELDS.every((name) => one[name] === other[name]);
const modeOn = (plan: RoutinePlan, date: string): RoutineFields['mode'] => spanOn<SpanFields>(plan.earlier, plan, date).mode;

function stepOf(plan: RoutinePlan, zone: string): RoutineStep | null {
  const { pending, reopened, chain, since } = plan;
  if (pending !== null) return { kind: 'apply', ...pending };
  if (plan.paused || plan.ended) return null;
  const open = chain.filter(({ closed }) => closed === null);
  if (reopened !== null && open.length > 1) return { kind: 'withdraw', ...reopened, dates: open.slice(1).map(({ date }) => date) };
  const inChain = open.length > 0 ? null : nextInChain(plan, chain, plan.made);
  const date = [nextDue(plan, plan.through), inChain].filter((one) => one !== null).sort()[0];
  return date === undefined ? null : { kind: 'make', at: later(makingOf(date, zone), since), date };
}

function withRoutines(doc: RoutinePlansDoc, routines: RoutinePlansDoc['routines']): RoutinePlansDoc {
  const instants = Object.values(routines).flatMap(({ step }) => step?.at ?? []);
  return { ...doc, routines, next_key: instants.reduce<string | null>((least, at) => (least === null || at < least ? at : least), null) };
}

function put(doc: RoutinePlansDoc, id: string, plan: RoutinePlan, at: string): RoutinePlansDoc {
  const next = { ...plan, chain: plan.chain.slice(-KEPT_LINKS), since: later(plan.since, at) };
  return withRoutines(doc, { ...doc.routines, [id]: { ...next, step: stepOf(next, doc.zone) } });
}

function without(doc: RoutinePlansDoc, id: string): RoutinePlansDoc {
  const { [id]: _, ...routines } = doc.routines;
  return withRoutines(doc, routines);
}

const routineId = ({ stream }: Recorded): string => routineStream.requireId(stream);

function changed(doc: RoutinePlansDoc | null, event: RecordedOf<RoutineChangeEvent>): RoutinePlansDoc | null {
  const known = doc?.routines[routineId(event)];
  if (!doc || (!known && event.type !== 'RoutineStarted')) return doc;
  const { set } = event.data;
  const before = known && { earlier: known.earlier, present: keptSpanOf(known) };
  const earlier = before ? earlierAfter<KeptSpan>(event, before, (span) => changedSpan(span, set)) : [];
  const state = Object.fromEntries(STATE.filter((name) => name in set).map((name) => [name, set[name]]));
  // The first event sets every field.
  const plan = withLastByCount({ ...NEW, ...known, ...spanFieldsOf(set), ...state } as RoutinePlan, known);
  const { at } = event.metadata;
  return put(doc, routineId(event), { ...plan, earlier, pending: { event_id: event.id, at } }, at);
}

function applied(doc: RoutinePlansDoc | null, event: RecordedOf<RoutineApplied>): RoutinePlansDoc | null {
  const id = routineId(event);
  const plan = doc?.routines[id];
  if (!doc || !plan) return doc;
  const { of, through, current } = event.data;
  const done = plan.pending !== null && plan.pending.event_id === of;
  if (done && plan.ended) return without(doc, id);
  const known = new Set(plan.chain.map(({ date }) => date));
  const seed = current !== null && !known.has(current) ? [link(current, true, false, null)] : [];
  // In mode completion a date whose occurrence could not be made is skipped.
  const passed = of === null && modeOn(plan, through) === 'completion' && !known.has(through) ? [link(through, false, false, through)] : [];
  const next = { ...plan, pending: done ? null : plan.pending, through, chain: [...plan.chain, ...seed, ...passed] };
  return put(doc, id, next, event.metadata.at);
}

const link = (date: string, open: boolean, deleted: boolean, closed: string | null): Link => ({ date, open, deleted, closed });

/** The events with which a routine has an occurrence. */
const COMES: ReadonlySet<string> = new Set(['TaskPromised', 'TaskRestored']);

function occurred(doc: RoutinePlansDoc | null, event: RecordedOf<TaskChangeEvent>): RoutinePlansDoc | null {
  const { occurrence } = event.data;
  const plan = occurrence && doc?.routines[occurrence.routine_id];
  if (!doc || !occurrence || !plan) return doc;
  const { routine_id: id, date } = occurrence;
  const { at } = event.metadata;
  const [comes, goes] = [COMES.has(event.type), event.type === 'TaskWithdrawn'];
  if (modeOn(plan, date) === 'due') {
    if (event.type !== 'TaskPromised') return doc;
    const through = plan.through === null ? date : later(plan.through, date);
    return put(doc, id, { ...plan, through, made: plan.made + 1 }, at);
  }
  const { chain, opened } = goes
    ? { chain: plan.chain.filter((one) => one.date !== date), opened: false }
    : linked(plan.chain, date, event, doc.zone);
  const made = plan.made + (comes ? 1 : goes ? -1 : 0);
  const reopened = opened ? { event_id: event.id, at } : plan.reopened;
  return put(doc, id, { ...plan, chain, made, reopened }, at);
}

function linked(
  chain: readonly Link[],
  date: string,
  event: RecordedOf<TaskChangeEvent>,
  zone: string,
): { chain: readonly Link[]; opened: boolean } {
  const set = fieldsSetBy(event);
  const before = chain.find((one) => one.date === date);
  const open = set.status === undefined ? (before?.open ?? true) : isOpen(set.status);
  const deleted = set.deleted ?? before?.deleted ?? false;
  const live = open && !deleted;
  const comes = COMES.has(event.type);
  // A link that is no longer kept was closed long ago. Only opening its occurrence again concerns the chain; archiving it does not.
  if (before === undefined && !comes && (set.status === undefined || !live)) return { chain, opened: false };
  // A vacation closes the occurrence on its own date; otherwise the chain would never continue.
  const today = set.vacation_id ? date : localDate(event.metadata.at, zone);
  const { due = date } = set.due_date === undefined ? (before ?? {}) : { due: set.due_date };
  const after = { ...link(date, open, deleted, live ? null : (before?.closed ?? today)), ...(due !== date && { due }) };
  const opened = live && (before === undefined ? !comes : before.closed !== null);
  return { chain: before ? chain.map((one) => (one === before ? after : one)) : [...chain, after], opened };
}

function inZone(doc: RoutinePlansDoc | null, owner: string, zone: string, at: string): RoutinePlansDoc {
  if (!doc) return { owner, zone, routines: {}, next_key: null };
  const moved = { ...doc, zone };
  return Object.entries(doc.routines).reduce((next, [id, plan]) => put(next, id, plan, at), moved);
}

function ids(event: Recorded): readonly string[] {
  const { owner } = event.metadata;
  if (owner === null || (isTaskChange(event) && event.data.occurrence === undefined)) return [];
  return [owner];
}

export const routinePlans: Projection<RoutinePlansDoc> = {
  name: 'routine-plans',
  version: 6,
  incompatible: true,
  indexes: [{ name: 'next', fields: ['next_key'], sparse: true }],
  ids,
  on: folds(
    on(AccountRegistered, (doc, { data, metadata }, id) => inZone(doc, id, data.timezone, metadata.at)),
    on(TimezoneChanged, (doc, { data, metadata }, id) => inZone(doc, id, data.to, metadata.at)),
    on(ROUTINE_CHANGES, changed),
    on(RoutineApplied, applied),
    on(OWN_CHANGES, occurred),
  ),
};

export async function plansOf(views: Views, owner: string): Promise<RoutinePlansDoc | null> {
  return (await views.documents.get<RoutinePlansDoc>(views.current(routinePlans.name), owner))?.doc ?? null;
}
