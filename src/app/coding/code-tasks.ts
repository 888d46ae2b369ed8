import { type CodeCommand, type CodeTaskState, codeDecider } from '../../domain/coding/decide.ts';
import { codeStream, type QuestionTexts } from '../../domain/coding/events.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { handle } from '../../domain/kernel/handle.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { withOwnerLock } from '../owner-lock.ts';

export interface CodeTaskResult {
  readonly id: string;
  readonly position: Position | null;
}

/**
 * An owner's code task from the log, with the texts of its question.
 * @throws RuleViolation not_found
 */
export async function ownCodeTask(
  app: Pick<App, 'store' | 'opener'>,
  owner: string,
  id: string,
): Promise<{ readonly state: CodeTaskState; readonly texts: QuestionTexts }> {
  const state = await readState(app.store, codeDecider, codeStream(id));
  const texts = state.owner === owner ? await app.opener.open(owner, state.texts) : null;
  if (texts === null) throw new RuleViolation('not_found', 'There is no such coding question.');
  return { state, texts };
}

/** Changes of an owner's code tasks run one after the other. */
export const withCodingLock = <T>(app: App, owner: string, work: () => Promise<T>): Promise<T> => withOwnerLock(app, owner, work, 'coding');

export async function sendToCodeTask(
  app: App,
  caller: Caller,
  id: string,
  command: CodeCommand,
): Promise<CodeTaskResult & { readonly events: readonly Recorded[] }> {
  const { events, position } = await handle(app, codeDecider, codeStream(id), command, contextOf(caller));
  return { id, events, position };
}
