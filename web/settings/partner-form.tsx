import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { z } from 'zod';
import { isAddress } from '../../src/contracts/address.ts';
import { saveProfile } from '../api/account.ts';
import { type PartnerDetail, partnerKeys } from '../api/partners.ts';
import { failedWith } from '../api/problem.ts';
import { sessionQuery } from '../api/session.ts';
import { type Accountability, settingsKeys, type Tagged, updateAccountability } from '../api/settings.ts';
import { checkedAsTyped } from '../forms/checked.ts';
import { FormField } from '../forms/form-field.tsx';
import { type CallForm, useCallForm } from '../forms/use-call-form.ts';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { toast } from '../ui/toast.tsx';
import { contactIn } from './contact.ts';
import { PartnerDetailField } from './current-partner.tsx';
import { InvitationPreview } from './invitation-preview.tsx';
import styles from './settings-form.module.css';
import { ACCOUNTABILITY_WRITES, FOLLOWING, putSettings, SAVED, saveFault } from './settings-form.tsx';

const NO_CONTACT = 'Please provide at least an email or WhatsApp number for notifications.';
const isBlank = (text: string): boolean => text.trim() === '';

/** `asksOwnName`: the owner has given no name yet, so the form asks for it. */
export const partnerTyped = (asksOwnName: boolean) =>
  z
    .object({
      ownName: z.string().refine((name) => !asksOwnName || !isBlank(name), { error: 'Tell your partner who asks.' }),
      partnerName: z.string().refine((name) => !isBlank(name), { error: 'Name is required.' }),
      partnerEmail: z.string().refine((email) => isBlank(email) || isAddress(email.trim()), { error: 'Enter a valid email address.' }),
      partnerWhatsapp: z.string(),
    })
    .refine(({ partnerEmail, partnerWhatsapp }) => !isBlank(partnerEmail) || !isBlank(partnerWhatsapp), {
      error: NO_CONTACT,
      path: ['partnerEmail'],
    });
export type TypedPartner = z.infer<ReturnType<typeof partnerTyped>>;

/**
 * Asks owners without a name for their name, because an invitation from an unknown person looks like fraud. The answer is saved
 * in the profile.
 */
function useOwnName() {
  const client = useQueryClient();
  const user = useQuery({ ...sessionQuery(), refetchInterval: false }).data?.user ?? null;
  const isAsked = user !== null && isBlank(user.userMetadata?.fullName ?? '');
  return {
    isAsked,
    address: user?.email ?? '',
    /** Saves the name if the form asked for it. Call it before the invitation, which contains the name of the owner. */
    save: async (typed: string): Promise<void> => {
      if (isAsked) await saveProfile(client, { fullName: typed.trim() });
    },
  };
}

interface PartnerFormProps {
  readonly values: Omit<TypedPartner, 'ownName'>;
  /** Called after the owner's name was saved, if the form asked for it. */
  readonly send: (partner: Omit<TypedPartner, 'ownName'>) => Promise<unknown>;
  readonly fieldOf: (name: string) => keyof TypedPartner | null;
}

/** Whether saving sends an invitation: to a new partner, or to a new address of the one who is there. */
export const invites = (saved: Contacts | null, { partnerEmail, partnerWhatsapp }: Contacts): boolean => {
  if (saved === null) return true;
  return isBlank(partnerEmail) ? partnerWhatsapp.trim() !== saved.partnerWhatsapp : partnerEmail.trim() !== saved.partnerEmail;
};
type Contacts = Pick<TypedPartner, 'partnerEmail' | 'partnerWhatsapp'>;

/** The save button is disabled while a field is invalid. */
export function usePartnerForm({ values, send, fieldOf }: PartnerFormProps) {
  const own = useOwnName();
  const typed = partnerTyped(own.isAsked);
  const form = useCallForm({
    ...FOLLOWING,
    resolver: checkedAsTyped(typed),
    values: { ownName: '', ...values },
    fieldOf: (name) => (name === 'fullName' ? 'ownName' : fieldOf(name)),
    send: async ({ ownName, ...partner }) => {
      await own.save(ownName);
      await send(partner);
    },
  });
  const attributes = {
    ...form.attributes,
    // Enter also shows the errors. The browser does not submit a form whose button is disabled.
    onKeyDown: ({ key, target }: KeyboardEvent) => {
      if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
      divideContact(form);
      void form.trigger();
    },
  };
  return { form, attributes, own, isComplete: typed.safeParse(form.watch()).success };
}

/** An address that was typed behind the name goes to its own field. */
function divideContact(form: CallForm<TypedPartner, TypedPartner>): void {
  const { partnerName, partnerEmail } = form.getValues();
  const contact = isBlank(partnerEmail) ? contactIn(partnerName) : null;
  if (!contact) return;
  form.setValue('partnerName', contact.name, { shouldDirty: true });
  form.setValue('partnerEmail', contact.email, { shouldDirty: true });
}

/** The address whose form has the focus from the start. */
const INVITE = '#invite';

interface FieldsProps {
  readonly form: CallForm<TypedPartner, TypedPartner>;
  readonly own: ReturnType<typeof useOwnName>;
}

