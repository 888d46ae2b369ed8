import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { currentOf, type Partner, partnersQuery } from '../api/partners.ts';
import { isPremium, subscriptionStatusQuery } from '../api/subscriptions.ts';
import { FormField } from '../forms/form-field.tsx';
import type { CallForm } from '../forms/use-call-form.ts';
import { DatePicker, TimeInput } from '../ui/date-picker.tsx';
import { Input, Textarea } from '../ui/field.tsx';
import { Select, type SelectOption } from '../ui/select.tsx';
import { type Draft, type FieldName, fieldNamed, fieldsIn, TASK_FIELDS } from './fields.ts';

export interface TaskForm {
  /** Its errors are keyed by field of the draft. It may have further values. */
  readonly form: CallForm<Draft, unknown>;
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly today: string;
}

/**
 * For a form whose values include those of a draft. TypeScript cannot express this, because it compares form types by all of
 * their values.
 */
export const asTaskForm = (form: object): TaskForm['form'] => form as TaskForm['form'];

/** Writes the changes of one field into the form. They may include other fields. */
export const changeIn =
  (form: TaskForm['form']) =>
  (change: Partial<Draft>): void => {
    for (const [name, value] of Object.entries(change)) form.setValue(name as FieldName, value);
  };

const optionsFrom = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }));

interface TaskFieldsProps extends TaskForm {
  readonly part: 'due' | 'more' | 'judge' | 'notes';
  /** Whether the form makes a routine. Then it has only those fields that a routine has. */
  readonly isRoutine?: boolean;
  /** While a judge has the proof, the judge cannot be changed. */
  readonly inReview?: boolean;
}

export const TaskFields = ({ part, isRoutine = false, ...props }: TaskFieldsProps) =>
  fieldsIn(part)
    .filter((name) => !isRoutine || fieldNamed(name).inRoutine)
    .filter((name) => !fieldNamed(name).isOfProof || props.draft.verificationType !== 'none')
    .map((name) => {
      const Own = OWN[name] ?? DeclaredField;
      return <Own key={name} name={name} {...props} />;
    });

type FieldProps = Omit<TaskFieldsProps, 'part' | 'isRoutine'> & { readonly name: FieldName };

function DeclaredField({ name, form, draft, onChange }: FieldProps) {
  const { label, note, control } = fieldNamed(name);
  const value = draft[name] ?? '';
  const change = (typed: string) => onChange({ [name]: typed });
  return (
    <FormField form={form} name={name} label={label} {...(note !== undefined && { note })}>
      {control?.kind === 'choice' && <Select value={value} options={optionsFrom(control.words)} onChange={change} />}
      {control?.kind === 'lines' && <Textarea rows={5} value={value} onChange={(event) => change(event.target.value)} />}
      {control?.kind === 'line' && (
        <Input
          value={value}
          placeholder={control.placeholder}
          autoComplete="off"
          autoCapitalize={control.autoCapitalize}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </FormField>
  );
}

const DueDate = ({ form, draft, onChange, today }: FieldProps) => (
  <FormField form={form} name="dueDate" label={TASK_FIELDS.dueDate.label}>
    <DatePicker
      value={draft.dueDate}
      today={today}
      onChange={(dueDate) => onChange(dueDate === null ? { dueDate, dueTime: null } : { dueDate })}
    />
  </FormField>
);

const DueTime = ({ form, draft, onChange, today }: FieldProps) => (
  <FormField form={form} name="dueTime" label={TASK_FIELDS.dueTime.label}>
    <TimeInput
      value={draft.dueTime}
      placeholder={draft.dueDate === null ? 'No time' : 'End of day'}
      onChange={(dueTime) => onChange(dueTime !== null && draft.dueDate === null ? { dueTime, dueDate: today } : { dueTime })}
    />
  </FormField>
);

/** The option value of the first partner, who judges if the task names nobody. */
const FIRST_PARTNER = '';

/** Shown only if there is a second partner. */
function Judge({ form, draft, onChange, inReview = false }: FieldProps) {
  const partners = useQuery(partnersQuery()).data ?? [];
  const isPro = isPremium(useQuery(subscriptionStatusQuery()).data);
  const options = judgeOptions(partners, draft.partnerId, isPro);
  if (options.length < 2) return null;
  const named = draft.partnerId === currentOf(partners, 'first')?.id ? null : draft.partnerId;
  return (
    <FormField form={form} name="partnerId" label={TASK_FIELDS.partnerId.label} hint={hintOf(inReview, isPro)}>
      <Select
        value={named ?? FIRST_PARTNER}
        options={options}
        disabled={inReview}
        onChange={(id) => onChange({ partnerId: id === FIRST_PARTNER ? null : id })}
      />
    </FormField>
  );
}

/** Fields whose control depends on other values. */
const OWN: Partial<Record<FieldName, ComponentType<FieldProps>>> = { dueDate: DueDate, dueTime: DueTime, partnerId: Judge };

function hintOf(inReview: boolean, isPro: boolean): string | undefined {
  if (inReview) return 'The proof is in review. Withdraw it to choose somebody else.';
  return isPro ? undefined : 'To choose your second partner is part of Pro.';
}

/** The first and the second partner, and the partner that the task names, even if they have left. */
export function judgeOptions(partners: readonly Partner[], named: string | null, isPro: boolean): SelectOption[] {
  const [first, second] = [currentOf(partners, 'first'), currentOf(partners, 'second')];
  const gone = partners.find(({ id }) => id === named && id !== first?.id && id !== second?.id);
  return [
    { value: FIRST_PARTNER, label: first?.name ?? 'Your first partner' },
    ...(second ? [{ value: second.id, label: labelOf(second), disabled: !isPro && second.id !== named }] : []),
    ...(gone ? [{ value: gone.id, label: sentence`${gone.name} (has left)` }] : []),
  ];
}

/** Until an invited partner answers, their proofs go to the first partner. */
const labelOf = ({ name, status }: Partner): string => (status === 'invited' ? sentence`${name} (has not answered yet)` : name);
