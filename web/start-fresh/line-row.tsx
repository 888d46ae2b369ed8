import { clsx } from 'clsx';
import { Calendar, Check, ChevronDown, CornerDownRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { type MissLine, newestIn } from '../tasks/misses.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import tabsStyles from '../ui/tabs.module.css';
import textStyles from '../ui/text.module.css';
import type { Answer } from './answers.ts';
import type { Sorting } from './sorting.ts';
import styles from './start-fresh.module.css';
import { answerWords, missWords } from './words.ts';

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-line]')];
const rowInFocus = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-line]') ?? null;
const focusIn = (row: HTMLElement | undefined): void => row?.querySelector<HTMLElement>('a')?.focus();

/** The key of the line that has the focus. */
export const lineInFocus = (): string | null => rowInFocus()?.dataset.line ?? null;
export const focusLine = (key: string | null): void => focusIn(rows().find(({ dataset }) => dataset.line === key));
/** Moves the focus to the line below or above. */
export function focusNext(by: 1 | -1): void {
  const [all, row] = [rows(), rowInFocus()];
  focusIn(row ? all[all.indexOf(row) + by] : all.at(by === 1 ? 0 : -1));
}

interface LineRowProps {
  readonly line: MissLine;
  readonly sorting: Sorting;
  readonly today: string;
  readonly onAnswer: (answer: Answer) => void;
  /** Asks for a day. */
  readonly onPick: () => void;
  /** Whether it is the first line without an answer. On a phone only this one begins open. */
  readonly isFirst: boolean;
}

export function LineRow({ line, sorting, today, onAnswer, onPick, isFirst }: LineRowProps) {
  const { to } = useTaskScreen();
  const [opened, setOpened] = useState<boolean | null>(null);
  const sorted = sorting.sorted.get(line.key);
  const fault = sorting.faults.get(line.key);
  const last = newestIn(line);
  const isOpen = opened ?? isFirst;
  return (
    <li className={clsx(styles.line, sorted && styles.settled, isOpen && styles.open)} data-line={line.key}>
      <Mark name="missed" className={styles.mark} />
      <div className={styles.text}>
        <Link to={to(last.id)} dir="auto">
          {last.title}
        </Link>
        {sorted ? (
          <span className={styles.answer}>
            <Icon of={sorted.answer.kind === 'again' ? CornerDownRight : Check} />
            {answerWords(line, sorted.answer, today)}
          </span>
        ) : (
          <span>{missWords(line, today)}</span>
        )}
        {fault && (
          <span className={textStyles.missed} role="alert">
            {fault}
          </span>
        )}
      </div>
      {sorted ? (
        <Button variant="ghost" aria-label={`Undo: ${last.title}`} onClick={() => void sorting.takeBackOne(sorted)}>
          Undo
        </Button>
      ) : (
        <>
          <IconButton label={`Choose: ${last.title}`} className={styles.opener} aria-expanded={isOpen} onClick={() => setOpened(!isOpen)}>
            <Icon of={ChevronDown} />
          </IconButton>
          <Choices title={last.title} today={today} onAnswer={onAnswer} onPick={onPick} />
        </>
      )}
    </li>
  );
}

interface ChoicesProps extends Pick<LineRowProps, 'today' | 'onAnswer' | 'onPick'> {
  readonly title: string;
}

const Choices = ({ title, today, onAnswer, onPick }: ChoicesProps) => (
  <div className={styles.choices}>
    <span className={styles.again} aria-hidden="true">
      Again
    </span>
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame */}
    <div className={tabsStyles.segments} data-part="segments" role="group" aria-label={`Promise again: ${title}`}>
      <button type="button" onClick={() => onAnswer({ kind: 'again', due: { dueDate: addDays(today, 1) } })}>
        Tomorrow
      </button>
      <button type="button" onClick={() => onAnswer({ kind: 'again', due: { dueDate: addDays(today, 7) } })}>
        Next week
      </button>
      <button type="button" aria-label="Pick a day" onClick={onPick}>
        <Icon of={Calendar} />
      </button>
    </div>
    <Button variant="ghost" aria-label={`Drop: ${title}`} onClick={() => onAnswer({ kind: 'drop' })}>
      Drop
    </Button>
    <Button variant="ghost" aria-label={`Archive: ${title}`} onClick={() => onAnswer({ kind: 'archive' })}>
      Archive
    </Button>
  </div>
);
