import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { clockTime, plural, shortDate } from '../../src/contracts/words/format.ts';
import { monthIn } from '../../src/contracts/words/phrases/lexicon.ts';
import { showsNothing } from '../../src/contracts/words/spelling.ts';
import { serverNow } from '../api/clock.ts';
import { markStale } from '../api/query-client.ts';
import type { Routine } from '../api/routines.ts';
import type { Task } from '../api/tasks.ts';
import { removeTimeBox, type TimeBox, timeBoxKeys } from '../api/time-boxes.ts';
import { useEndRoutine } from '../recurrence/routine-acts.ts';
import { ruleWords } from '../recurrence/rule.ts';
import { firstFault } from '../tasks/draft.ts';
import { rememberChange } from '../tasks/last-change.ts';
import { dropBox } from '../tasks/planning/box-cache.ts';
import { useTaskActs } from '../tasks/task-acts.ts';
import { parseTags } from '../tasks/typed.ts';
import { Tags } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import textStyles from '../ui/text.module.css';
import { toast } from '../ui/toast.tsx';
import type { ReadLine } from './new-draft.ts';
import styles from './pasted-lines.module.css';

export const faultOf = ({ draft }: ReadLine): string | null => firstFault(draft);

interface PastedLinesProps {
  readonly lines: readonly ReadLine[];
  readonly today: string;
  readonly busy: boolean;
  readonly onOne: () => void;
  readonly onDiscard: () => void;
}

/**
 * Previews the tasks of several pasted lines. The button of the form creates them all; another button keeps the text as one
 * task.
 */
export function PastedLines({ lines, today, busy, onOne, onDiscard }: PastedLinesProps) {
  const good = lines.filter((line) => faultOf(line) === null).length;
  return (
    <section className={styles.lines} aria-label="Pasted lines">
      <p className={clsx(styles.heading, textStyles.small)}>{lines.length} lines were pasted. Each becomes a task.</p>
      <ol>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and their order never changes
          <Line key={index} line={line} today={today} />
        ))}
      </ol>
      <div className={styles.actions}>
        <Button size="s" onClick={onDiscard}>
          Discard
        </Button>
        <Button size="s" onClick={onOne}>
          Keep as one task
        </Button>
        <Button size="s" variant="primary" type="submit" busy={busy} busyLabel="Writing..." disabled={good === 0}>
          Add {plural(good, 'task')}
        </Button>
      </div>
    </section>
  );
}

function Line({ line, today }: { readonly line: ReadLine; readonly today: string }) {
  const { draft, parsed } = line;
  const fault = faultOf(line);
  const when = draft.dueDate && [shortDate(draft.dueDate, today), draft.dueTime && clockTime(draft.dueTime)].filter(Boolean).join(', ');
  const tags = parseTags(draft.tags);
  return (
    <li>
      <Mark name="pending" named={false} />
      <span className={styles.text} dir="auto">
        {draft.title || line.text}
      </span>
      <span className={textStyles.faint}>{when ?? parsed.doubt ?? 'No due date'}</span>
      {parsed.routine && <span className={textStyles.faint}>{ruleWords(parsed.routine.rule, today)}</span>}
      {tags.length > 0 && <Tags tags={tags} />}
      {fault && <span className={textStyles.missed}>{fault}</span>}
    </li>
  );
}

const BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
/** A bullet and an empty checkbox at the start of a line: '- ', '* [ ] ', '[x] ', '☐ '. */
const SIGN = /^\s*(?:[-*+•◦▪–—]\s+)?(?:\[[ xX]?\]\s+|[☐☑☒✓]\s*)?/u;
const NUMBER = /^\s*(\d{1,3})[.)]\s+(\S+)/;

/** The number of a list item. In '24. december' it is a day of the month. */
function numberOf(line: string): number | null {
  const [, number, word = ''] = NUMBER.exec(line) ?? [];
  return number === undefined || monthIn(word.toLowerCase().replace(/\W+$/, '')) !== null ? null : Number(number);
}

/** Removes bullets, numbers and empty lines. */
export function linesOf(text: string): string[] {
  const lines = text.split(BREAK);
  const numbers = lines.map(numberOf).filter((number) => number !== null);
  const isList = numbers.every((number, index) => number === index + 1);
  return lines
    .map((line) => (isList && numberOf(line) !== null ? line.replace(/^\s*\d{1,3}[.)]\s+/, '') : line))
    .map((line) => line.replace(SIGN, '').trim())
    .filter((line) => !showsNothing(line));
}

/** `box`: the time box that was made with the task. */
export type Made = { readonly task: Task; readonly box?: TimeBox | null } | { readonly routine: Routine };

/** Deletes what was just made. One message replaces the one with this id. */
export function useTakeBack(): (made: readonly Made[], message: string, id: string) => void {
  const client = useQueryClient();
  const acts = useTaskActs();
  const ending = useEndRoutine();
  /** The server removes other boxes together with their task. */
  function removeBegun(box: TimeBox): void {
    if (Date.parse(box.startsAt) > serverNow()) return;
    dropBox(client, box.id);
    removeTimeBox(box.id).catch(() => markStale(client, [timeBoxKeys.all]));
  }
  return (made, message, id) => {
    for (const one of made) {
      if ('routine' in one) ending.mutate(one.routine);
      else if (one.box) removeBegun(one.box);
    }
    acts.removeAll(
      made.flatMap((one) => ('task' in one ? [one.task] : [])),
      message,
      id,
    );
  };
}

/** The id of the message about several lines. */
const LINES = 'pasted-lines';

/** `write` creates one of them. */
export function useMany(write: (line: ReadLine) => Promise<Made>) {
  const takeBack = useTakeBack();
  const [busy, setBusy] = useState(false);

  /**
   * Creates them one after the other and stops at the first refusal. Returns the lines that were not created, and the error.
   */
  async function writeAll(lines: readonly ReadLine[]): Promise<{ readonly left: readonly ReadLine[]; readonly failure: Error | null }> {
    const made: Made[] = [];
    let failure: Error | null = null;
    setBusy(true);
    try {
      for (const line of lines) made.push(await write(line));
    } catch (error) {
      failure = error as Error;
    } finally {
      setBusy(false);
    }
    if (made.length > 0) {
      const undo = () => takeBack(made, `Taken back: ${plural(made.length, 'task')}`, LINES);
      rememberChange(LINES, undo);
      toast.success(`Added: ${plural(made.length, 'task')}`, { id: LINES, undo });
    }
    return { left: lines.slice(made.length), failure };
  }
  return { writeAll, busy };
}
