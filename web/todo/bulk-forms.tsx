import { useEffect } from 'react';
import { z } from 'zod';
import { plural } from '../../src/contracts/words/format.ts';
import type { Check } from '../forms/check.ts';
import { checkedAsTyped } from '../forms/checked.ts';
import { FormField } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { parseTags, tagsFault } from '../tasks/typed.ts';
import { Button } from '../ui/button.tsx';
import { DatePicker } from '../ui/date-picker.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Input } from '../ui/field.tsx';
import layoutStyles from '../ui/layout.module.css';
import type { Asked } from './bulk-changes.ts';

export type BulkForm = 'day' | 'shift' | 'tags' | 'untag' | 'skip';

const MOST_DAYS = 365;
const DAYS_FAULT = `A whole number of days, from 1 to ${MOST_DAYS}. Put a minus before it to move earlier.`;

const DAY = z.object({ value: z.string().nullable() }).transform(({ value }, context): Asked => {
  if (value === null) context.addIssue({ code: 'custom', path: ['value'], message: 'Choose a day.' });
  return { kind: 'day', date: value ?? '' };
});

const SHIFT = z.object({ value: z.string().nullable() }).transform(({ value }, context): Asked => {
  const days = /^[+-]?\d{1,3}$/.test(value?.trim() ?? '') ? Number(value) : 0;
  if (days === 0 || Math.abs(days) > MOST_DAYS) context.addIssue({ code: 'custom', path: ['value'], message: DAYS_FAULT });
  return { kind: 'shift', days };
});

const tagsOf = (add: boolean) =>
  z.object({ value: z.string().nullable() }).transform(({ value }, context): Asked => {
    const tags = parseTags(value ?? '');
    const fault = tagsFault(value ?? '') ?? (tags.length === 0 ? 'Name at least one tag.' : null);
    if (fault) context.addIssue({ code: 'custom', path: ['value'], message: fault });
    return { kind: 'tags', tags, add };
  });

const SKIP = z.object({ value: z.string().nullable() }).transform(({ value }, context): Asked => {
  const reason = (value ?? '').trim();
  if (reason === '') context.addIssue({ code: 'custom', path: ['value'], message: 'Say why you skip them.' });
  if ([...reason].length > 1_000) context.addIssue({ code: 'custom', path: ['value'], message: 'At most 1,000 characters.' });
  return { kind: 'skip', reason };
});

interface Words {
  readonly check: Check<{ value: string | null }, Asked>;
  /** With the number of tasks: '3 tasks'. */
  readonly title: (tasks: string) => string;
  readonly text?: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly button: string;
}

const FORMS: Readonly<Record<BulkForm, Words>> = {
  day: {
    check: checkedAsTyped(DAY),
    title: (tasks) => `Move ${tasks}`,
    text: 'Each keeps its time. Missed and skipped tasks are promised again for that day.',
    label: 'Day',
    button: 'Move',
  },
  shift: {
    check: checkedAsTyped(SHIFT),
    title: (tasks) => `Move ${tasks} by days`,
    text: 'Each moves by so many days from its own day, and keeps its time.',
    label: 'Days',
    placeholder: '2, or -1',
    button: 'Move',
  },
  tags: {
    check: checkedAsTyped(tagsOf(true)),
    title: (tasks) => `Add tags to ${tasks}`,
    label: 'Tags',
    placeholder: '#work #review',
    button: 'Add',
  },
  untag: {
    check: checkedAsTyped(tagsOf(false)),
    title: (tasks) => `Remove tags from ${tasks}`,
    label: 'Tags',
    placeholder: '#work #review',
    button: 'Remove',
  },
  skip: {
    check: checkedAsTyped(SKIP),
    title: (tasks) => `Skip ${tasks}`,
    text: 'A skip with a reason neither adds to the streak nor breaks it. It stays in the record.',
    label: 'Reason',
    button: 'Skip',
  },
};

interface BulkDialogProps {
  /** Null while the dialog is closed. */
  readonly form: BulkForm | null;
  readonly count: number;
  readonly onClose: () => void;
  readonly onChange: (asked: Asked) => void;
}

export function BulkDialog({ form, count, onClose, onChange }: BulkDialogProps) {
  const words = form && FORMS[form];
  return (
    <Dialog
      open={words !== null}
      onOpenChange={(open) => !open && onClose()}
      title={words ? words.title(plural(count, 'task')) : 'Selected tasks'}
      {...(words?.text && { text: words.text })}
    >
      {words && (
        <OneField
          key={form}
          words={words}
          isDay={form === 'day'}
          onClose={onClose}
          onChange={(asked) => {
            onClose();
            onChange(asked);
          }}
        />
      )}
    </Dialog>
  );
}

interface OneFieldProps {
  readonly words: Words;
  readonly isDay: boolean;
  readonly onClose: () => void;
  readonly onChange: (asked: Asked) => void;
}

/** Enter sends it. */
function OneField({ words, isDay, onClose, onChange }: OneFieldProps) {
  const { clock } = useTaskScreen();
  const form = useCallForm({
    resolver: words.check,
    mode: 'onSubmit',
    defaultValues: { value: null },
    send: async (asked) => onChange(asked),
  });
  const { ref } = form.attributes;
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  return (
    <form {...form.attributes} className={layoutStyles.before12}>
      <FormField form={form} name="value" label={words.label}>
        {({ value, onChange: change }) =>
          isDay ? (
            <DatePicker value={value} today={clock.today} min={clock.today} placeholder="Tomorrow, fri, 20 nov" onChange={change} />
          ) : (
            <Input
              value={value ?? ''}
              placeholder={words.placeholder}
              autoComplete="off"
              autoCapitalize="none"
              onChange={(event) => change(event.target.value)}
            />
          )
        }
      </FormField>
      <footer>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit">
          {words.button}
        </Button>
      </footer>
    </form>
  );
}
