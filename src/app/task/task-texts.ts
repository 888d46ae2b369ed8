import type { WrittenTexts } from '../../domain/task/commands.ts';
import { same } from '../../domain/task/draft.ts';
import { TASK_TEXTS } from '../../domain/task/event-data.ts';
import type { TaskState } from '../../domain/task/state.ts';
import type { App } from '../app.ts';

/** The texts that differ from the present ones. They are compared here because deciders never open sealed values. */
export async function changedTexts(app: App, owner: string, { texts }: TaskState, written: WrittenTexts): Promise<WrittenTexts> {
  const changed: Record<string, unknown> = {};
  for (const name of TASK_TEXTS) {
    const value = written[name];
    if (value === undefined) continue;
    const sealed = texts[name];
    const present = sealed === null ? null : (await app.opener.open(owner, sealed))?.[name];
    if (!same(value, present)) changed[name] = value;
  }
  return changed as WrittenTexts;
}
