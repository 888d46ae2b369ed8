import { HOUR, toEpoch } from '../../domain/calendar/dates.ts';
import { recordOf } from '../../domain/kernel/records.ts';
import { JUDGE_KINDS, type JudgeKind } from '../../domain/proof/event-data.ts';
import type { VerificationType } from '../../domain/task/event-data.ts';
import { isRejectedForGood } from '../../domain/task/rules.ts';
import type { Page, Stored } from '../../ports/documents.ts';
import { everything, type Views } from '../engine/views.ts';
import type { PageOf } from '../task/task-lists.ts';
import { openUntil, type TaskDoc, tasks } from '../task/tasks.ts';

type Found = readonly Stored<TaskDoc>[];

/**
 * The tasks that wait for a proof or a verdict: the completed ones by their proof deadline, then the open ones that are due until an
 * instant, by their due instant.
 */
export const waitingTasks = (views: Views, owner: string, until: string): Promise<Found> =>
  everything<TaskDoc>(views.documents, views.current(tasks.name), {
    index: 'proof',
    equals: [owner],
    from: '',
    to: openUntil(until),
    order: 'asc',
  });

/** The tasks whose proof a partner must judge. */
export async function reviewsByPartners(views: Views, owner: string): Promise<Found> {
  const completed = { index: 'proof', equals: [owner], from: '', to: openUntil(''), order: 'asc' } as const;
  const found = await everything<TaskDoc>(views.documents, views.current(tasks.name), completed);
  return found.filter(({ doc }) => doc.review?.judge.kind === 'partner');
}

export interface DecidedFilter {
  readonly state?: 'verified' | 'rejected' | 'expired';
  readonly type?: VerificationType;
}

/** Tasks with a final decision about their proof, newest decision first, including deleted ones. */
export async function decidedTasks(views: Views, owner: string, filter: DecidedFilter, page: PageOf): Promise<Page<TaskDoc>> {
  const items: Stored<TaskDoc>[] = [];
  let after: PageOf['after'] | null = page.after;
  // One more than the limit shows whether there is a next page.
  while (items.length <= page.limit && after !== null) {
    const query = { index: 'decided', equals: [owner], order: 'desc', limit: Math.max(CHUNK, page.limit + 1) } as const;
    const chunk: Page<TaskDoc> = await views.documents.find<TaskDoc>(views.current(tasks.name), { ...query, ...(after && { after }) });
    items.push(...chunk.items.filter(({ doc }) => isWanted(doc, filter)));
    after = chunk.next;
  }
  const shown = items.slice(0, page.limit);
  const last = shown.at(-1);
  return { items: shown, next: items.length > page.limit && last ? [last.doc.decided_key, last.id] : null };
}

const CHUNK = 200;

const isWanted = (doc: TaskDoc, { state, type }: DecidedFilter): boolean =>
  (state === undefined || doc.verification_state === state) && (type === undefined || doc.verification_type === type);

/** Tasks that ask for proof and count on local dates from one to another (both included). */
export const provableTasks = (views: Views, owner: string, from: string, to: string): Promise<Found> =>
  everything<TaskDoc>(views.documents, views.current(tasks.name), { index: 'proof_date', equals: [owner], from, to, order: 'asc' });

export interface VerificationStats {
  /** How many tasks ask for proof. A skipped task no longer does. */
  readonly required: number;
  readonly verified: number;
  readonly rejected: number;
  readonly expired: number;
  readonly waiting: number;
  /** Who accepted, or rejected for good. */
  readonly by_judge: Readonly<Record<JudgeKind, number>>;
  /** From the completion to the first proof. Null: there is none. */
  readonly median_hours_to_proof: number | null;
  /** From the last proof to the judge's decision. The owner's own word is not included, because it comes at once. */
  readonly median_hours_to_decision: number | null;
}

type Counted = Pick<
  TaskDoc,
  'status' | 'completed_at' | 'verification_state' | 'decided_at' | 'decided_by' | 'first_proof_at' | 'last_proof_at'
>;

export function statsOf(tasks: readonly Counted[]): VerificationStats {
  const count = (is: (task: Counted) => boolean): number => tasks.filter(is).length;
  const decidedBy = (kind: JudgeKind) => (task: Counted) => task.decided_by === kind && task.decided_at !== null;
  const by_judge = recordOf(JUDGE_KINDS, (kind) => count(decidedBy(kind)));
  return {
    required: count(({ status }) => status !== 'skipped'),
    verified: count(({ verification_state: state }) => state === 'verified'),
    rejected: count(isRejectedForGood),
    expired: count(({ verification_state: state }) => state === 'expired'),
    waiting: count(({ verification_state: state }) => state === 'in_review'),
    by_judge,
    median_hours_to_proof: median(tasks.flatMap(({ completed_at, first_proof_at }) => hours(completed_at, first_proof_at))),
    median_hours_to_decision: median(
      tasks.flatMap(({ last_proof_at, decided_at, decided_by }) =>
        decided_by === null || decided_by === 'self' ? [] : hours(last_proof_at, decided_at),
      ),
    ),
  };
}

/** Not below 0: a task can be completed again after its first proof. */
const hours = (from: string | null, to: string | null): readonly number[] =>
  from === null || to === null ? [] : [Math.max(0, (toEpoch(to) - toEpoch(from)) / HOUR)];

/** Rounded to a hundredth. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : Math.round(((low + high) / 2) * 100) / 100;
}
