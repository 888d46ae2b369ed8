import { Repeat } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useOwnerClock } from '../api/owner-clock.ts';
import type { TaggedRoutine } from '../api/routines.ts';
import { shortDate } from '../lib/words.ts';
import { ruleWords } from '../recurrence/rule.ts';
import { nextDates } from '../recurrence/rule-dates.ts';
import { MoreFields, NotesField } from '../tasks/task-fields.tsx';
import { Button } from '../ui/button.tsx';
import { DatePicker, focusUnread, TimeInput } from '../ui/date-picker.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { Segmented } from '../ui/tabs.tsx';
import { changesFrom, draftOf, faultsOf, newDraft, type RoutineDraft, useSaveRoutine } from './routine-draft.ts';
import { EndingFields, RuleFields } from './rule-fields.tsx';

interface RoutineFormProps {
  /** The routine to edit, or null for a new one. */
  readonly tagged: TaggedRoutine | null;
  /** The day from which a change holds; left out: it holds for all that is not yet due. */
  readonly from?: string | null;
  readonly onClose: () => void;
}

const MODES = [
  { value: 'due', label: 'From the due date' },
  { value: 'completion', label: 'From completion' },
] as const;

/** The form for a routine. A change applies to tasks that are not yet due. */
export function RoutineForm({ tagged, from = null, onClose }: RoutineFormProps) {
  const { today } = useOwnerClock();
  const [draft, setDraft] = useState<RoutineDraft>(() => (tagged ? draftOf(tagged.routine) : newDraft(today)));
  const [tried, setTried] = useState(false);
  const { save, saving, faults: refused, fault, forget } = useSaveRoutine(tagged, from, onClose);
  const own = faultsOf(draft);
  const faults = tried ? { ...own, ...refused } : refused;
  const change = (next: Partial<RoutineDraft>) => {
    setDraft({ ...draft, ...next });
    forget();
  };
  const task = (next: Partial<RoutineDraft['task']>) => change({ task: { ...draft.task, ...next } });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    if (focusUnread(event.currentTarget)) return;
    if (Object.keys(own).length === 0) save(draft);
  }
  return (
    <form className="rt-form" onSubmit={submit} noValidate aria-label={tagged ? 'Edit routine' : 'New routine'}>
      {from !== null && (
        <Note icon={Repeat} title={`From ${shortDate(from, today)} on.`}>
          Earlier days stay as they are.
        </Note>
      )}
      <Field label="Title" error={faults.title}>
        <Input autoFocus autoComplete="off" value={draft.task.title} onChange={(event) => task({ title: event.target.value })} />
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame */}
      <div className="f" role="group" aria-label="Repeats">
        <span className="lab">Repeats</span>
        {draft.rule ? (
          <>
            <RuleFields rule={draft.rule} onChange={(next) => draft.rule && change({ rule: { ...draft.rule, ...next } })} />
            <EndingFields
              ends={draft.rule.ends}
              today={today}
              onChange={(ends) => draft.rule && change({ rule: { ...draft.rule, ends } })}
            />
          </>
        ) : (
          <Input
            aria-label="Rule"
            className="mono"
            spellCheck={false}
            autoCapitalize="none"
            value={draft.rrule}
            onChange={(event) => change({ rrule: event.target.value })}
          />
        )}
        {faults.rule ? (
          <p className="err" role="alert">
            {faults.rule}
          </p>
        ) : (
          <Preview draft={draft} before={tagged && draftOf(tagged.routine)} from={from} faultless={own.rule === undefined} today={today} />
        )}
      </div>
      <div className="f">
        <span className="lab">The next is counted</span>
        <Segmented label="The next is counted" value={draft.mode} onChange={(mode) => change({ mode })} options={MODES} />
        {draft.mode === 'completion' && (
          <div className="hint">From the day on which the last one was done, skipped or missed. One is open at a time.</div>
        )}
      </div>
      <div className="det-two">
        <Field label="Counted from" error={faults.dueDate}>
          <DatePicker value={draft.task.dueDate} today={today} onChange={(dueDate) => task({ dueDate })} />
        </Field>
        <Field label="Time" error={faults.dueTime}>
          <TimeInput value={draft.task.dueTime} placeholder="End of day" onChange={(dueTime) => task({ dueTime })} />
        </Field>
        <MoreFields draft={draft.task} onChange={task} faults={faults} />
      </div>
      <NotesField draft={draft.task} onChange={task} faults={faults} />
      {fault && (
        <Note tone="missed" alert title={fault}>
          Nothing was changed. What you wrote is still here.
        </Note>
      )}
      <div className="rt-acts">
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
  /** The routine as it is; null: a new one. */
  readonly before: RoutineDraft | null;
  readonly from: string | null;
  readonly faultless: boolean;
  readonly today: string;
}

/** A rule in words, with its next five dates. */
function Preview({ draft, before, from, faultless, today }: PreviewProps) {
  const { rule, task, mode } = draft;
  if (!rule || !faultless || task.dueDate === null) return null;
  const start = (before && from !== null && changesFrom(before, draft, from).startDate) || task.dueDate;
  const dates = nextDates(rule, start, from !== null && from > today ? from : today, mode === 'completion' ? 1 : 5);
  return (
    <p className="hint" role="status">
      {ruleWords(rule, today)}.{' '}
      {dates.length === 0
        ? 'No such day is ahead.'
        : `Next: ${dates.map((date) => shortDate(date, today)).join(', ')}${mode === 'completion' ? ', then counted from the day it is done' : ''}.`}
    </p>
  );
}
