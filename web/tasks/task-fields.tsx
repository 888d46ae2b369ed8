import { DatePicker } from '../ui/date-picker.tsx';
import { Field, Input, Textarea } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { TimeInput } from '../ui/time-input.tsx';
import type { Draft, DraftFaults } from './draft.ts';
import { PRIORITY_WORDS, PROOF_WORDS } from './state.ts';

const options = <V extends string>(words: Readonly<Record<V, string>>) =>
  (Object.entries(words) as [V, string][]).map(([value, label]) => ({ value, label }));
const PRIORITY_OPTIONS = options(PRIORITY_WORDS);
const PROOF_OPTIONS = options(PROOF_WORDS);

interface FieldsProps {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly faults: DraftFaults;
  readonly today: string;
}

/** The fields for the due date and the due time. */
export function DueFields({ draft, onChange, faults, today }: FieldsProps) {
  return (
    <>
      <Field label="Due" error={faults.dueDate}>
        <DatePicker
          value={draft.dueDate}
          today={today}
          onChange={(dueDate) => onChange(dueDate === null ? { dueDate, dueTime: null } : { dueDate })}
        />
      </Field>
      <Field label="Time" error={faults.dueTime}>
        <TimeInput
          value={draft.dueTime}
          placeholder={draft.dueDate === null ? 'No time' : 'End of day'}
          onChange={(dueTime) => onChange(dueTime !== null && draft.dueDate === null ? { dueTime, dueDate: today } : { dueTime })}
        />
      </Field>
    </>
  );
}

/** The fields for priority, proof, estimate and tags. */
export function MoreFields({ draft, onChange, faults }: Omit<FieldsProps, 'today'>) {
  return (
    <>
      <Field label="Priority" error={faults.priority}>
        <Select value={draft.priority} options={PRIORITY_OPTIONS} onChange={(priority) => onChange({ priority })} />
      </Field>
      <Field label="Proof" error={faults.verificationType}>
        <Select value={draft.verificationType} options={PROOF_OPTIONS} onChange={(verificationType) => onChange({ verificationType })} />
      </Field>
      {draft.verificationType !== 'none' && (
        <Field label="Proof asked for" note="optional" error={faults.proofRequirement}>
          <Input
            value={draft.proofRequirement}
            placeholder="Link to the merged PR"
            autoComplete="off"
            onChange={(event) => onChange({ proofRequirement: event.target.value })}
          />
        </Field>
      )}
      <Field label="Estimate" error={faults.estimate}>
        <Input
          value={draft.estimate}
          placeholder="45 min"
          autoComplete="off"
          onChange={(event) => onChange({ estimate: event.target.value })}
        />
      </Field>
      <Field label="Tags" error={faults.tags}>
        <Input
          value={draft.tags}
          placeholder="#work #review"
          autoComplete="off"
          autoCapitalize="none"
          onChange={(event) => onChange({ tags: event.target.value })}
        />
      </Field>
    </>
  );
}

export function NotesField({ draft, onChange, faults }: Omit<FieldsProps, 'today'>) {
  return (
    <Field label="Notes" error={faults.description}>
      <Textarea rows={5} value={draft.description} onChange={(event) => onChange({ description: event.target.value })} />
    </Field>
  );
}
