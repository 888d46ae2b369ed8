import type { VerificationType } from '../../domain/task/event-data.ts';
import type { Page, Stored } from '../../ports/documents.ts';
import { everything } from '../engine/pages.ts';
import type { Views } from '../engine/views.ts';
import { openUntil } from '../task/proof-keys.ts';
import type { PageOf } from '../task/task-lists.ts';
import { type TaskDoc, tasks } from '../task/tasks.ts';

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
