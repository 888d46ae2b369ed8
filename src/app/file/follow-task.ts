import { v5 } from 'uuid';
import { fileDecider } from '../../domain/file/decide.ts';
import { fileStream } from '../../domain/file/events.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { exists, type TaskState } from '../../domain/task/state.ts';
import { filesOfTask } from '../../projections/file/files.ts';
import type { App } from '../app.ts';
import { latest, loadTask } from '../task/task-send.ts';
import { withOwnFiles } from './own-files.ts';

/** Namespace of the ids of the events, so that a repetition writes the same ones. */
const FOLLOWED = '3d0c5a7e-91b4-5f26-8c1d-6e2a4b7f9053';

const TASK = 'task-';

/** What was decided about a deleted task stays with all that was given for it. */
const isDecided = ({ fields }: TaskState): boolean => fields.decided_at !== null || fields.appeal !== null;

/**
 * The files of a task that was deleted go with it, and stay if it comes back. It can be repeated. Null: there was nothing to write.
 */
export async function followTask(app: App, event: Recorded): Promise<Position | null> {
  const { owner, at } = event.metadata;
  if (owner === null) return null;
  const task = event.stream.slice(TASK.length);
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
  const handling = { ...app, newId: (index: number) => v5(`${cause.id} ${id} ${index}`, FOLLOWED) };
  const context = { owner, actor: SYSTEM, correlationId: cause.metadata.correlation_id, causationId: cause.id };
  const command = { type: 'FollowTask', task_id: task, deleted_at } as const;
  return (await handle(handling, fileDecider, fileStream(id), command, context)).position;
}
