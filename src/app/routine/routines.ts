import { localDate } from '../../domain/calendar/local.ts';
import { endingAfter } from '../../domain/calendar/routine-dates.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { readEvents } from '../../domain/kernel/fold-stream.ts';
import { given, keysOf, pick } from '../../domain/kernel/records.ts';
import { MOST_ROUTINES, type RoutineTexts, routineDecider, type WritableRoutine } from '../../domain/routine/decide.ts';
import { type HeldTexts, routineStream } from '../../domain/routine/events.ts';
import type { Routine, RoutineSpan } from '../../domain/routine/state.ts';
import { same } from '../../domain/task/draft.ts';
import { plansOf } from '../../projections/routine/routine-plans.ts';
import { countRoutines } from '../../projections/routine/routines.ts';
import type { App } from '../app.ts';
import { type Caller, ownerZone } from '../caller.ts';
import { roomForTasks } from '../task/room.ts';
import { latest } from '../task/task-send.ts';
import { withSpelledTags } from '../task/task-texts.ts';
import { loadRoutine, sendRoutine, withRoutinesLock } from './routine-send.ts';
import { advanceRoutines } from './routine-steps.ts';

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

export type RoutineInput = Optional<WritableRoutine> &
  Optional<Omit<RoutineTexts, 'description' | 'proof_requirement'>> & {
    /** Null or empty: none. */
    readonly description?: string | null | undefined;
    readonly proof_requirement?: string | null | undefined;
    readonly paused?: boolean | undefined;
  };

/** `from`: change only occurrences on or after this local date; left out: all that are not yet due. */
export type RoutineEdit = RoutineInput & { readonly from?: string | undefined };

export interface RoutineResult {
  readonly id: string;
  readonly state: Routine;
  readonly position: Position | null;
}

function split({ title, description, tags, proof_requirement, paused, ...fields }: RoutineInput) {
  return {
    fields: given(fields),
    texts: given({
      title,
      description: description === null ? '' : description,
      tags,
      proof_requirement: proof_requirement === null ? '' : proof_requirement,
    }),
    ...(paused === undefined ? {} : { paused }),
  };
}

/**
 * Starts a routine and creates its occurrences of the next days. `id`: that of the new routine; repeating the call with the same id starts
 * it once.
 * @throws RuleViolation validation_failed, limit_reached
 */
export async function startRoutine(
  app: App,
  caller: Caller,
  input: RoutineInput & { readonly title: string; readonly rrule: string },
  id = app.newId(),
): Promise<RoutineResult> {
  return withSpelledTags(app, caller.owner, input.tags, (tags) => started(app, caller, { ...input, tags }, id));
}

async function started(
  app: App,
  caller: Caller,
  input: RoutineInput & { readonly title: string; readonly rrule: string },
  id: string,
): Promise<RoutineResult> {
  const { fields, texts } = split(input);
  // One lock covers the count and the start, so that routines that are started at the same time count each other.
  const made = await withRoutinesLock(app, caller.owner, async () => {
    const routines = await countRoutines(app.views, caller.owner, MOST_ROUTINES);
    const command = {
      type: 'Start',
      ...(await sentBy(app, caller)),
      fields: { ...fields, rrule: input.rrule },
      texts: { ...texts, title: input.title },
      routines,
      // Not counted if the routine is refused anyway, because counting is slow.
      room: routines < MOST_ROUTINES ? await roomForTasks(app, caller.owner) : 0,
    } as const;
    return sendRoutine(app, caller, id, command);
  });
  // A repeated request after a crash: the routine exists already, and the answer must show it.
  const position = made.position ?? (await readEvents(app.store, routineDecider, routineStream(id))).at(-1)?.position ?? null;
  return carriedOver(app, caller, id, { ...made, position });
}

/**
 * Changes a routine and its occurrences that are not due yet.
 * @throws RuleViolation not_found, validation_failed, precondition_failed, conflict
 */
export async function changeRoutine(
  app: App,
  caller: Caller,
  id: string,
  input: RoutineEdit,
  ifMatch: number | null = null,
): Promise<RoutineResult> {
  return withSpelledTags(app, caller.owner, input.tags, (tags) => changed(app, caller, id, { ...input, tags }, ifMatch));
}

async function changed(
  app: App,
  caller: Caller,
  id: string,
  { from, ...input }: RoutineEdit,
  ifMatch: number | null,
): Promise<RoutineResult> {
  const state = await loadRoutine(app, id);
  if (state.status !== 'there' || state.owner !== caller.owner) throw new RuleViolation('not_found', 'There is no such routine.');
  const { texts, ...rest } = split(input);
  const written = await changedTexts(app, caller.owner, [state, ...endingAfter(state.earlier, from)], texts);
  const sent = await sentBy(app, caller);
  const elsewhere = from === undefined ? 0 : await changesElsewhere(app, id, sent);
  const command = { type: 'Change', ...sent, if_match: ifMatch, ...rest, texts: written, from, elsewhere } as const;
  return carriedOver(app, caller, id, await sendRoutine(app, caller, id, command));
}

/**
 * Ends a routine and withdraws its occurrences that are not due yet.
 * @throws RuleViolation not_found, precondition_failed
 */
export async function endRoutine(app: App, caller: Caller, id: string, ifMatch: number | null = null): Promise<RoutineResult> {
  const command = { type: 'End', ...(await sentBy(app, caller)), if_match: ifMatch } as const;
  return carriedOver(app, caller, id, await sendRoutine(app, caller, id, command));
}

/** How many dates there are in the future from which other routines of the owner change. */
async function changesElsewhere(app: App, id: string, { owner, now, zone }: Awaited<ReturnType<typeof sentBy>>): Promise<number> {
  const { [id]: _, ...others } = (await plansOf(app.views, owner))?.routines ?? {};
  const today = localDate(now, zone);
  return Object.values(others).flatMap(({ earlier }) => earlier.filter(({ before }) => before > today)).length;
}

async function sentBy(app: App, { owner }: Caller) {
  return { owner, now: app.clock.now(), zone: await ownerZone(app, owner) };
}

/** If a crash interrupts this, due work does it after the next start. */
async function carriedOver(
  app: App,
  { owner }: Caller,
  id: string,
  { state, position }: Awaited<ReturnType<typeof sendRoutine>>,
): Promise<RoutineResult> {
  if (position !== null) await app.waitForReadModels(position);
  const further = await advanceRoutines(app, owner, app.clock.now());
  if (state.status === 'none') throw new RuleViolation('not_found', 'There is no such routine.');
  return { id, state, position: latest([position, further]) };
}

async function changedTexts(app: App, owner: string, spans: readonly RoutineSpan[], written: RoutineTexts): Promise<RoutineTexts> {
  const present = await Promise.all(spans.map(({ texts }) => openedTexts(app, owner, texts)));
  const changed = keysOf(written).filter((name) => written[name] !== undefined && present.some((one) => !same(written[name], one[name])));
  return pick(written, changed);
}

/** The texts of a span; empty: there is none. */
async function openedTexts(
  { opener }: App,
  owner: string,
  { title, description, tags, proof_requirement }: HeldTexts,
): Promise<RoutineTexts> {
  return {
    title: (await opener.open(owner, title))?.title ?? '',
    description: (await opener.open(owner, description))?.description ?? '',
    tags: (await opener.open(owner, tags))?.tags ?? [],
    proof_requirement: (await opener.open(owner, proof_requirement))?.proof_requirement ?? '',
  };
}
