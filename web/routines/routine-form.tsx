import { zodResolver } from '@hookform/resolvers/zod';
import { clsx } from 'clsx';
import { Repeat } from 'lucide-react';
import { shortDate } from '../../src/contracts/words/format.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import type { TaggedRoutine } from '../api/routines.ts';
import { FormField, faultAt } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { ruleWords } from '../recurrence/rule.ts';
import { nextDates } from '../recurrence/rule-dates.ts';
import detailStyles from '../tasks/detail.module.css';
import { TASK_FIELDS } from '../tasks/fields.ts';
import { asTaskForm, changeIn, TaskFields } from '../tasks/task-fields.tsx';
import { Button } from '../ui/button.tsx';
import { DatePicker, TimeInput } from '../ui/date-picker.tsx';
import fieldStyles from '../ui/field.module.css';
import { Input } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import {
  changesFrom,
  fieldOf,
  newDraft,
  type RoutineDraft,
  ruleFault,
  typedRoutine,
  typedRoutineFrom,
  useSaveRoutine,
} from './routine-draft.ts';
import styles from './routines.module.css';
import { EndingFields, RuleFields } from './rule-fields.tsx';

interface RoutineFormProps {
  /** Null: a new routine. */
  readonly tagged: TaggedRoutine | null;
  /** The first day to which a change applies. If it is missing, the change applies to all tasks that are not yet due. */
  readonly from?: string | null;
  readonly onClose: () => void;
}

const MODES = [
  { value: 'due', label: 'From the due date' },
  { value: 'completion', label: 'From completion' },
] as const;

const TYPED_ROUTINE = zodResolver(typedRoutine);

/** A change applies to tasks that are not yet due. */
export function RoutineForm({ tagged, from = null, onClose }: RoutineFormProps) {
  const { today } = useOwnerClock();
  const { save, saving, faultWords } = useSaveRoutine(tagged, from, onClose);
  const form = useCallForm({
    resolver: TYPED_ROUTINE,
    mode: 'onSubmit',
    defaultValues: tagged ? typedRoutineFrom(tagged.routine) : newDraft(today),
    fieldOf,
    send: save,
  });
  const draft = form.watch();
  const { rule } = draft;
  const ruleWrong = faultAt(form, 'rule');
  const task = changeIn(asTaskForm(form));
  const fields = { form: asTaskForm(form), draft, onChange: task, today };
  return (
    <form {...form.attributes} className={styles.form} aria-label={tagged ? 'Edit routine' : 'New routine'}>
      {from !== null && (
        <Note icon={Repeat} title={`From ${shortDate(from, today)} on.`}>
          Earlier days stay as they are.
        </Note>
      )}
      <FormField form={form} name="title" label={TASK_FIELDS.title.label}>
        <Input autoFocus autoComplete="off" value={draft.title} onChange={(event) => task({ title: event.target.value })} />
      </FormField>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame */}
      <div className={fieldStyles.field} data-part="field" role="group" aria-label="Repeats">
        <span className={fieldStyles.label}>Repeats</span>
        {rule ? (
          <>
            <RuleFields rule={rule} onChange={(next) => form.setValue('rule', { ...rule, ...next })} />
            <EndingFields ends={rule.ends} today={today} onChange={(ends) => form.setValue('rule', { ...rule, ends })} />
          </>
        ) : (
          <Input
            aria-label="Rule"
            className={clsx(textStyles.monospace, styles.ruleText)}
            spellCheck={false}
            autoCapitalize="none"
            value={draft.rrule}
            onChange={(event) => form.setValue('rrule', event.target.value)}
          />
        )}
        {ruleWrong ? (
          <p className={fieldStyles.fault} data-part="fault" role="alert">
            {ruleWrong}
          </p>
        ) : (
          <Preview draft={draft} before={tagged && typedRoutineFrom(tagged.routine)} from={from} today={today} />
        )}
      </div>
      <div className={fieldStyles.field} data-part="field">
        <span className={fieldStyles.label}>The next is counted</span>
        <Segmented label="The next is counted" value={draft.mode} onChange={(mode) => form.setValue('mode', mode)} options={MODES} />
        {draft.mode === 'completion' && (
          <div className={fieldStyles.hint} data-part="hint">
            From the day on which the last one was done, skipped or missed. One is open at a time.
          </div>
        )}
      </div>
      <div className={detailStyles.columns}>
        <FormField form={form} name="dueDate" label="Counted from">
          <DatePicker value={draft.dueDate} today={today} onChange={(dueDate) => task({ dueDate })} />
        </FormField>
        <FormField form={form} name="dueTime" label={TASK_FIELDS.dueTime.label}>
          <TimeInput value={draft.dueTime} placeholder="End of day" onChange={(dueTime) => task({ dueTime })} />
        </FormField>
        <TaskFields part="more" {...fields} isRoutine />
      </div>
      <TaskFields part="notes" {...fields} isRoutine />
      {form.failure && (
        <Note tone="missed" alert title={faultWords(form.failure)}>
          Nothing was changed. What you wrote is still here.
        </Note>
      )}
      <div className={styles.formActions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit" busy={saving} busyLabel="Saving...">
          {tagged ? 'Save' : 'Add routine'}
        </Button>
      </div>
    </form>
  );
}

interface PreviewProps {
  readonly draft: RoutineDraft;
  /** The saved routine. Null: a new one. */
  readonly before: RoutineDraft | null;
  readonly from: string | null;
  readonly today: string;
}

function Preview({ draft, before, from, today }: PreviewProps) {
  const { rule, dueDate, mode } = draft;
  if (!rule || dueDate === null || ruleFault(draft) !== null) return null;
  const start = (before && from !== null && changesFrom(before, draft, from).startDate) || dueDate;
  const dates = nextDates(rule, start, from !== null && from > today ? from : today, mode === 'completion' ? 1 : 5);
  return (
    <Status as="p" className={fieldStyles.hint} data-part="hint">
      {ruleWords(rule, today)}.{' '}
      {dates.length === 0
        ? 'No such day is ahead.'
        : `Next: ${dates.map((date) => shortDate(date, today)).join(', ')}${mode === 'completion' ? ', then counted from the day it is done' : ''}.`}
    </Status>
  );
}
