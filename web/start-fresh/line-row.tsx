import { clsx } from 'clsx';
import { Check, ChevronDown, CornerDownRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { AgainChoices } from '../tasks/again-choices.tsx';
import lineStyles from '../tasks/lines.module.css';
import { type MissLine, newestIn } from '../tasks/misses.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import type { Answer } from './answers.ts';
import type { Sorting } from './sorting.ts';
import { answerWords, missWords } from './words.ts';

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
    <li className={clsx(lineStyles.line, sorted && lineStyles.settled, isOpen && lineStyles.open)} data-line={line.key}>
      <Mark name="missed" className={lineStyles.mark} />
      <div className={lineStyles.text}>
        <Link to={to(last.id)} dir="auto">
          {last.title}
        </Link>
        {sorted ? (
          <span className={lineStyles.answer}>
            <Icon of={sorted.answer.kind === 'again' ? CornerDownRight : Check} />
            {answerWords(line, sorted.answer, today)}
          </span>
        ) : (
          <span>{missWords(line, today)}</span>
        )}
        {fault && (
          <Status fresh className={textStyles.missed}>
            {fault}
          </Status>
        )}
      </div>
      {sorted ? (
        <Button variant="ghost" aria-label={sentence`Undo: ${last.title}`} onClick={() => void sorting.takeBackOne(sorted)}>
          Undo
        </Button>
      ) : (
        <>
          <IconButton
            label={sentence`Choose: ${last.title}`}
            className={lineStyles.opener}
            aria-expanded={isOpen}
            onClick={() => setOpened(!isOpen)}
          >
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
  <div className={lineStyles.choices}>
    <span className={lineStyles.again} aria-hidden="true">
      Again
    </span>
    <AgainChoices title={title} today={today} onDay={(dueDate) => onAnswer({ kind: 'again', due: { dueDate } })} onPick={onPick} />
    <Button variant="ghost" aria-label={sentence`Drop: ${title}`} onClick={() => onAnswer({ kind: 'drop' })}>
      Drop
    </Button>
    <Button variant="ghost" aria-label={sentence`Archive: ${title}`} onClick={() => onAnswer({ kind: 'archive' })}>
      Archive
    </Button>
  </div>
);
