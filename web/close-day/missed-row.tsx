import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { dayWord } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import type { Task } from '../api/tasks.ts';
import { moment } from '../lib/calendar.ts';
import { AgainChoices } from '../tasks/again-choices.tsx';
import lineStyles from '../tasks/lines.module.css';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import textStyles from '../ui/text.module.css';

interface MissedRowProps {
  readonly task: Task;
  /** The open task that promises it again. */
  readonly next: Task | undefined;
  /** Acknowledges the alert. Null: that was done before. */
  readonly onAdmit: (() => void) | null;
}

/** A task that was missed today. The miss stays, whatever becomes of it. */
export function MissedRow({ task, next, onAdmit }: MissedRowProps) {
  const { clock, to, again, askAgain } = useTaskScreen();
  const when = task.missedAt && `Missed ${moment(task.missedAt, clock.zone, clock.today)}`;
  return (
    <li className={clsx(lineStyles.line, lineStyles.open)} data-line={task.id}>
      <Mark name="missed" className={lineStyles.mark} />
      <div className={lineStyles.text}>
        <Link to={to(task.id)} dir="auto">
          {task.title}
        </Link>
        <span>{[when, !next && onAdmit === null && 'admitted'].filter(Boolean).join(', ')}</span>
      </div>
      {next ? (
        <Link className={clsx(textStyles.link, textStyles.small)} to={to(next.id)}>
          Again {dayWord(next.dueDate ?? clock.today, clock.today)}, {next.dueTime ?? 'end of day'}
        </Link>
      ) : (
        <div className={lineStyles.choices}>
          <span className={lineStyles.again} aria-hidden="true">
            Again
          </span>
          <AgainChoices
            title={task.title}
            today={clock.today}
            onDay={(dueDate) => again(task, { dueDate })}
            onPick={() => askAgain(task)}
          />
          {onAdmit && (
            <Button variant="ghost" aria-label={sentence`Admit: ${task.title}`} onClick={onAdmit}>
              Admit
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
