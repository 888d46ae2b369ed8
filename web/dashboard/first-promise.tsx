import { zodResolver } from '@hookform/resolvers/zod';
import { clsx } from 'clsx';
import { useState } from 'react';
import { z } from 'zod';
import { clockTime, quoted } from '../../src/contracts/words/format.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { faultAt } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { localTime } from '../lib/calendar.ts';
import { type DraftFields, keptByHand, lineOf, type ReadLine, readTyped, type TypedLine, understood } from '../quick-add/new-draft.ts';
import { routineBody, useNewRoutine } from '../recurrence/routine-acts.ts';
import { addFaults, fieldOf } from '../tasks/draft.ts';
import { FIELD_NAMES } from '../tasks/fields.ts';
import { useNewTask } from '../tasks/new-task.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import { toast } from '../ui/toast.tsx';
import styles from './first-minutes.module.css';

const MINUTES = 10;
const DUES = ['soon', 'today', 'tomorrow'] as const;
type ChosenDue = (typeof DUES)[number];

function dueOf(due: ChosenDue, { today, now, zone }: OwnerClock): Pick<DraftFields, 'dueDate' | 'dueTime'> {
  if (due !== 'soon') return { dueDate: due === 'today' ? today : addDays(today, 1), dueTime: null };
  const { date, time } = localTime(now + MINUTES * 60_000, zone);
  return { dueDate: date, dueTime: time };
}

/** The line as a task. What it says itself about the due date wins over the chosen one. */
export function firstPromise(text: string, due: ChosenDue, clock: OwnerClock): ReadLine {
  const own = keptByHand(dueOf(due, clock), readTyped(lineOf(''), clock).parsed, readTyped(lineOf(text), clock).parsed);
  return readTyped({ ...lineOf(text), own }, clock);
}

interface Typed extends TypedLine {
  readonly due: ChosenDue;
}
const typedPromise = (clock: OwnerClock) =>
  z.custom<Typed>().transform(({ text, due }, context) => {
    const line = firstPromise(text, due, clock);
    addFaults(line.draft, context);
    return line;
  });

interface FirstPromiseProps {
  readonly onDone: () => void;
  readonly onSkip: () => void;
}

/** One line, and one press that says until when. */
export function FirstPromise({ onDone, onSkip }: FirstPromiseProps) {
  const { clock, acts } = useTaskScreen();
  const task = useNewTask();
  const routine = useNewRoutine();
  const [due, setDue] = useState<ChosenDue>('today');
  const form = useCallForm<Typed, ReadLine>({
    resolver: zodResolver(typedPromise(clock)),
    mode: 'onSubmit',
    defaultValues: { ...lineOf(''), due },
    fieldOf,
    send: async (line) => {
      await make(line);
      onDone();
    },
  });
  const text = form.watch('text');
  const { parsed } = readTyped(lineOf(text), clock);
  const saysWhen = parsed.task.dueDate !== null || parsed.routine !== null;
  const names = { soon: `In ten minutes, ${clockTime(dueOf('soon', clock).dueTime ?? clock.time)}`, today: 'Today', tomorrow: 'Tomorrow' };
  const fault = FIELD_NAMES.map((name) => faultAt(form, name)).find((message) => message !== undefined);

  async function make({ parsed: { routine: repeated }, draft }: ReadLine): Promise<void> {
    if (repeated) {
      await routine.create(routineBody(draft, repeated));
      return void toast.success(`Promised: ${quoted(draft.title)}`);
    }
    const { task: made } = await task.create(draft);
    toast.success(`Promised: ${quoted(made.title)}`, { id: `task-${made.id}`, undo: () => acts.remove(made) });
  }
  function choose(next: ChosenDue): void {
    setDue(next);
    form.setValue('due', next);
  }
  return (
    <form {...form.attributes}>
      <p className={textStyles.muted}>Write one thing that you will do. It stays here until you have done it.</p>
      <Field label="What will you do?" error={fault} className={styles.line}>
        <Input placeholder="Call the bank" autoComplete="off" {...form.register('text')} />
      </Field>
      <fieldset className={styles.choices}>
        <legend>Until when</legend>
        {DUES.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.chip}
            aria-pressed={!saysWhen && due === one}
            disabled={saysWhen}
            onClick={() => choose(one)}
          >
            {names[one]}
          </button>
        ))}
        {saysWhen && (
          <Status fresh className={clsx(textStyles.small, textStyles.muted)}>
            {understood(text, clock)}
          </Status>
        )}
      </fieldset>
      {form.failure && (
        <Note tone="missed" alert title={messageOf(form.failure)}>
          Nothing was written. Your words are still here.
        </Note>
      )}
      <footer>
        <Button variant="primary" type="submit" busy={task.creating || routine.creating} busyLabel="Promising...">
          Promise it
        </Button>
        <Button variant="ghost" onClick={onSkip}>
          Not now
        </Button>
      </footer>
    </form>
  );
}
