import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { isAddress } from '../../src/contracts/email.ts';
import { saveProfile } from '../api/account.ts';
import { type PartnerDetail, partnerKeys } from '../api/partners.ts';
import { failedWith } from '../api/problem.ts';
import { sessionQuery } from '../api/session.ts';
import { type Accountability, settingsKeys, type Tagged, updateAccountability } from '../api/settings.ts';
import { Button } from '../ui/button.tsx';
import { Field, Input, type InputProps } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { toast } from '../ui/toast.tsx';
import { PartnerDetailField } from './current-partner.tsx';
import { ACCOUNTABILITY_WRITES, putSettings, SAVED, saveFault } from './settings-form.tsx';

/**
 * What a partner's form asks owners who have given no name: an invitation from nobody reads like a fraud. What is typed becomes
 * the name in the profile.
 */
export function useOwnName() {
  const client = useQueryClient();
  const user = useQuery({ ...sessionQuery(), refetchInterval: false }).data?.user ?? null;
  const [typed, setTyped] = useState('');
  const [wasLeft, setLeft] = useState(false);
  const isAsked = user !== null && (user.userMetadata?.fullName ?? '').trim() === '';
  const isMissing = isAsked && typed.trim() === '';
  return {
    isAsked,
    isComplete: !isMissing,
    address: user?.email ?? '',
    error: isMissing && wasLeft ? 'Tell your partner who asks.' : undefined,
    /** Marks what is missing. Gives whether nothing is. */
    attempt: (): boolean => {
      setLeft(true);
      return !isMissing;
    },
    /** Saves the name, where it was asked for. It comes before the invitation, which names the owner. */
    save: async (): Promise<void> => {
      if (isAsked) await saveProfile(client, { fullName: typed.trim() });
    },
    input: {
      value: typed,
      autoComplete: 'name',
      onChange: (event) => setTyped(event.target.value),
      onBlur: () => setLeft(true),
      onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && setLeft(true),
    } satisfies InputProps,
  };
}

interface FieldProps {
  readonly own: ReturnType<typeof useOwnName>;
  /** What the server refused. */
  readonly refused: string | undefined;
}

export function OwnNameField({ own, refused }: FieldProps) {
  if (!own.isAsked) return null;
  return (
    <Field
      label="What people call you"
      hint={`Your partner reads it in the invitation, beside your address ${own.address}. It is saved in your profile.`}
      error={own.error ?? refused}
    >
      <Input {...own.input} />
    </Field>
  );
}

export interface PartnerDraft {
  readonly partnerName: string;
  readonly partnerEmail: string;
  readonly partnerWhatsapp: string;
}
export type PartnerFaults = Partial<Record<keyof PartnerDraft, string>>;

const NO_CONTACT = 'Please provide at least an email or WhatsApp number for notifications.';

const draftOf = ({ partnerName, partnerEmail, partnerWhatsapp }: Accountability): PartnerDraft => ({
  partnerName,
  partnerEmail,
  partnerWhatsapp,
});

/** The faults of the form. The button that saves is disabled while there are any. */
export function faultsOf(draft: PartnerDraft): PartnerFaults {
  const [name, email, whatsapp] = [draft.partnerName.trim(), draft.partnerEmail.trim(), draft.partnerWhatsapp.trim()];
  return {
    ...(name === '' ? { partnerName: 'Name is required.' } : {}),
    ...(email === '' && whatsapp === ''
      ? { partnerEmail: NO_CONTACT }
      : email !== '' && !isAddress(email)
        ? { partnerEmail: 'Enter a valid email address.' }
        : {}),
  };
}

/**
 * The faults to show: all of them after the first try to save, before that those of fields that had the focus. The two contact
 * fields count as one.
 */
export function shownFaults(faults: PartnerFaults, left: ReadonlySet<keyof PartnerDraft>, tried: boolean): PartnerFaults {
  const contact = left.has('partnerEmail') || (left.has('partnerWhatsapp') && faults.partnerEmail === NO_CONTACT);
  return {
    ...(faults.partnerName && (tried || left.has('partnerName')) ? { partnerName: faults.partnerName } : {}),
    ...(faults.partnerEmail && (tried || contact) ? { partnerEmail: faults.partnerEmail } : {}),
  };
}

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

interface FormProps {
  readonly loaded: Tagged<Accountability>;
  /** Whether the form names a new partner. Then it asks what they read, too, and proposes to show the least. */
  readonly isNew: boolean;
  /** Shown beside the button that saves. */
  readonly children: ReactNode;
}

export function PartnerForm({ loaded, isNew, children }: FormProps) {
  const client = useQueryClient();
  const [detail, setDetail] = useState<PartnerDetail>('counts');
  const save = useMutation({
    scope: ACCOUNTABILITY_WRITES,
    mutationFn: async (draft: PartnerDraft) => {
      await own.save();
      // Where it waited for another change of the partner, that one's answer is in the cache.
      const known = client.getQueryData<Tagged<Accountability>>(settingsKeys.accountability) ?? loaded;
      return updateAccountability({ ...known.value, ...draft, ...(isNew ? { partnerDetail: detail } : {}) }, known.etag);
    },
    onSuccess: (answer) => {
      putSettings(client, 'accountability', answer);
      fields.clear();
      void client.invalidateQueries({ queryKey: partnerKeys.all });
      toast.success(SAVED, { id: 'settings-saved' });
    },
    onError: (error) => {
      if (failedWith(error, 'precondition_failed')) void client.invalidateQueries({ queryKey: settingsKeys.accountability });
    },
  });
  const own = useOwnName();
  const fields = usePartnerFields(draftOf(loaded.value), save.reset);
  const fault = save.error ? saveFault(save.error) : null;
  function submit(event: FormEvent) {
    event.preventDefault();
    const isNamed = own.attempt();
    if (fields.attempt() && isNamed) save.mutate(fields.draft);
  }
  return (
    <form className="pf" noValidate onSubmit={submit}>
      {fault && (
        <Note tone="missed" alert title={fault.title}>
          {fault.text}
        </Note>
      )}
      <OwnNameField own={own} refused={fault?.fields.fullName} />
      <PartnerFields fields={fields} refused={fault?.fields} />
      {isNew && <PartnerDetailField name={fields.draft.partnerName.trim()} value={detail} onChange={setDetail} />}
      <div className="pf-a">
        <Button
          type="submit"
          variant="primary"
          disabled={!(fields.isComplete && own.isComplete)}
          busy={save.isPending}
          busyLabel="Saving..."
        >
          Save
        </Button>
        {children}
      </div>
    </form>
  );
}
