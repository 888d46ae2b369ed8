import { occurrencesOf } from '../../src/projections/routine/routines.ts';
import type { TestApp } from './app.ts';

/** Dates of a routine's occurrences that are there, with a mark for what is not open. */
export async function seenOccurrences(app: TestApp, id: string): Promise<readonly string[]> {
  const found = await occurrencesOf(app.views, id, '0001-01-01');
  return found
    .filter(({ doc }) => !doc.deleted)
    .map(({ doc }) => (doc.status === 'pending' ? `${doc.occurrence_date}` : `${doc.occurrence_date} ${doc.status}`));
}
