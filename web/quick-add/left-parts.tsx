import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { quoted } from '../../src/contracts/words/format.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import type { Check } from '../forms/check.ts';
import { faultAt } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { lengthFor } from '../tasks/planning/span.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { BoxFields } from './box-fields.tsx';
import { useEarlyLine } from './early-line.tsx';
import { type Extras, extraFaults } from './extras.ts';
import styles from './new-task-overlay.module.css';
import { isNothing, makeParts, type Outcome, type Parts, partsOf } from './parts.ts';
import { StepsField } from './steps-field.tsx';

interface LeftPartsProps {
  readonly parts: Parts;
  /** Called after each try. */
  readonly onTried: (outcome: Outcome) => void;
  readonly onLeave: () => void;
  /** Called with what was typed of the next task before the form was loaded. */
  readonly onEarly: (text: string) => void;
}

/** A task was made, and some of its parts were refused. They can be changed, tried again, and left out. */
export function LeftParts({ parts, onTried, onLeave, onEarly }: LeftPartsProps) {
  const clock = useOwnerClock();
  const client = useQueryClient();
  const { box } = parts;
  const [busy, setBusy] = useState(false);
  const minutes = box?.place.minutes ?? lengthFor({ estimateMinutes: null });
  const resolver = zodResolver(
    z.custom<Extras>().transform((extras, context) => {
      for (const [name, message] of extraFaults(extras, minutes, clock)) context.addIssue({ code: 'custom', path: [name], message });
      return extras;
    }) as never,
  ) as unknown as Check<Extras, Extras>;
  const form = useCallForm<Extras, Extras>({
    resolver,
    mode: 'onSubmit',
    defaultValues: {
      parent: null,
      steps: parts.steps.map(({ title }) => title),
      boxDate: box?.place.date ?? null,
      boxTime: box?.place.time ?? null,
    },
    async send(extras) {
      const next = partsOf(parts.task, extras, minutes, parts);
      if (isNothing(next)) return onLeave();
      setBusy(true);
      onTried(await makeParts(client, next, clock));
    },
  });
  const extras = form.watch();
  const change = (changed: Partial<Extras>) => {
    for (const [name, value] of Object.entries(changed)) form.setValue(name as keyof Extras, value);
  };
  const { ref } = form.attributes;
  useEarlyLine(ref, onEarly);
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  return (
    <form {...form.attributes} className={styles.form} aria-label="What was not added">
      <Note tone="missed" alert title={`${quoted(parts.task.title)} was added, but not all of it.`} className={styles.left}>
        {parts.reasons.join(' ')}
      </Note>
      <div className={styles.fields}>
        {parts.steps.length > 0 && (
          <div className={styles.wide}>
            <StepsField steps={extras.steps} error={faultAt(form, 'steps')} onChange={(steps) => change({ steps })} />
          </div>
        )}
        {box && (
          <BoxFields
            extras={extras}
            minutes={minutes}
            dueDate={box.place.date}
            clock={clock}
            error={faultAt(form, 'boxTime')}
            onChange={change}
          />
        )}
      </div>
      <footer className={styles.footer}>
        <span className={styles.state} />
        <Button variant="ghost" onClick={onLeave}>
          Leave it out
        </Button>
        <Button variant="primary" type="submit" busy={busy} busyLabel="Adding...">
          Try again
        </Button>
      </footer>
    </form>
  );
}
