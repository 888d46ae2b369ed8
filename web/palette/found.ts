import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { clockTime, dayMonth } from '../../src/contracts/words/format.ts';
import { type MarkName, markOf } from '../../src/contracts/words/marks.ts';
import { parseSearch } from '../../src/contracts/words/search-query.ts';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { firstResultsQuery, type SearchResult } from '../api/search.ts';
import { type Task, tasksQuery } from '../api/tasks.ts';
import { dueOf } from '../tasks/due.ts';
import { findTasks } from './commands.ts';

/** A row of the palette that opens a task or a routine. */
export interface FoundRow {
  readonly id: string;
  readonly title: string;
  /** Null: a routine. */
  readonly mark: MarkName | null;
  /** When it is due, or where it is. */
  readonly end: string;
  readonly to: string;
}

const SHOWN = 8;
/** More than are shown, because of each routine only the next task is. */
const ASKED = 30;
const PAUSE_MS = 120;

function whenOf(task: Task, clock: OwnerClock): string {
  const due = dueOf(task, clock.zone);
  if (!due) return '';
  return due.date === clock.today ? (due.time === null ? 'today' : clockTime(due.time)) : dayMonth(due.date, clock.today);
}

const rowOf = (task: Task, clock: OwnerClock): FoundRow => ({
  id: task.id,
  title: task.title,
  mark: markOf(task),
  end: task.archived ? 'archived' : whenOf(task, clock),
  to: `/todo?${task.archived ? 'tab=archived&' : ''}task=${encodeURIComponent(task.id)}`,
});

function rowOfResult(result: SearchResult, clock: OwnerClock): FoundRow {
  const { id, title, dueDate, archived } = result;
  if (result.kind === 'routine')
    return { id, title, mark: null, end: 'routine', to: `/todo?tab=routines&routine=${encodeURIComponent(id)}` };
  return {
    id,
    title,
    mark: result.status,
    end: archived ? 'archived' : dueDate ? dayMonth(dueDate, clock.today) : '',
    to: `/todo?${archived ? 'tab=archived&' : ''}task=${encodeURIComponent(id)}`,
  };
}

/** The rows of the server's results: of the open tasks of a routine only the first. */
function rowsOf(results: readonly SearchResult[], tasks: readonly Task[], clock: OwnerClock): FoundRow[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const seen = new Set<string>();
  const rows = results.flatMap((result): FoundRow[] => {
    const task = byId.get(result.id);
    const routine = result.status === 'pending' ? task?.recurringTaskId : null;
    if (routine && seen.has(routine)) return [];
    if (routine) seen.add(routine);
    return [task ? rowOf(task, clock) : rowOfResult(result, clock)];
  });
  return rows.slice(0, SHOWN);
}

/** The text after a pause in typing. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

export interface Found {
  readonly rows: readonly FoundRow[];
  /** What the search cannot read. */
  readonly fault: string | null;
  /** The rows are those of the server, or it does not answer. */
  readonly isReady: boolean;
}

/** Finds what the screen knows at once, and everything, archived tasks and routines too, as soon as the server has answered. */
export function useFound(typed: string): Found {
  const clock = useOwnerClock();
  const { data: tasks = [], isPending, fetchStatus } = useQuery(tasksQuery());
  const text = typed.trim();
  const paused = usePaused(text);
  const read = parseSearch(text);
  const fault = 'fault' in read ? read.fault : null;
  const isAsked = text !== '' && 'terms' in read && read.terms.length > 0;
  const search = useQuery({ ...firstResultsQuery(paused, ASKED), enabled: isAsked && paused === text });
  const results = isAsked && paused === text ? search.data : undefined;
  const isListed = !isPending || fetchStatus !== 'fetching';
  const isSettled = !isAsked || results !== undefined || (paused === text && search.fetchStatus !== 'fetching');
  const rows = results ? rowsOf(results, tasks, clock) : findTasks(text, tasks, SHOWN).map((task) => rowOf(task, clock));
  return { rows, fault, isReady: isListed && isSettled };
}
