import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { plural, quoted } from '../../src/contracts/words/format.ts';
import { messageOf } from '../api/problem.ts';
import type { Task } from '../api/tasks.ts';
import { type PressDone, useBatches } from '../tasks/batches.ts';
import { dropTask, putTask } from '../tasks/cache.ts';
import { byDue } from '../tasks/due.ts';
import { rememberChange } from '../tasks/last-change.ts';
import { noteMisses } from '../tasks/miss-notes.ts';
import { type Misses, type MissLine, missLines, newestIn } from '../tasks/misses.ts';
import { toast } from '../ui/toast.tsx';
import { type Answered, pressBack, pressFor } from './answers.ts';
import { answerWords } from './words.ts';

export interface Sorted extends Answered {
  /** The new task of a promise that was made again. Undefined until the server has answered. */
  readonly made: Task | undefined;
}
/** The newest message replaces the one before, because each line has its own way back. */
const TOAST = 'start-fresh';
type ByLine<T> = ReadonlyMap<string, T>;

const NO_ALERTS: ReadonlyMap<string, string> = new Map();
const idsIn = (lines: readonly MissLine[]): string[] => lines.flatMap(({ tasks }) => tasks.map(({ id }) => id));

/** Why the server did not do it. Null: it did. */
export function faultOf({ line, answer }: Answered, { done, refused, failure, alertFailure }: PressDone): string | null {
  if (answer.kind === 'drop' || answer.kind === 'go on') return alertFailure && messageOf(alertFailure);
  const wanted = answer.kind === 'again' ? [newestIn(line).id] : idsIn([line]);
  const got = new Set(done.map((task) => (answer.kind === 'again' ? task.againOf : task.id)));
  const left = wanted.filter((id) => !got.has(id));
  if (left.length === 0) return null;
  return refused.find(({ id }) => left.includes(id))?.message ?? messageOf(failure);
}

/** The lines of all misses, and the answers to them, which are shown at once. A line stays on the screen after its answer. */
export function useSorting(misses: Misses | undefined, today: string) {
  const client = useQueryClient();
  const batches = useBatches();
  const [sorted, setSorted] = useState<ByLine<Sorted>>(new Map());
  const [faults, setFaults] = useState<ByLine<string>>(new Map());
  // The alerts that are closed already stay known, for answers that are given soon after another one.
  const alerts = useRef(NO_ALERTS);
  if (misses) alerts.current = new Map([...alerts.current, ...misses.alerts]);

  const gone = new Set(idsIn([...sorted.values()].map(({ line }) => line)));
  const open = missLines(misses?.tasks.filter(({ id }) => !gone.has(id)) ?? []);
  const lines = [...open, ...[...sorted.values()].map(({ line }) => line)].sort((a, b) => byDue(a.tasks[0], b.tasks[0]));

  const put = (all: readonly Sorted[]) => setSorted((before) => new Map([...before, ...all.map((one) => [one.line.key, one] as const)]));
  const takeOut = (all: readonly Answered[]) =>
    setSorted((before) => new Map([...before].filter(([key]) => !all.some(({ line }) => line.key === key))));
  const mark = (all: readonly Answered[], faultFor: (one: Answered) => string | null) =>
    setFaults((before) => {
      const next = new Map(before);
      for (const one of all) {
        const fault = faultFor(one);
        if (fault === null) next.delete(one.line.key);
        else next.set(one.line.key, fault);
      }
      return next;
    });

  /** Returns the message about the first line that was refused, or null. */
  async function answer(answered: readonly Answered[]): Promise<string | null> {
    if (answered.length === 0) return null;
    const given = idsIn(answered.map(({ line }) => line));
    put(answered.map((one) => ({ ...one, made: undefined })));
    mark(answered, () => null);
    noteMisses('takenBack', given, false);
    const result = await batches.press(pressFor(answered, alerts.current, pressWords(answered)));
    const wrong = answered.filter((one) => faultOf(one, result) !== null);
    const madeOf = ({ line }: Answered) => result.done.find(({ againOf }) => againOf === newestIn(line).id);
    const good = answered.filter((one) => !wrong.includes(one)).map((one) => ({ ...one, made: madeOf(one) }));
    put(good);
    takeOut(wrong);
    mark(wrong, (one) => faultOf(one, result));
    if (good.length > 0) say(good, result.batches);
    return wrong[0] ? faultOf(wrong[0], result) : null;
  }

  function say(good: readonly Sorted[], ids: readonly string[]): void {
    const [first] = good;
    const undo = () => void takeBack(good, ids);
    rememberChange(TOAST, undo);
    const isOne = first && good.length === 1;
    toast.success(
      isOne
        ? `${answerWords(first.line, first.answer, today)}: ${quoted(newestIn(first.line).title)}`
        : `${good.length} lines done at once`,
      {
        id: TOAST,
        undo,
      },
    );
  }

  /** Takes back a whole press. */
  async function takeBack(all: readonly Sorted[], ids: readonly string[]): Promise<void> {
    openAgain(all);
    try {
      const refused = await batches.takeBack(ids, `Take back: ${pressWords(all)}`);
      if (refused.length > 0) return void toast.error('Some of them were changed since, and stay as they are now.');
      toast.success(all.length === 1 ? 'Taken back' : `Taken back: ${plural(all.length, 'line')}`);
    } catch (error) {
      toast.error(messageOf(error));
    }
  }

  /** Takes back the answer to one line. */
  async function takeBackOne(one: Sorted): Promise<void> {
    openAgain([one]);
    const { refused, failure } = await batches.press(pressBack(one, one.made, `Take back: ${pressWords([one])}`));
    const fault = refused[0]?.message ?? (failure && messageOf(failure));
    if (fault) toast.error(fault);
  }

  /** Shows the lines without their answers at once. */
  function openAgain(all: readonly Sorted[]): void {
    noteMisses('takenBack', idsIn(all.map(({ line }) => line)), true);
    for (const { line, made } of all) {
      for (const task of line.tasks) putTask(client, task);
      if (made) dropTask(client, made.id);
    }
    takeOut(all);
  }
  return { lines, open, sorted, faults, answer, takeBackOne };
}

export type Sorting = ReturnType<typeof useSorting>;

function pressWords(answered: readonly Answered[]): string {
  const [first] = answered;
  return first && answered.length === 1
    ? `Sort out ${quoted(newestIn(first.line).title)}`
    : `Sort out ${plural(answered.length, 'missed task')}`;
}
