import type { Sealed } from '../kernel/sealed.ts';
import type { RoutineFields, RoutineText } from './event-data.ts';
import type { RecordedRoutineEvent } from './events.ts';

export interface Routine {
  readonly status: 'there' | 'ended';
  readonly owner: string | null;
  readonly fields: RoutineFields;
  /** Each the sealed object that holds its present value. */
  readonly texts: Readonly<Record<RoutineText, Sealed | null>>;
  /** Revision of the last change; the ETag is made from it. */
  readonly version: number;
  /** The changes that were carried over to the occurrences. */
  readonly applied: readonly string[];
  /** The last event that is to be carried over. */
  readonly asked: { readonly event_id: string; readonly at: string };
}
export type RoutineState = { readonly status: 'none' } | Routine;

export const initial: RoutineState = { status: 'none' };

/** Total: what does not fit the state leaves it as it is. */
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

const NO_TEXTS = { title: null, description: null, tags: null };

function changed(state: RoutineState, event: Exclude<RecordedRoutineEvent, { type: 'RoutineApplied' }>): RoutineState {
  if (state.status === 'none' && event.type !== 'RoutineStarted') return state;
  const before = state.status === 'none' ? null : state;
  const { set, own_texts, texts } = event.data;
  const own = Object.fromEntries(own_texts.map((name) => [name, event.private]));
  return {
    status: event.type === 'RoutineEnded' ? 'ended' : 'there',
    owner: before?.owner ?? event.metadata.owner,
    fields: { ...before?.fields, ...set } as RoutineFields,
    texts: { ...(before?.texts ?? NO_TEXTS), ...texts, ...own },
    version: event.revision,
    applied: before?.applied ?? [],
    asked: { event_id: event.id, at: event.metadata.at },
  };
}
