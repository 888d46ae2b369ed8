import { eveningTasks } from '../../app/push/evening.ts';
import { plural } from '../../contracts/words/format.ts';
import { sentence } from '../../contracts/words/isolated.ts';
import { localDate } from '../../domain/calendar/local.ts';
import type { ComposePush } from './payload.ts';

/** What is still open today, and what was missed. Null: nothing is open any more, or the day is over. */
export const composeEvening: ComposePush = async ({ app, owner, zone, now }, { date }) => {
  if (date === null || date !== localDate(now, zone)) return null;
  const { open, missed } = await eveningTasks(app, owner, date);
  if (open.length === 0) return null;
  const lines = [...open.map(({ title }) => title), ...missed.map(({ title }) => sentence`Missed: ${title}`)];
  const title = `${plural(open.length, 'promise')} of today ${open.length === 1 ? 'is' : 'are'} still open`;
  return { title, body: lines.join('\n'), url: '/close-of-day', tag: 'evening', task_id: null, actions: [] };
};
