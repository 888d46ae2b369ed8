import { useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { clockTime, hoursAndMinutes } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { serverNow } from '../api/clock.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import { localTime } from '../lib/calendar.ts';
import { startFocusOn } from '../tasks/focus-acts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './start-dialog.module.css';

const LENGTHS = [15, 25, 45, 60] as const;
const MINUTE = 60_000;

/** Null: not a length that a session can have. */
export function lengthOf(text: string): number | null {
  const minutes = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return minutes >= 1 && minutes <= 180 ? minutes : null;
}

/** Chooses another length than the 25 minutes, or the rest of the time box, of one press. */
export function StartDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const client = useQueryClient();
  const { zone } = useOwnerClock();
  const [text, setText] = useState('25');
  const [tried, setTried] = useState(false);
  const minutes = lengthOf(text);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (minutes === null) return;
    onClose();
    void startFocusOn(client, task, minutes);
  };
  const until = minutes === null ? null : clockTime(localTime(serverNow() + minutes * MINUTE, zone).time);
  const estimate = task.estimateMinutes === null ? 'No estimate' : `Estimate ${hoursAndMinutes(task.estimateMinutes)}`;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={sentence`Focus on ${task.title}`} text={estimate}>
      <form onSubmit={submit} noValidate>
        <fieldset className={styles.lengths}>
          <legend>Length</legend>
          {LENGTHS.map((length) => (
            <Button key={length} aria-pressed={minutes === length} onClick={() => setText(String(length))}>
              {length} min
            </Button>
          ))}
        </fieldset>
        <Field label="Minutes" error={tried && minutes === null ? 'A whole number of minutes, 1 to 180.' : undefined}>
          <Input autoFocus inputMode="numeric" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <footer>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" icon={<Icon of={Play} />}>
            {until === null ? 'Start' : `Start ${minutes} min, until ${until}`}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
