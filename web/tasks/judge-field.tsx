import { useQuery } from '@tanstack/react-query';
import { currentOf, type Partner, partnersQuery } from '../api/partners.ts';
import { isPremium, subscriptionStatusQuery } from '../api/subscriptions.ts';
import { Field } from '../ui/field.tsx';
import { Select, type SelectOption } from '../ui/select.tsx';
import type { Draft, DraftFaults } from './draft.ts';

/** The value of the option for the first partner, who judges where a task names nobody. */
const FIRST = '';

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
        value={named ?? FIRST}
        options={options}
        disabled={inReview}
        onChange={(id) => onChange({ partnerId: id === FIRST ? null : id })}
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
    { value: FIRST, label: first?.name ?? 'Your first partner' },
    ...(second ? [{ value: second.id, label: labelOf(second), disabled: !isPro && second.id !== named }] : []),
    ...(gone ? [{ value: gone.id, label: `${gone.name} (has left)` }] : []),
  ];
}

/** A proof for somebody who has not answered yet goes to the first partner meanwhile. */
const labelOf = ({ name, status }: Partner): string => (status === 'invited' ? `${name} (has not answered yet)` : name);
