import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { quoted } from '../../src/contracts/words/format.ts';
import { newKey } from '../api/client.ts';
import { changeFilter, deleteFilter, type FilterChange, filterKeys, filtersQuery, type SavedFilter, saveFilter } from '../api/filters.ts';
import { messageOf } from '../api/problem.ts';
import { forgetChange, rememberChange } from '../tasks/last-change.ts';
import { toast } from '../ui/toast.tsx';

/** The filters after one was moved. The others make room. */
export function movedTo(filters: readonly SavedFilter[], id: string, position: number): SavedFilter[] {
  const one = filters.find((filter) => filter.id === id);
  if (!one) return [...filters];
  return filters
    .filter((filter) => filter !== one)
    .toSpliced(position, 0, one)
    .map((filter, at) => ({ ...filter, position: at }));
}

function changed(filters: readonly SavedFilter[], id: string, { position, ...change }: FilterChange): SavedFilter[] {
  const edited = filters.map((filter) => (filter.id === id ? { ...filter, ...change } : filter));
  return position === undefined ? edited : movedTo(edited, id, position);
}

/** Undefined while they are being loaded. */
export const useFilters = (): SavedFilter[] | undefined => useQuery(filtersQuery()).data;

interface Change {
  /** The new list, which is shown at once. */
  readonly shown: SavedFilter[] | undefined;
  readonly send: () => Promise<unknown>;
}

/** Changes are shown at once. If the server refuses one, the list is read again and a message is shown. */
export function useFilterActs() {
  const client = useQueryClient();
  const list = (): SavedFilter[] => client.getQueryData<SavedFilter[]>(filterKeys.all) ?? [];
  const { mutateAsync } = useMutation({
    mutationKey: ['filters'],
    // A change is made after those before it, because a filter's position depends on them.
    scope: { id: 'filters' },
    onMutate: async ({ shown }: Change) => {
      if (shown) client.setQueryData(filterKeys.all, shown);
      await client.cancelQueries({ queryKey: filterKeys.all });
    },
    mutationFn: ({ send }: Change) => send(),
    onSettled: () => client.invalidateQueries({ queryKey: filterKeys.all }),
  });
  const run = (change: Change): Promise<void> =>
    mutateAsync(change).then(
      () => undefined,
      (error: unknown) => void toast.error(messageOf(error), { id: 'filter' }),
    );

  function change(filter: SavedFilter, to: FilterChange, message: string): void {
    const was = Object.fromEntries(Object.keys(to).map((name) => [name, filter[name as keyof FilterChange]]));
    const undo = () => {
      forgetChange('filter');
      toast.success(`Taken back: ${message}`, { id: 'filter' });
      void run({ shown: changed(list(), filter.id, was), send: () => changeFilter(filter.id, was) });
    };
    rememberChange('filter', undo);
    toast.success(message, { id: 'filter', undo });
    void run({ shown: changed(list(), filter.id, to), send: () => changeFilter(filter.id, to) });
  }

  return {
    /** @throws ApiError with `name` or `query` among its errors */
    save: async (filter: Pick<SavedFilter, 'name' | 'query'>): Promise<SavedFilter> => {
      const made = await saveFilter(filter, newKey());
      client.setQueryData<SavedFilter[]>(filterKeys.all, (before) => before && [...before.filter(({ id }) => id !== made.id), made]);
      toast.success(`Saved the filter ${quoted(made.name)}`, { id: 'filter' });
      return made;
    },
    /** The caller shows the failure. @throws ApiError with `name` among its errors */
    rename: async (filter: SavedFilter, name: string): Promise<void> => {
      await changeFilter(filter.id, { name });
      client.setQueryData<SavedFilter[]>(filterKeys.all, (before) => before && changed(before, filter.id, { name }));
      const undo = () => {
        forgetChange('filter');
        toast.success(`Named ${quoted(filter.name)} again`, { id: 'filter' });
        void run({ shown: changed(list(), filter.id, { name: filter.name }), send: () => changeFilter(filter.id, { name: filter.name }) });
      };
      rememberChange('filter', undo);
      toast.success(`Named ${quoted(name)}`, { id: 'filter', undo });
    },
    setQuery: (filter: SavedFilter, query: string) => change(filter, { query }, `Changed the filter ${quoted(filter.name)}`),
    move: (filter: SavedFilter, position: number) => change(filter, { position }, `Moved the filter ${quoted(filter.name)}`),
    /** The undo saves it anew, at its place and under another id, which `onUndo` is told. */
    remove: (filter: SavedFilter, onUndo: (made: SavedFilter) => void) => {
      const undo = () => {
        forgetChange('filter');
        toast.success(`Taken back: deleted the filter ${quoted(filter.name)}`, { id: 'filter' });
        const send = async () => {
          const made = await saveFilter({ name: filter.name, query: filter.query }, newKey());
          onUndo(await changeFilter(made.id, { position: filter.position }));
        };
        void run({ shown: undefined, send });
      };
      rememberChange('filter', undo);
      toast.success(`Deleted the filter ${quoted(filter.name)}`, { id: 'filter', undo });
      const shown = list()
        .filter(({ id }) => id !== filter.id)
        .map((one, at) => ({ ...one, position: at }));
      void run({ shown, send: () => deleteFilter(filter.id) });
    },
  };
}
