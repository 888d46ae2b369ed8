import type { RecordedOf } from '../../domain/kernel/event.ts';
import { required } from '../../domain/kernel/records.ts';
import { TASK_CHANGES, type TaskChangeEvent, taskStream } from '../../domain/task/events.ts';
import { folds, on, type Projection } from '../engine/projection.ts';
import { everything, type Views } from '../engine/views.ts';
import { isTaskChange } from './tasks.ts';

/** By position: a task was taken back from a local date, or given back to it. */
export type WithdrawalDoc = { readonly owner: string; readonly date: string; readonly task_id: string };

const dateIn = (event: RecordedOf<TaskChangeEvent>): string | undefined =>
  event.data.tally.find((change) => 'count' in change && change.count === 'taken_back')?.date;

const withdrawal = (_doc: WithdrawalDoc | null, event: RecordedOf<TaskChangeEvent>): WithdrawalDoc => ({
  owner: required(event.metadata.owner, 'owner of a task'),
  date: required(dateIn(event), 'date from which the task was taken back'),
  task_id: taskStream.requireId(event.stream),
});

export const withdrawals: Projection<WithdrawalDoc> = {
  name: 'withdrawals',
  version: 1,
  indexes: [{ name: 'date', fields: ['owner', 'date'] }],
  ids: (event) => (isTaskChange(event) && event.metadata.owner !== null && dateIn(event) !== undefined ? [event.position] : []),
  on: folds(on(TASK_CHANGES, withdrawal)),
  once: true,
};

/** Ids of the tasks that were taken back from local dates (both included), even if they were given back later. */
export async function takenBackFrom(views: Views, owner: string, from: string, to: string): Promise<readonly string[]> {
  const query = { index: 'date', equals: [owner], from, to, order: 'asc' } as const;
  const found = await everything<WithdrawalDoc>(views.documents, views.current(withdrawals.name), query);
  return [...new Set(found.map(({ doc }) => doc.task_id))];
}
