import { sameTag, uniqueTags } from '../../contracts/words/spelling.ts';
import type { BatchChange } from '../../domain/bulk/events.ts';
import { addDays } from '../../domain/calendar/local.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import { inPresentZone } from '../../domain/task/follow-zone.ts';
import { invalid } from '../../domain/task/rules.ts';
import type { TaskState } from '../../domain/task/state.ts';
import type { App } from '../app.ts';
import { type Caller, ownerZones } from '../caller.ts';
import { type AgainInput, promiseAgain } from '../task/again.ts';
import { loadTask, type TaskResult } from '../task/task-send.ts';
import { openedTexts } from '../task/task-texts.ts';
import { archiveTask, editSpelled, type StatusInput, sendDelete, sendStatus, type TaskInput, unarchiveTask } from '../task/tasks.ts';

/** What happens to each of several tasks. Tags are in the spelling that their owner uses. */
export type BulkChange =
  | { readonly status: NonNullable<StatusInput['status']>; readonly reason?: string | null | undefined }
  | Pick<TaskInput, 'due_date' | 'due_time'>
  | { readonly shift_days: number }
  | { readonly priority: NonNullable<TaskInput['priority']> }
  | { readonly add_tags: readonly string[] }
  | { readonly remove_tags: readonly string[] }
  | { readonly archive: boolean }
  | { readonly delete: true }
  | { readonly again: AgainInput };

interface Applied {
  readonly kind: BatchChange;
  /** Whether it can bring tasks into the owner's list, which holds a limited number. */
  readonly adds: boolean;
  /**
   * Does it to one task, without the occurrence that follows in a routine. It can be repeated: a request that is repeated after a crash does
   * nothing with the tasks that it has changed already.
   */
  readonly apply: (app: App, caller: Caller, id: string) => Promise<TaskResult>;
}

/** Whether the batch has made the owner's last change of the task. A task that already is as the change would make it is not changed. */
export const isChangedBy = ({ last }: TaskState, batchId: string): boolean => last !== null && last.cause === batchId && !last.undone;

/** The caller of `apply` names the batch as the cause. */
export function applied(change: BulkChange, batchId: string): Applied {
  if ('status' in change) return { kind: 'status', adds: false, apply: (app, caller, id) => sendStatus(app, caller, id, change) };
  if ('shift_days' in change) {
    const { shift_days: days } = change;
    return edit('shift', async (app, owner, state) => (isChangedBy(state, batchId) ? {} : shifted(app, owner, state, days)));
  }
  if ('priority' in change) return edit('priority', async () => change);
  if ('add_tags' in change) return edit('add_tags', (app, owner, state) => withTags(app, owner, state, change.add_tags));
  if ('remove_tags' in change) return edit('remove_tags', (app, owner, state) => withoutTags(app, owner, state, change.remove_tags));
  if ('archive' in change)
    return change.archive
      ? { kind: 'archive', adds: false, apply: (app, caller, id) => archiveTask(app, caller, id) }
      : { kind: 'unarchive', adds: true, apply: (app, caller, id) => unarchiveTask(app, caller, id) };
  if ('delete' in change) return { kind: 'delete', adds: false, apply: (app, caller, id) => deleted(app, caller, id, batchId) };
  if ('again' in change) {
    const newId = (id: string) => () => derivedId('promised_in_batch', batchId, id);
    return { kind: 'again', adds: true, apply: (app, caller, id) => promiseAgain(app, caller, id, change.again, { newId: newId(id) }) };
  }
  return edit('due', async () => change);
}

async function deleted(app: App, caller: Caller, id: string, batchId: string): Promise<TaskResult> {
  try {
    return await sendDelete(app, caller, id);
  } catch (error) {
    const state = await loadTask(app, id);
    if (state.owner === caller.owner && isChangedBy(state, batchId)) return { id, state, position: null };
    throw error;
  }
}

/** Whether taking it back can bring tasks into the owner's list. */
export const isAddingBack = (kind: BatchChange): boolean => kind === 'archive' || kind === 'delete';

const edit = (kind: BatchChange, inputFor: (app: App, owner: string, state: TaskState) => Promise<TaskInput>): Applied => ({
  kind,
  adds: false,
  apply: (app, caller, id) => editSpelled(app, caller, id, (state) => inputFor(app, caller.owner, state)),
});

const LAST_DATE = '2100-12-31';

async function shifted(app: App, owner: string, { fields }: TaskState, days: number): Promise<TaskInput> {
  const { moves } = await ownerZones(app, owner);
  const { due_date } = inPresentZone(fields, { moves, now: app.clock.now() });
  if (due_date === null) throw invalid({ due_date: ['This task has no due date that could move.'] });
  const date = addDays(due_date, days);
  if (date > LAST_DATE) throw invalid({ due_date: [`No date is later than ${LAST_DATE}.`] });
  return { due_date: date };
}

const MOST_TAGS = 20;

async function withTags(app: App, owner: string, state: TaskState, added: readonly string[]): Promise<TaskInput> {
  const tags = uniqueTags([...(await tagsOf(app, owner, state)), ...added]);
  if (tags.length > MOST_TAGS) throw invalid({ tags: [`A task has at most ${MOST_TAGS} tags.`] });
  return { tags };
}

async function withoutTags(app: App, owner: string, state: TaskState, removed: readonly string[]): Promise<TaskInput> {
  return { tags: (await tagsOf(app, owner, state)).filter((tag) => !removed.some((one) => sameTag(one, tag))) };
}

const tagsOf = async (app: App, owner: string, { texts }: TaskState): Promise<readonly string[]> =>
  (await openedTexts(app, owner, texts)).tags ?? [];
