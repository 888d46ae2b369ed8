import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { dayWord, quoted } from '../../src/contracts/words/format.ts';
import { alertKeys } from '../api/alerts.ts';
import { auditKeys } from '../api/audit.ts';
import { newKey } from '../api/client.ts';
import { serverNow } from '../api/clock.ts';
import { keptAs } from '../api/kept.ts';
import { messageOf } from '../api/problem.ts';
import { markStale } from '../api/query-client.ts';
import { type AgainDue, type Task, taskKeys } from '../api/tasks.ts';
import { toast } from '../ui/toast.tsx';
import { ALL_OF_TASKS, readAfterTask, staleAfterTask } from './after-task.ts';
import { putTask } from './cache.ts';
import { keepable, sendCall } from './kept-calls.ts';
import { rememberChange } from './last-change.ts';
import { isOpen } from './state.ts';

export const canPromiseAgain = ({ status, deleted }: Task): boolean => (status === 'missed' || status === 'skipped') && !deleted;

/** For each list, the open tasks that promise another one again, by the id of that one. */
const knownAgain = new WeakMap<readonly Task[], ReadonlyMap<string, Task>>();

function openAgain(tasks: readonly Task[]): ReadonlyMap<string, Task> {
  const found = new Map<string, Task>();
  for (const task of tasks) if (task.againOf !== null && isOpen(task) && !found.has(task.againOf)) found.set(task.againOf, task);
  return found;
}

/** The open task that promises this one again, among those that are not archived. Every row asks for it. */
export function findAgain(tasks: readonly Task[], id: string): Task | undefined {
  const again = knownAgain.get(tasks) ?? openAgain(tasks);
  knownAgain.set(tasks, again);
  return again.get(id);
}
export const cachedAgain = (client: QueryClient, id: string): Task | undefined =>
  findAgain(client.getQueryData<Task[]>(taskKeys.list()) ?? [], id);

interface Order {
  readonly task: Task;
  readonly due: AgainDue;
  readonly key: string;
}

const callOf = ({ task, due }: Order) => ({ name: 'create_again' as const, args: { id: task.id, due } });

interface Ways {
  readonly to: (id: string) => string;
  /** Deletes the new task. */
  readonly onUndo: (made: Task) => void;
  readonly today: string;
}

/** The old task stays as it is, so nothing is shown before the answer. The message has a link to the new task. */
export function usePromiseAgain({ to, onUndo, today }: Ways) {
  const client = useQueryClient();
  const underWay = useRef(new Set<string>());
  const mutation = useMutation({
    mutationKey: ['task-again'],
    meta: keptAs<Order>((order) => keepable(callOf(order), order.key, order.task.id, `Promise ${quoted(order.task.title)} again`)),
    mutationFn: (order: Order) => sendCall(callOf(order), order.key),
    onSuccess: ({ task: made, etag }, { task }) => {
      putTask(client, made, etag);
      markStale(client, [...staleAfterTask(client, null, made), alertKeys.all, auditKeys.task(task.id)]);
      const undo = () => onUndo(made);
      rememberChange(made.id, undo);
      const day = dayWord(made.dueDate ?? today, today);
      toast.success(`Promised again for ${day}: ${quoted(made.title)}`, {
        id: `task-${made.id}`,
        link: { to: to(made.id), label: 'Open it' },
        undo,
      });
    },
    onError: () => markStale(client, ALL_OF_TASKS),
    onSettled: (_answer, _error, { task }) => {
      underWay.current.delete(task.id);
      readAfterTask(client, serverNow());
    },
  });

  /** Rejects with the server's refusal. A second press while the first is under way does nothing. */
  const { mutateAsync, isPending } = mutation;
  const send = useCallback(
    async (task: Task, due: AgainDue): Promise<void> => {
      if (underWay.current.has(task.id)) return;
      underWay.current.add(task.id);
      await mutateAsync({ task, due, key: newKey() });
    },
    [mutateAsync],
  );
  const again = useCallback(
    (task: Task, due: AgainDue): void => void send(task, due).catch((error) => toast.error(messageOf(error))),
    [send],
  );
  return { send, again, sending: isPending };
}

export type PromiseAgain = ReturnType<typeof usePromiseAgain>;
