import type { Stored } from '../../ports/documents.ts';
import type { Views } from '../engine/views.ts';
import { type TaskDoc, tasks } from './tasks.ts';

/**
 * The greatest place of all the owner's tasks that is less than `below`; null: of all places. Tasks that are archived or deleted count, too,
 * because they can come back. `except`: a task that does not count. Null: there is none.
 */
export async function placeBelow(views: Views, owner: string, below: string | null, except: string): Promise<string | null> {
  const found = await Promise.all([lastOf(views, [owner, true], below, except), lastOf(views, [owner, false], below, except)]);
  return found.reduce((last, place) => (last === null || (place !== null && place > last) ? place : last), null);
}

async function lastOf(views: Views, equals: readonly [string, boolean], below: string | null, except: string): Promise<string | null> {
  const { items } = await views.documents.find<TaskDoc>(views.current(tasks.name), {
    index: 'place',
    equals,
    order: 'desc',
    limit: 2,
    ...(below !== null && { to: below, toExclusive: true }),
  });
  return placeOf(items.find(({ id }) => id !== except));
}

const placeOf = (found: Stored<TaskDoc> | undefined): string | null => found?.doc.place ?? null;
