import type { QueryClient } from '@tanstack/react-query';
import { addDays } from '../../../src/contracts/words/phrases/days.ts';
import { serverNow } from '../../api/clock.ts';
import { messageOf } from '../../api/problem.ts';
import { channelsQuery } from '../../api/settings.ts';
import type { Task } from '../../api/tasks.ts';
import { timeBoxesQuery } from '../../api/time-boxes.ts';
import { localDay } from '../../lib/local-day.ts';
import { toast } from '../../ui/toast.tsx';
import { isOpen } from '../state.ts';
import { boxActs } from './box-acts.ts';
import { nextFree } from './free-time.ts';
import { lengthFor, placeAt, spanOf } from './span.ts';

const DAYS = 7;

/** Plans a box for the task in the next free time of the coming days. The message says when, and undoes it. */
export async function planNext(client: QueryClient, task: Task, owner: { readonly zone: string; readonly today: string }): Promise<void> {
  if (!isOpen(task) && task.status !== 'missed') {
    toast.error(`This task is ${task.status}. Open it again before you plan a time for it.`);
    return;
  }
  const { zone, today } = owner;
  try {
    const [boxes, channels] = await Promise.all([
      client.ensureQueryData(timeBoxesQuery(addDays(today, -1), addDays(today, DAYS))),
      client.ensureQueryData(channelsQuery()),
    ]);
    const days = Array.from({ length: DAYS }, (_, away) => localDay(addDays(today, away), zone));
    const minutes = lengthFor(task);
    const start = nextFree(days, boxes.map(spanOf), minutes, channels.value, serverNow());
    if (start === null) toast.error('The next seven days have no free time that is long enough.');
    else boxActs(client, owner).plan(task, placeAt(start, minutes, zone));
  } catch (error) {
    toast.error(messageOf(error));
  }
}
