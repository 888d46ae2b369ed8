import type { QueryClient } from '@tanstack/react-query';
import { type TimeBox, timeBoxKeys } from '../../api/time-boxes.ts';

const byBeginning = (a: TimeBox, b: TimeBox): number => a.startsAt.localeCompare(b.startsAt) || a.id.localeCompare(b.id);

function eachList(client: QueryClient, change: (list: readonly TimeBox[], from: string, to: string) => TimeBox[]): void {
  for (const [key] of client.getQueriesData<TimeBox[]>({ queryKey: timeBoxKeys.all })) {
    const [, from, to] = key as ReturnType<typeof timeBoxKeys.between>;
    client.setQueryData<TimeBox[]>(key, (list) => list && change(list, from, to));
  }
}

export const dropBox = (client: QueryClient, id: string): void => eachList(client, (list) => list.filter((one) => one.id !== id));

/**
 * Adds the box to every cached list with its date, and removes it from the others. `alias` is another id under which it may be
 * there. It changes each list once, so that a box which only gets its id keeps the focus.
 */
export function putBox(client: QueryClient, box: TimeBox, alias: string): void {
  eachList(client, (list, from, to) => {
    const others = list.filter((one) => one.id !== box.id && one.id !== alias);
    return box.date >= from && box.date <= to ? [...others, box].sort(byBeginning) : others;
  });
}

export function cachedBox(client: QueryClient, id: string): TimeBox | undefined {
  for (const [, list] of client.getQueriesData<TimeBox[]>({ queryKey: timeBoxKeys.all })) {
    const found = list?.find((one) => one.id === id);
    if (found) return found;
  }
  return undefined;
}
