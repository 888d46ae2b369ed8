import { type Decider, RuleViolation } from '../kernel/decider.ts';
import type { Decided, Sealed } from '../kernel/event.ts';
import { FILTER_EVENTS, type FilterEvent, type FilterTexts, type RecordedFilterEvent } from './events.ts';

export interface Filter {
  readonly id: string;
  readonly texts: Sealed<FilterTexts>;
  /** Another filter that moves past this one changes its position, and so its version. */
  readonly version: number;
}
/** In the owner's order: the position of a filter is its index. */
export type FiltersState = readonly Filter[];

const initial: FiltersState = [];

function evolve(state: FiltersState, event: RecordedFilterEvent): FiltersState {
  const version = event.revision;
  switch (event.type) {
    case 'FilterSaved':
      return [...state, { id: event.data.filter_id, texts: event.private, version }];
    case 'FilterChanged': {
      const { filter_id, position } = event.data;
      const changed = state.flatMap((one) => (one.id === filter_id ? [{ ...one, texts: event.private ?? one.texts, version }] : []));
      const others = state.filter(({ id }) => id !== filter_id);
      return moved(state, [...others.slice(0, position), ...changed, ...others.slice(position)], version);
    }
    case 'FilterDeleted':
      return moved(
        state,
        state.filter(({ id }) => id !== event.data.filter_id),
        version,
      );
    default:
      return state;
  }
}

/** Filters whose position is another one get the new version. */
const moved = (before: FiltersState, after: FiltersState, version: number): FiltersState =>
  after.map((filter, index) => (before[index]?.id === filter.id ? filter : { ...filter, version }));

/** `taken`: another filter has this name. The texts are sealed in the state, so the sender compares them. */
type SaveFilter = { readonly type: 'Save'; readonly id: string; readonly taken: boolean } & FilterTexts;
interface ChangeFilter {
  readonly type: 'Change';
  readonly id: string;
  /** Null: they stay. */
  readonly texts: FilterTexts | null;
  readonly taken: boolean;
  /** From 0; null: it stays. */
  readonly position: number | null;
  readonly if_match: number | null;
}
interface DeleteFilter {
  readonly type: 'Delete';
  readonly id: string;
  readonly if_match: number | null;
}
export type FilterCommand = SaveFilter | ChangeFilter | DeleteFilter;

export const MOST_FILTERS = 50;
const TOO_MANY = `You have ${MOST_FILTERS} filters, which is as many as an account holds. Delete one of them, then try again.`;
export const NAME_TAKEN = 'You have a filter with this name. Choose another name.';
export const wrongPosition = (last: number): string => `A whole number from 0 to ${last}.`;

function decide(command: FilterCommand, state: FiltersState): readonly Decided<FilterEvent>[] {
  if (command.type === 'Save') return save(command, state);
  const found = state.find(({ id }) => id === command.id);
  if (!found) throw new RuleViolation('not_found', 'There is no such filter.');
  if (command.type === 'Change') return change(command, found, state);
  matching(command, found);
  return [{ type: 'FilterDeleted', data: { filter_id: found.id, texts: found.texts } }];
}

function change(command: ChangeFilter, found: Filter, state: FiltersState): readonly Decided<FilterEvent>[] {
  const { taken, texts } = command;
  const was_position = state.indexOf(found);
  const position = command.position ?? was_position;
  const faults = {
    ...(taken && { name: [NAME_TAKEN] }),
    ...(position >= state.length && { position: [wrongPosition(state.length - 1)] }),
  };
  if (Object.keys(faults).length > 0) throw invalid(faults);
  matching(command, found);
  if (texts === null && position === was_position) return [];
  const data = { filter_id: found.id, position, was_position, was: texts === null ? null : found.texts };
  return [{ type: 'FilterChanged', data, ...(texts && { private: texts }) }];
}

function matching({ if_match }: { readonly if_match: number | null }, { version }: Filter): void {
  if (if_match !== null && if_match !== version)
    throw new RuleViolation('precondition_failed', 'This filter has changed since you read it. Read it again, then send your change anew.');
}

function save({ id, taken, name, query }: SaveFilter, state: FiltersState): readonly Decided<FilterEvent>[] {
  if (state.some((one) => one.id === id)) return [];
  if (taken) throw invalid({ name: [NAME_TAKEN] });
  if (state.length >= MOST_FILTERS) throw new RuleViolation('limit_reached', TOO_MANY);
  return [{ type: 'FilterSaved', data: { filter_id: id }, private: { name, query } }];
}

const invalid = (fields: Readonly<Record<string, readonly string[]>>): RuleViolation =>
  new RuleViolation('validation_failed', Object.values(fields).flat().join(' '), fields);

export const filterDecider: Decider<FiltersState, FilterCommand, FilterEvent> = { events: FILTER_EVENTS, initial, evolve, decide };
