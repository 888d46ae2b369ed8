import { type KeyboardEvent, useState } from 'react';
import { Field, Input, type InputProps } from '../ui/field.tsx';
import { faultsOf, type PartnerDraft, shownFaults } from './partner-rules.ts';

/** What is typed about a partner, and which faults of it are shown. `onEdited` is called at every change. */
export function usePartnerFields(saved: PartnerDraft, onEdited: () => void) {
  const [changes, setChanges] = useState<Partial<PartnerDraft>>({});
  const [left, setLeft] = useState<ReadonlySet<keyof PartnerDraft>>(new Set());
  const [tried, setTried] = useState(false);
  const draft: PartnerDraft = { ...saved, ...changes };
  const faults = faultsOf(draft);
  const isComplete = Object.keys(faults).length === 0;
  return {
    draft,
    isComplete,
    shown: shownFaults(faults, left, tried),
    /** Marks everything that is wrong. Gives whether nothing is. */
    attempt: (): boolean => {
      setTried(true);
      return isComplete;
    },
    /** Follows what is saved again. */
    clear: (): void => {
      setChanges({});
      setLeft(new Set());
      setTried(false);
    },
    field: (name: keyof PartnerDraft): InputProps => ({
      value: draft[name],
      autoComplete: 'off',
      onChange: (event) => {
        setChanges({ ...changes, [name]: event.target.value });
        onEdited();
      },
      onBlur: () => setLeft(new Set([...left, name])),
      // Enter also counts as a try to save; the browser does not submit while the button is disabled.
      onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && setTried(true),
    }),
  };
}

interface FieldsProps {
  readonly fields: ReturnType<typeof usePartnerFields>;
  /** What the server refused, by field. */
  readonly refused: Partial<Readonly<Record<string, string>>> | undefined;
}

/** Name, email address and WhatsApp number of a partner. */
export function PartnerFields({ fields: { draft, shown, field }, refused }: FieldsProps) {
  const faults = { ...refused, ...shown };
  return (
    <>
      <Field label="Name" error={faults.partnerName}>
        <Input {...field('partnerName')} />
      </Field>
      <Field label="Email Address" note="Recommended" error={faults.partnerEmail}>
        <Input {...field('partnerEmail')} type="email" inputMode="email" placeholder="name@example.com" />
      </Field>
      <Field
        label="WhatsApp Number"
        note="Recommended"
        hint={draft.partnerWhatsapp.trim() === '' ? 'Add WhatsApp for instant, more effective notifications!' : undefined}
        error={faults.partnerWhatsapp}
      >
        <Input {...field('partnerWhatsapp')} type="tel" inputMode="tel" placeholder="+47 412 34 567" />
      </Field>
    </>
  );
}
