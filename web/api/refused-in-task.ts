import { newTaskBody } from '../../src/contracts/task.ts';
import { camelName, snake } from './names.ts';
import type { NewTask } from './tasks.ts';

/** Checks a task with the schema of the call. Returns the first message of each refused field. */
export function refusedInTask(body: NewTask): ReadonlyMap<string, string> {
  const issues = newTaskBody.safeParse(snake(body)).error?.issues ?? [];
  return new Map(issues.toReversed().map(({ path, message }) => [camelName(String(path[0])), message]));
}
