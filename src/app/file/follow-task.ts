import { fileDecider } from '../../domain/file/decide.ts';
import { fileStream } from '../../domain/file/events.ts';
import { derivedIds } from '../../domain/kernel/derived-ids.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { taskStream } from '../../domain/task/events.ts';
import { exists, type TaskState } from '../../domain/task/state.ts';
import { filesOfTask } from '../../projections/file.ts';
import type { App } from '../app.ts';
import { latest, loadTask } from '../task/task-send.ts';
import { withOwnFiles } from './files.ts';

/** The files of a decided task stay, because the decision depended on them. */
const isDecided = ({ fields }: TaskState): boolean => fields.decided_at !== null || fields.appeal !== null;

/**
 * Marks the files of a deleted task for removal, and undoes this if the task comes back. It can be repeated. Null: there was nothing to
 * write.
 */
export async function followTask(app: App, event: Recorded): Promise<Position | null> {
  const { owner, at } = event.metadata;
  if (owner === null) return null;
  const task = taskStream.requireId(event.stream);
  return withOwnFiles(app, owner, async () => {
    const state = await loadTask(app, task);
    const deleted_at = exists(state) ? null : at;
    const written: (Position | null)[] = [];
    const staysIfGiven = deleted_at !== null && isDecided(state);
    for await (const page of filesOfTask(app.views, owner, task))
      for (const { id, doc } of page)
        if (!(staysIfGiven && doc.given)) written.push(await follow(app, event, { owner, id, task, deleted_at }));
    return latest(written);
  });
}

interface Followed {
  readonly owner: string;
  readonly id: string;
  readonly task: string;
  readonly deleted_at: string | null;
}

async function follow(app: App, cause: Recorded, { owner, id, task, deleted_at }: Followed): Promise<Position | null> {
  const handling = { ...app, newId: derivedIds('files_follow_task', cause.id, id) };
  const context = { owner, actor: SYSTEM, correlationId: cause.metadata.correlation_id, causationId: cause.id };
  const command = { type: 'FollowTask', task_id: task, deleted_at } as const;
  return (await handle(handling, fileDecider, fileStream(id), command, context)).position;
}
