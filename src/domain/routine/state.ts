import { type Ending, spanOn, withLastByCount } from '../calendar/routine-dates.ts';
import { earlierAfter, type HeldTexts, type RecordedRoutineEvent, type RoutineFields } from './events.ts';

/** What a routine says for some of its dates. */
export interface RoutineSpan {
  readonly fields: RoutineFields;
  /** Each text is the sealed object that holds it. */
  readonly texts: HeldTexts;
  /** The date of the last occurrence that the rule's COUNT allows. It is computed when the rule or its start changes. */
  readonly last_by_count: string | null;
}

export interface Routine extends RoutineSpan {
  readonly status: 'there' | 'ended';
  readonly owner: string | null;
  /** The spans before changes from a date on, oldest first. `fields` and `texts` apply after the last of them. */
  readonly earlier: readonly Ending<RoutineSpan>[];
  readonly version: number;
  /** The changes whose effects the occurrences have. */
  readonly applied: readonly string[];
  /** The last event whose effects the occurrences need. */
  readonly asked: { readonly event_id: string; readonly at: string };
}
export type RoutineState = { readonly status: 'none' } | Routine;

export const initial: RoutineState = { status: 'none' };

export function evolve(state: RoutineState, event: RecordedRoutineEvent): RoutineState {
  if (event.type === 'RoutineApplied') return applied(state, event.data.of);
  switch (event.type) {
    case 'RoutineStarted':
    case 'RoutineChanged':
    case 'RoutinePaused':
    case 'RoutineResumed':
    case 'RoutineEnded':
      return changed(state, event);
    default:
      return state;
  }
}

const applied = (state: RoutineState, of: string | null): RoutineState =>
  state.status === 'none' || of === null ? state : { ...state, applied: [...state.applied, of] };

const NO_TEXTS = { title: null, description: null, tags: null, proof_requirement: null };

function changed(state: RoutineState, event: Exclude<RecordedRoutineEvent, { type: 'RoutineApplied' }>): RoutineState {
  if (state.status === 'none' && event.type !== 'RoutineStarted') return state;
  const before = state.status === 'none' ? null : state;
  const { set, own_texts, texts } = event.data;
  const own = Object.fromEntries(own_texts.map((name) => [name, event.private]));
  const change = (span: RoutineSpan): RoutineSpan => {
    const fields = { ...span.fields, ...set };
    const { last_by_count } = withLastByCount(fields, { ...span.fields, last_by_count: span.last_by_count });
    return { fields, texts: { ...span.texts, ...texts, ...own }, last_by_count };
  };
  // The first event sets every field.
  const present = before ?? { fields: {} as RoutineFields, texts: NO_TEXTS, last_by_count: null };
  return {
    status: event.type === 'RoutineEnded' ? 'ended' : 'there',
    owner: before?.owner ?? event.metadata.owner,
    ...change(present),
    earlier: before === null ? [] : earlierAfter<RoutineSpan>(event, { earlier: before.earlier, present: spanOf(before) }, change),
    version: event.revision,
    applied: before?.applied ?? [],
    asked: { event_id: event.id, at: event.metadata.at },
  };
}

const spanOf = ({ fields, texts, last_by_count }: RoutineSpan): RoutineSpan => ({ fields, texts, last_by_count });

export const routineOn = (routine: Routine, date: string): RoutineSpan => spanOn<RoutineSpan>(routine.earlier, routine, date);