/** The fields for name, email address and WhatsApp number of the partner, and for the owner's name if it is missing. */
export function PartnerFields({ form, own }: FieldsProps) {
  return (
    <>
      {own.isAsked && (
        <FormField
          form={form}
          name="ownName"
          label="What people call you"
          hint={`Your partner reads it in the invitation, beside your address ${own.address}. It is saved in your profile.`}
        >
          <Input autoComplete="name" {...form.register('ownName')} />
        </FormField>
      )}
      <FormField
        form={form}
        name="partnerName"
        label="Name"
        hint={isBlank(form.watch('partnerName')) ? 'The email address can be typed behind it.' : undefined}
      >
        <Input autoComplete="off" {...form.register('partnerName', { onBlur: () => divideContact(form) })} />
      </FormField>
      <FormField form={form} name="partnerEmail" label="Email Address" note="Recommended">
        <Input type="email" inputMode="email" autoComplete="off" placeholder="name@example.com" {...form.register('partnerEmail')} />
      </FormField>
      <FormField
        form={form}
        name="partnerWhatsapp"
        label="WhatsApp Number"
        note="Recommended"
        hint={isBlank(form.watch('partnerWhatsapp')) ? 'Add WhatsApp for instant, more effective notifications!' : undefined}
      >
        {/* A partner needs one of the two contacts. A missing contact is reported at the email address. */}
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="off"
          placeholder="+47 412 34 567"
          {...form.register('partnerWhatsapp', { deps: ['partnerEmail'] })}
        />
      </FormField>
    </>
  );
}

interface InviteButtonProps {
  /** Whether saving sends an invitation. */
  readonly sends: boolean;
  readonly isComplete: boolean;
  readonly isBusy: boolean;
}

export const InviteButton = ({ sends, isComplete, isBusy }: InviteButtonProps) => (
  <Button type="submit" variant="primary" disabled={!isComplete} busy={isBusy} busyLabel={sends ? 'Sending...' : 'Saving...'}>
    {sends ? 'Send invitation' : 'Save'}
  </Button>
);

interface FormProps {
  readonly loaded: Tagged<Accountability>;
  /** Whether this is a new partner. The form then also asks how much they will see, and suggests the least. */
  readonly isNew: boolean;
  readonly children: ReactNode;
}

const NAMES: readonly string[] = ['partnerName', 'partnerEmail', 'partnerWhatsapp'] satisfies (keyof TypedPartner)[];
const savedPartner = ({ partnerName, partnerEmail, partnerWhatsapp }: Accountability) => ({ partnerName, partnerEmail, partnerWhatsapp });

export function PartnerForm({ loaded, isNew, children }: FormProps) {
  const client = useQueryClient();
  const [detail, setDetail] = useState<PartnerDetail>('counts');
  const before = isNew ? null : savedPartner(loaded.value);
  const save = useMutation({
    scope: ACCOUNTABILITY_WRITES,
    mutationFn: (partner: Omit<TypedPartner, 'ownName'>) => {
      // If this change waited for another change of the partner, the answer of that one is in the cache.
      const known = client.getQueryData<Tagged<Accountability>>(settingsKeys.accountability) ?? loaded;
      return updateAccountability({ ...known.value, ...partner, ...(isNew ? { partnerDetail: detail } : {}) }, known.etag);
    },
    onSuccess: (answer, sent) => {
      const detail = invites(before, sent) ? 'The invitation is on its way.' : '';
      putSettings(client, 'accountability', answer);
      form.reset({ ownName: '', ...savedPartner(answer.value) });
      void client.invalidateQueries({ queryKey: partnerKeys.all });
      toast.success(SAVED, { id: 'settings-saved', detail });
    },
    onError: (error) => {
      if (failedWith(error, 'precondition_failed')) void client.invalidateQueries({ queryKey: settingsKeys.accountability });
    },
  });
  const { form, attributes, own, isComplete } = usePartnerForm({
    values: savedPartner(loaded.value),
    send: save.mutateAsync,
    fieldOf: (name) => (NAMES.includes(name) ? (name as keyof TypedPartner) : null),
  });
  const fault = form.error ? saveFault(form.error) : null;
  const current = form.watch();
  const sendsInvitation = invites(before, current);
  const { ref } = form.attributes;
  useEffect(() => {
    if (isNew && window.location.hash === INVITE) ref.current?.querySelector('input')?.focus();
  }, [ref, isNew]);
  return (
    <form className={styles.form} {...attributes}>
      {fault && (
        <Note tone="missed" alert title={fault.title}>
          {fault.text}
        </Note>
      )}
      <PartnerFields form={form} own={own} />
      {isNew && <PartnerDetailField name={form.watch('partnerName').trim()} value={detail} onChange={setDetail} />}
      {sendsInvitation && <InvitationPreview typed={current} to="first" />}
      <div className={styles.actions}>
        <InviteButton sends={sendsInvitation} isComplete={isComplete} isBusy={save.isPending} />
        {children}
      </div>
    </form>
  );
}
