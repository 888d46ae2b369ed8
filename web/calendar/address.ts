import { useSearchParams } from 'react-router-dom';
import { addDays, lastOfMonth, monthLater } from '../../src/contracts/words/phrases/days.ts';
import { weekBegin } from '../lib/calendar.ts';

export const VIEWS = ['day', 'week', 'month'] as const;
export type CalendarView = (typeof VIEWS)[number];

export interface CalendarAddress {
  readonly view: CalendarView;
  /** A date of the day, week or month that is shown. */
  readonly date: string;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const isDate = (text: string | null): text is string => text !== null && DATE.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

export function addressFrom(params: URLSearchParams, today: string): CalendarAddress {
  const date = params.get('date');
  return { view: VIEWS.find((view) => view === params.get('show')) ?? 'week', date: isDate(date) ? date : today };
}

/** Today needs no date in the address, so that a bookmark shows the present week. */
export function addressOf({ view, date }: CalendarAddress, today: string): string {
  const params = new URLSearchParams({ ...(view === 'week' ? {} : { show: view }), ...(date === today ? {} : { date }) });
  return params.size === 0 ? '/todo/plan' : `/todo/plan?${params.toString()}`;
}

export const useCalendarAddress = (today: string): CalendarAddress => addressFrom(useSearchParams()[0], today);

/** The dates that the view shows. A month is shown with the days of other months that complete its weeks. */
export function datesOf({ view, date }: CalendarAddress): readonly string[] {
  if (view === 'day') return [date];
  const first = weekBegin(view === 'week' ? date : `${date.slice(0, 7)}-01`);
  const last = view === 'week' ? addDays(first, 6) : addDays(weekBegin(lastOfMonth(date)), 6);
  const dates: string[] = [];
  for (let next = first; next <= last; next = addDays(next, 1)) dates.push(next);
  return dates;
}

/** The address of the day, week or month before (-1) or after (1). */
export function beside({ view, date }: CalendarAddress, by: -1 | 1): CalendarAddress {
  if (view === 'month') return { view, date: monthLater(date, by) };
  return { view, date: addDays(date, view === 'week' ? 7 * by : by) };
}
