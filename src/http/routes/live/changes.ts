import { LIVE_KINDS, type LiveKind } from '../../../contracts/live.ts';

/** What can be read anew. */
export interface Changes {
  readonly kinds: ReadonlySet<LiveKind>;
  /** The ids of the changed tasks. Null: it is not known which tasks have changed, or there are too many of them. */
  readonly tasks: ReadonlySet<string> | null;
}

/** A client that has more tasks to read reads its lists again. */
const MOST_TASKS = 20;

export const NOTHING: Changes = { kinds: new Set(), tasks: new Set() };

/** Nobody knows which tasks are concerned. */
export const ofKinds = (kinds: Iterable<LiveKind>): Changes => {
  const all = new Set(kinds);
  return { kinds: all, tasks: all.has('task') ? null : new Set() };
};

export function together(a: Changes, b: Changes): Changes {
  const tasks = a.tasks && b.tasks && a.tasks.union(b.tasks);
  return { kinds: a.kinds.union(b.kinds), tasks: tasks && tasks.size <= MOST_TASKS ? tasks : null };
}

/** In the order of the contract. `named`: the client wants to know which tasks have changed. */
export const written = ({ kinds, tasks }: Changes, named: boolean): string =>
  JSON.stringify({ kinds: LIVE_KINDS.filter((kind) => kinds.has(kind)), ...(named && { tasks: tasks && [...tasks] }) });
