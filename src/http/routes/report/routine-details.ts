import { dateWords } from '../../../presenters/dates.ts';

type Data = Readonly<Record<string, unknown>>;
interface Changed {
  readonly after: Data;
}

const LABELS: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  tags: 'tags',
  rrule: 'rule',
  start_date: 'first day',
  due_time: 'due time',
  mode: 'what the next is counted from',
  verification_type: 'proof',
  priority: 'priority',
  estimate_minutes: 'estimate',
};

function changed({ after }: Changed, { from }: Data): string | null {
  const names = Object.keys(after).flatMap((name) => LABELS[name] ?? []);
  const since = from === undefined ? '' : ` from ${dateWords(String(from))} on`;
  return names.length === 0 ? null : `Changed ${names.join(', ')}${since}.`;
}

const span = (data: Data): string => `From ${dateWords(String(data.from))} to ${dateWords(String(data.to))}.`;

/** Routines, what becomes of their occurrences, and vacations. */
export const ROUTINE_DETAILS: Readonly<Record<string, (changed: Changed, data: Data) => string | null>> = {
  RoutineStarted: ({ after }) => (typeof after.due_time === 'string' ? `Due at ${after.due_time}.` : null),
  RoutineChanged: changed,
  RoutinePaused: () => 'What lies ahead was taken away until it is resumed.',
  RoutineResumed: () => 'What lies ahead is there again.',
  RoutineEnded: () => 'What lay ahead was taken away.',
  TaskWithdrawn: () => 'Its routine no longer has this day.',
  TaskRestored: () => 'Its routine has this day again.',
  VacationTaken: (_changed, data) => span(data),
  VacationCancelled: (_changed, data) => span(data),
};
