import { VacationCancelled, VacationTaken, vacationStream } from '../domain/vacation/events.ts';
import { folds, on, type Projection } from './engine/projection.ts';
import type { Views } from './engine/views.ts';

export type VacationEntry = { readonly id: string; readonly from: string; readonly to: string; readonly created_at: string };

/** By owner: the vacations that were not cancelled, by their first day. */
export type VacationsDoc = { readonly owner: string; readonly vacations: readonly VacationEntry[] };

export const vacations: Projection<VacationsDoc> = {
  name: 'vacations',
  version: 1,
  indexes: [],
  ids: (event) => [vacationStream.requireId(event.stream)],
  on: folds(
    on(VacationTaken, (doc, { data, metadata }, owner) => {
      const all = [...(doc?.vacations ?? []), { ...data, created_at: metadata.at }];
      return { owner, vacations: all.sort((a, b) => (a.from < b.from ? -1 : 1)) };
    }),
    on(VacationCancelled, (doc, { data }) => doc && { ...doc, vacations: doc.vacations.filter((one) => one.id !== data.id) }),
  ),
};

export async function vacationsOf(views: Views, owner: string): Promise<readonly VacationEntry[]> {
  return (await views.documents.get<VacationsDoc>(views.current(vacations.name), owner))?.doc.vacations ?? [];
}

export async function onVacation(views: Views, owner: string, date: string): Promise<boolean> {
  return (await vacationsOf(views, owner)).some(({ from, to }) => from <= date && date <= to);
}
