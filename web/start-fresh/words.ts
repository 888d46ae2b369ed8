import { countWord, dayMonth, dueTimeWords, listed, number, period, plural, shortDate, times } from '../../src/contracts/words/format.ts';
import type { AgainDue, Task } from '../api/tasks.ts';
import { weekOf } from '../tasks/fresh-offer.tsx';
import { type MissLine, newestIn } from '../tasks/misses.ts';
import type { Answer } from './answers.ts';

/** Without blame: what happened, that it stays, and what to do now. */
export function kindWords(misses: readonly Task[], today: string): string {
  const when = weekOf(misses, today);
  const lead = when === null ? 'Not everything went as planned' : `${when === 'last week' ? 'Last' : 'This'} week did not go as planned`;
  const count = `${countWord(misses.length).toLowerCase()} ${misses.length === 1 ? 'promise was' : 'promises were'} missed`;
  return `${lead}: ${count}. That happens. They stay in the record. Choose what you still want to do.`;
}

/** 'Missed, 24 to 29 November'. The year is named only if it is not the current one. */
export function rangeWords(misses: readonly Task[], today: string): string {
  const dates = misses.flatMap(({ dueDate }) => dueDate ?? []).sort();
  const [from, to] = [dates[0] ?? today, dates.at(-1) ?? today];
  const words = period(from, to, false);
  return `Missed, ${to.slice(0, 4) === today.slice(0, 4) ? words.replace(/ \d{4}$/, '') : words}`;
}

/** 'Missed Thu 26 Nov, 16:00'. */
export function missWords({ tasks }: MissLine, today: string): string {
  const [first] = tasks;
  if (tasks.length > 1) return `Missed ${times(tasks.length)}, ${tasks.map(({ dueDate }) => dayMonth(dueDate ?? today, today)).join(', ')}`;
  return `Missed ${shortDate(first.dueDate ?? today, today)}, ${dueTimeWords(first.dueTime)}`;
}

/** The time of the new promise; a time that is left out is the old one's. */
const timeOf = (task: Task, { dueTime }: AgainDue): string => dueTimeWords(dueTime === undefined ? task.dueTime : dueTime);

/** What was decided about a line. */
export function answerWords(line: MissLine, answer: Answer, today: string): string {
  const last = newestIn(line);
  const many = line.tasks.length > 1;
  if (answer.kind === 'again') return `Again on ${shortDate(answer.due.dueDate, today)}, ${timeOf(last, answer.due)}`;
  if (answer.kind === 'archive') return 'Dropped, and off the lists';
  const stays = many ? `the ${number(line.tasks.length)} misses stay` : `the miss of ${dayMonth(last.dueDate ?? today, today)} stays`;
  return answer.kind === 'go on' ? `The routine goes on, ${stays}` : `Dropped, ${stays}`;
}

/** '3 are promised for tomorrow, 1 for Tue 1 Dec, 2 routines go on, 1 was dropped.' */
export function sumWords(answers: readonly Answer[], today: string, tomorrow: string): string {
  const dates = answers.flatMap((answer) => (answer.kind === 'again' ? [answer.due.dueDate] : [])).sort();
  const again = [...new Set(dates)].map((date, index) => {
    const count = dates.filter((one) => one === date).length;
    const day = date === tomorrow ? 'tomorrow' : shortDate(date, today);
    return index === 0 ? `${number(count)} ${count === 1 ? 'is' : 'are'} promised for ${day}` : `${number(count)} for ${day}`;
  });
  const of = (kind: Answer['kind']) => answers.filter((answer) => answer.kind === kind).length;
  const [goOn, dropped, archived] = [of('go on'), of('drop'), of('archive')];
  const was = (count: number) => (count === 1 ? 'was' : 'were');
  const parts = [
    ...again,
    ...(goOn > 0 ? [`${plural(goOn, 'routine')} ${goOn === 1 ? 'goes' : 'go'} on`] : []),
    ...(dropped > 0 ? [`${number(dropped)} ${was(dropped)} dropped`] : []),
    ...(archived > 0 ? [`${number(archived)} ${was(archived)} archived`] : []),
  ];
  return `${listed(parts)}.`;
}
