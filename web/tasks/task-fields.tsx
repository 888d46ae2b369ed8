import { useQuery } from '@tanstack/react-query';
import { currentOf, type Partner, partnersQuery } from '../api/partners.ts';
import { isPremium, subscriptionStatusQuery } from '../api/subscriptions.ts';
import { DatePicker, TimeInput } from '../ui/date-picker.tsx';
import { Field, Input, Textarea } from '../ui/field.tsx';
import { Select, type SelectOption } from '../ui/select.tsx';
import type { Draft, DraftFaults } from './draft.ts';
import { PRIORITY_WORDS, PROOF_WORDS } from './state.ts';

const optionsFrom = <V extends string>(words: Readonly<Record<V, string>>) =>
  (Object.entries(words) as [V, string][]).map(([value, label]) => ({ value, label }));
const PRIORITY_OPTIONS = optionsFrom(PRIORITY_WORDS);
const PROOF_OPTIONS = optionsFrom(PROOF_WORDS);

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

/** The value of the option for the first partner, who judges where a task names nobody. */
const FIRST_PARTNER = '';

interface JudgeFieldProps {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly faults: DraftFaults;
  /** Whether a judge has the proof. Then it stays with them. */
  readonly inReview?: boolean;
}

/** Which of the two partners judges the proof. It is there only for tasks with proof, once there is a second partner. */
export const JudgeField = (props: JudgeFieldProps) => (props.draft.verificationType === 'none' ? null : <JudgeSelect {...props} />);

function JudgeSelect({ draft, onChange, faults, inReview = false }: JudgeFieldProps) {
  const partners = useQuery(partnersQuery()).data ?? [];
  const isPro = isPremium(useQuery(subscriptionStatusQuery()).data);
  const options = judgeOptions(partners, draft.partnerId, isPro);
  if (options.length < 2) return null;
  const named = draft.partnerId === currentOf(partners, 'first')?.id ? null : draft.partnerId;
  return (
    <Field label="Judged by" error={faults.partnerId} hint={hintOf(inReview, isPro)}>
      <Select
        value={named ?? FIRST_PARTNER}
        options={options}
        disabled={inReview}
        onChange={(id) => onChange({ partnerId: id === FIRST_PARTNER ? null : id })}
      />
    </Field>
  );
}

function hintOf(inReview: boolean, isPro: boolean): string | undefined {
  if (inReview) return 'The proof is in review. Withdraw it to choose somebody else.';
  return isPro ? undefined : 'To choose your second partner is part of Pro.';
}

/** The partners to choose from: the first one, the second one, and whom the task names, even if they have left. */
export function judgeOptions(partners: readonly Partner[], named: string | null, isPro: boolean): SelectOption[] {
  const [first, second] = [currentOf(partners, 'first'), currentOf(partners, 'second')];
  const gone = partners.find(({ id }) => id === named && id !== first?.id && id !== second?.id);
  return [
    { value: FIRST_PARTNER, label: first?.name ?? 'Your first partner' },
    ...(second ? [{ value: second.id, label: labelOf(second), disabled: !isPro && second.id !== named }] : []),
    ...(gone ? [{ value: gone.id, label: `${gone.name} (has left)` }] : []),
  ];
}

/** A proof for somebody who has not answered yet goes to the first partner meanwhile. */
const labelOf = ({ name, status }: Partner): string => (status === 'invited' ? `${name} (has not answered yet)` : name);
