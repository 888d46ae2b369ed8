import { tagKey } from '../contracts/words/spelling.ts';
import { type FilterCommand, type FiltersState, filterDecider, NAME_TAKEN, wrongPosition } from '../domain/filter/decide.ts';
import { type FilterTexts, filterStream } from '../domain/filter/events.ts';
import { RuleViolation } from '../domain/kernel/decider.ts';
import type { Position } from '../domain/kernel/event.ts';
import { readState } from '../domain/kernel/fold-stream.ts';
import { handle } from '../domain/kernel/handle.ts';
import type { App } from './app.ts';
import { type Caller, contextOf } from './caller.ts';
import { withOwnerLock } from './owner-lock.ts';

export interface SavedFilter extends FilterTexts {
  readonly id: string;
  /** From 0, without gaps. */
  readonly position: number;
  readonly version: number;
}

/** Fields that are left out stay as they are. */
export interface FilterChanges {
  readonly name?: string | undefined;
  readonly query?: string | undefined;
  readonly position?: number | undefined;
}

export interface FilterResult {
  readonly filter: SavedFilter;
  readonly position: Position | null;
}

/** The saved filters of an owner, in their order. */
export const listFilters = async (app: Pick<App, 'store' | 'opener'>, owner: string): Promise<readonly SavedFilter[]> =>
  opened(app, owner, await readState(app.store, filterDecider, filterStream(owner)));

async function opened({ opener }: Pick<App, 'opener'>, owner: string, state: FiltersState): Promise<readonly SavedFilter[]> {
  await opener.ready(owner);
  return state.map(({ id, texts, version }, position) => {
    const { name = '', query = '' } = opener.openNow(owner, texts) ?? {};
    return { id, name, query, position, version };
  });
}

/** Names that differ only in case are the same, as those of tags. */
const isTaken = (filters: readonly SavedFilter[], name: string, but: string | null): boolean =>
  filters.some((one) => one.id !== but && tagKey(one.name) === tagKey(name));

/** The faults of a filter that only a comparison with the others shows, by field. `id`: null for a new filter. The fields are valid ones. */
export async function faultsOfFilter(
  app: Pick<App, 'store' | 'opener'>,
  owner: string,
  id: string | null,
  { name, position }: { readonly name?: unknown; readonly position?: unknown },
): Promise<Readonly<Record<string, readonly string[]>>> {
  if (typeof name !== 'string' && typeof position !== 'number') return {};
  const filters = await listFilters(app, owner);
  const exists = filters.some((one) => one.id === id);
  return {
    ...(typeof name === 'string' && isTaken(filters, name.trim(), id) && { name: [NAME_TAKEN] }),
    ...(exists && typeof position === 'number' && position >= filters.length && { position: [wrongPosition(filters.length - 1)] }),
  };
}

/**
 * Saves a filter, after all others. `id`: that of the new filter; repeating the call with the same id saves it once.
 * @throws RuleViolation validation_failed (`name`), limit_reached
 */
export const saveFilter = (app: App, caller: Caller, texts: FilterTexts, id = app.newId()): Promise<FilterResult> =>
  change(app, caller, id, (filters) => ({ type: 'Save', id, taken: isTaken(filters, texts.name, id), ...texts }));

/** @throws RuleViolation not_found, precondition_failed, validation_failed (`name`, `position`) */
export const changeFilter = (
  app: App,
  caller: Caller,
  id: string,
  { name, query, position }: FilterChanges,
  ifMatch: number | null = null,
): Promise<FilterResult> =>
  change(app, caller, id, (filters) => {
    const found = filters.find((one) => one.id === id);
    const texts = { name: name ?? found?.name ?? '', query: query ?? found?.query ?? '' };
    const isNew = texts.name !== found?.name || texts.query !== found?.query;
    const taken = found !== undefined && isTaken(filters, texts.name, id);
    return { type: 'Change', id, texts: isNew ? texts : null, taken, position: position ?? null, if_match: ifMatch };
  });

/** @throws RuleViolation not_found, precondition_failed */
export async function deleteFilter(app: App, caller: Caller, id: string, ifMatch: number | null = null): Promise<Position | null> {
  return (await send(app, caller, { type: 'Delete', id, if_match: ifMatch })).position;
}

/** Only one change of an owner's filters is made at a time, so that no two of them get the same name. */
const change = (
  app: App,
  caller: Caller,
  id: string,
  commandFor: (filters: readonly SavedFilter[]) => FilterCommand,
): Promise<FilterResult> =>
  withOwnerLock(
    app,
    caller.owner,
    async () => {
      const { state, position } = await send(app, caller, commandFor(await listFilters(app, caller.owner)));
      const filter = (await opened(app, caller.owner, state)).find((one) => one.id === id);
      if (!filter) throw new RuleViolation('not_found', 'There is no such filter.');
      return { filter, position };
    },
    'filters',
  );

const send = (app: App, caller: Caller, command: FilterCommand) =>
  handle(app, filterDecider, filterStream(caller.owner), command, contextOf(caller));
