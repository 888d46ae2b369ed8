import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { quoted } from '../../src/contracts/words/format.ts';
import { messageOf } from '../api/problem.ts';
import { SHOWN_AT_ONCE, stopReads } from '../api/query-client.ts';
import { placeTask, type Task, taskKeys } from '../api/tasks.ts';
import { readStored, storeInBrowser } from '../lib/browser-storage.ts';
import { forgetChange, rememberChange } from '../tasks/last-change.ts';
import { toast } from '../ui/toast.tsx';

export type ListOrder = 'date' | 'own';

const NAME = 'vouch-list-order';

/** How the lists are ordered. The browser remembers it. */
export function useListOrder(): readonly [ListOrder, (order: ListOrder) => void] {
  const [order, setOrder] = useState<ListOrder>(() => (readStored(NAME) === 'own' ? 'own' : 'date'));
  const choose = useCallback((next: ListOrder) => {
    storeInBrowser(NAME, next);
    setOrder(next);
  }, []);
  return [order, choose];
}

/** The task before another one, or last. */
export function placedBefore<One extends { readonly id: string }>(list: readonly One[], id: string, before: string | null): One[] {
  const one = list.find((task) => task.id === id);
  if (!one || before === id) return [...list];
  const others = list.filter((task) => task !== one);
  const at = before === null ? -1 : others.findIndex((task) => task.id === before);
  return at === -1 ? [...others, one] : others.toSpliced(at, 0, one);
}

/** The task that follows in the whole order, of which a list shows a part. Null: it is the last one. */
export function nextInOrder(list: readonly { readonly id: string }[], id: string): string | null {
  const at = list.findIndex((task) => task.id === id);
  return at === -1 ? null : (list[at + 1]?.id ?? null);
}

/**
 * The task before which a moved one has to stand in the whole order, so that it has this place among the shown ones. Undefined:
 * it stands there already.
 */
export function beforeInOrder(
  shown: readonly string[],
  all: readonly { readonly id: string }[],
  id: string,
  place: number,
): string | null | undefined {
  const at = shown.indexOf(id);
  if (at === -1 || place < 0 || place >= shown.length || place === at) return undefined;
  const others = shown.filter((one) => one !== id);
  const next = others[place];
  if (next !== undefined) return next;
  const last = others.at(-1);
  return last === undefined ? undefined : nextInOrder(all, last);
}

interface Move {
  readonly id: string;
  readonly before: string | null;
}

const show = (client: QueryClient, { id, before }: Move): void =>
  void client.setQueryData<Task[]>(taskKeys.placed(), (list) => list && placedBefore(list, id, before));

/** Moves tasks in the owner's own order. Each move is shown at once and can be undone. */
export function useMoves() {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationKey: ['task-place'],
    // Each move is sent after the one before it, because places depend on each other.
    scope: { id: 'task-place' },
    meta: SHOWN_AT_ONCE,
    onMutate: async (move: Move) => {
      show(client, move);
      await stopReads(client, taskKeys.placed());
    },
    mutationFn: ({ id, before }: Move) => placeTask(id, before),
    onError: () => client.invalidateQueries({ queryKey: taskKeys.placed() }),
  });
  const send = (move: Move): void => {
    mutateAsync(move).catch((error: unknown) => {
      forgetChange('place');
      toast.error(messageOf(error), { id: 'place', detail: 'The order is as it was.' });
    });
  };
  return (task: Task, before: string | null): void => {
    const was = nextInOrder(client.getQueryData<Task[]>(taskKeys.placed()) ?? [], task.id);
    const undo = () => {
      forgetChange('place');
      toast.success(`Back at its place: ${quoted(task.title)}`, { id: 'place' });
      send({ id: task.id, before: was });
    };
    rememberChange('place', undo);
    toast.success(`Moved ${quoted(task.title)}`, { id: 'place', undo });
    send({ id: task.id, before });
  };
}
