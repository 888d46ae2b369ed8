import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { clockTime } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { markOf } from '../../src/contracts/words/marks.ts';
import type { Task } from '../api/tasks.ts';
import { dueOf } from '../tasks/due.ts';
import lineStyles from '../tasks/lines.module.css';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import styles from './close-day.module.css';
import type { Decisions } from './decisions.ts';

interface OpenRowProps {
  readonly task: Task;
  /** What was decided. Null: nothing yet. */
  readonly said: string | null;
  readonly decisions: Decisions;
  /** Whether the reason of a skip is being written. */
  readonly isSkipping: boolean;
  readonly onSkipping: (on: boolean) => void;
}

/** A task that is still open, or was when the screen was opened. */
export function OpenRow({ task, said, decisions, isSkipping, onSkipping }: OpenRowProps) {
  const { clock, to } = useTaskScreen();
  const time = dueOf(task, clock.zone)?.time;
  return (
    <li className={clsx(lineStyles.line, lineStyles.open, said !== null && lineStyles.settled)} data-line={task.id}>
      <Mark name={markOf(task)} className={lineStyles.mark} drawn={said !== null} />
      <div className={lineStyles.text}>
        <Link to={to(task.id)} dir="auto">
          {task.title}
        </Link>
        {said === null ? (
          <span>{time ? `Due ${clockTime(time)}` : 'Due at the end of the day'}</span>
        ) : (
          <span className={lineStyles.answer}>
            <Icon of={Check} />
            <span dir="auto">{said}</span>
          </span>
        )}
      </div>
      {said !== null && (
        <Button variant="ghost" aria-label={sentence`Undo: ${task.title}`} onClick={() => decisions.undo(task)}>
          Undo
        </Button>
      )}
      {said === null && (
        <div className={clsx(lineStyles.choices, styles.decisions)}>
          <Button aria-label={sentence`Done: ${task.title}`} onClick={() => decisions.done(task)}>
            Done
          </Button>
          <Button aria-label={sentence`Tomorrow: ${task.title}`} onClick={() => decisions.tomorrow(task)}>
            Tomorrow
          </Button>
          <Button aria-label={sentence`Skip: ${task.title}`} aria-expanded={isSkipping} onClick={() => onSkipping(!isSkipping)}>
            Skip
          </Button>
          <Button variant="ghost" aria-label={sentence`Not done: ${task.title}`} onClick={() => decisions.notDone(task)}>
            Not done
          </Button>
        </div>
      )}
      {said === null && isSkipping && (
        <Why task={task} onSkip={(reason) => decisions.skip(task, reason)} onClose={() => onSkipping(false)} />
      )}
    </li>
  );
}

const MOST = 1_000;

/** Enter skips, Escape closes. */
function Why({ task, onSkip, onClose }: { task: Task; onSkip: (reason: string) => void; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const given = reason.trim();
  const fault = given === '' ? 'Say why you skip it.' : [...given].length > MOST ? 'At most 1,000 characters.' : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (fault) return;
    onClose();
    onSkip(given);
  }
  return (
    <form className={styles.why} noValidate onSubmit={submit} aria-label={sentence`Skip: ${task.title}`}>
      <Field label="Why it is skipped" hideLabel error={tried ? fault : undefined} className={styles.reason}>
        <Input
          autoFocus
          autoComplete="off"
          dir="auto"
          placeholder="Why it is skipped"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
        />
      </Field>
      <Button variant="primary" type="submit">
        Skip
      </Button>
      <Button variant="ghost" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
