import type { App } from '../app/app.ts';
import type { Task } from '../contracts/task.ts';
import type { Stored } from '../ports/documents.ts';
import { presentReported } from '../presenters/task.ts';
import { yieldToEventLoop } from '../projections/engine/pauses.ts';
import type { TaskDoc } from '../projections/task/tasks.ts';

/** Tasks that are opened, or entries that are read, without a pause. */
export const SLICE = 250;

/** Tasks with their texts opened, in slices, between which other work of the process gets its turn. */
export async function* presentedSlices(opener: App['opener'], owner: string, tasks: readonly Stored<TaskDoc>[]): AsyncGenerator<Task[]> {
  for (let at = 0; at < tasks.length; at += SLICE) {
    if (at > 0) await yieldToEventLoop();
    // The key may have been put away in the pause.
    await opener.ready(owner);
    yield tasks.slice(at, at + SLICE).map((task) => presentReported(opener, task));
  }
}
