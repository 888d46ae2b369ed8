import type { AgainDue, Task } from '../api/tasks.ts';
import type { Press } from '../tasks/batches.ts';
import { type MissLine, newestIn } from '../tasks/misses.ts';

/**
 * What becomes of a line. `again` makes one new task, also for several misses of a routine. `drop` leaves the miss and
 * acknowledges its alert, `archive` takes it off the lists, too. `go on` drops the misses of a routine that makes its next
 * occurrence by itself.
 */
export type Answer = { readonly kind: 'again'; readonly due: AgainDue } | { readonly kind: 'drop' | 'archive' | 'go on' };

export interface Answered {
  readonly line: MissLine;
  readonly answer: Answer;
}

const idsOf = ({ line }: Answered): string[] => line.tasks.map(({ id }) => id);

/** One change for each kind of answer. `alerts` has the ids of the active alerts, by the id of the task. */
export function pressFor(answered: readonly Answered[], alerts: ReadonlyMap<string, string>, words: string): Press {
  const again = new Map<string, { readonly due: AgainDue; readonly ids: string[] }>();
  for (const { line, answer } of answered) {
    if (answer.kind !== 'again') continue;
    const key = JSON.stringify(answer.due);
    const ids = again.get(key)?.ids ?? [];
    again.set(key, { due: answer.due, ids: [...ids, newestIn(line).id] });
  }
  const archived = answered.filter(({ answer }) => answer.kind === 'archive').flatMap(idsOf);
  const renewed = new Set([...again.values()].flatMap(({ ids }) => ids));
  return {
    changes: [
      ...[...again.values()].map(({ due, ids }) => ({ ids, change: { again: due } })),
      ...(archived.length > 0 ? [{ ids: archived, change: { archive: true } }] : []),
    ],
    // The server resolves the alert of a task that is promised again.
    alerts: answered.flatMap(idsOf).flatMap((id) => (renewed.has(id) ? [] : (alerts.get(id) ?? []))),
    words,
  };
}

/** What takes back one line of a press: the other lines of its batches stay. `made` is the new task of `again`. */
export function pressBack({ line, answer }: Answered, made: Task | undefined, words: string): Press {
  const archived = answer.kind === 'archive' ? [{ ids: line.tasks.map(({ id }) => id), change: { archive: false } }] : [];
  return { changes: made ? [{ ids: [made.id], change: { delete: true } }] : archived, alerts: [], words };
}
