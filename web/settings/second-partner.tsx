import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { useRepeatKey } from '../api/client.ts';
import { changePerson, createPartner, currentOf, type Partner, type Person, partnerKeys } from '../api/partners.ts';
import { Invitation, usePremium } from '../plans/invitation.tsx';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { LinesSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import { toast } from '../ui/toast.tsx';
import { PartnerActions, PartnerStatus, PartnerTrail } from './current-partner.tsx';
import { InvitationPreview } from './invitation-preview.tsx';
import { InviteButton, invites, PartnerFields, type TypedPartner, usePartnerForm } from './partner-form.tsx';
import styles from './settings-form.module.css';
import { ACCOUNTABILITY_WRITES, readAccountability, SAVED, saveFault } from './settings-form.tsx';

const NOBODY: Person = { name: '', email: '', whatsapp: '' };

const typedAbout = ({ name, email, whatsapp }: Person) => ({ partnerName: name, partnerEmail: email, partnerWhatsapp: whatsapp });
const personOf = ({ partnerName, partnerEmail, partnerWhatsapp }: ReturnType<typeof typedAbout>): Person => ({
  name: partnerName.trim(),
  email: partnerEmail.trim(),
  whatsapp: partnerWhatsapp.trim(),
});

/** The form uses the field names that the settings use for the first partner. */
const FIELDS: Readonly<Record<string, keyof TypedPartner>> = {
  name: 'partnerName',
  email: 'partnerEmail',
  whatsapp: 'partnerWhatsapp',
};

interface FormProps {
  /** Null: the form invites a second partner. */
  readonly partner: Partner | null;
  readonly onClose: () => void;
}

function SecondPartnerForm({ partner, onClose }: FormProps) {
  const client = useQueryClient();
  const key = useRepeatKey();
  const save = useMutation({
    scope: ACCOUNTABILITY_WRITES,
    mutationFn: (person: Person) => (partner ? changePerson(partner.id, person) : createPartner(person, key.of(person))),
    onError: key.failed,
    onSuccess: async (saved) => {
      key.made();
      toast.success(partner ? SAVED : sentence`${saved.name} is invited`);
      // Both are read before the form closes. Otherwise the page would show the old person for a moment.
      await Promise.all([client.invalidateQueries({ queryKey: partnerKeys.all }), readAccountability(client)]);
      onClose();
    },
  });
  const { form, attributes, own, isComplete } = usePartnerForm({
    values: typedAbout(partner ?? NOBODY),
    send: (typed) => save.mutateAsync(personOf(typed)),
    fieldOf: (name) => FIELDS[name] ?? null,
  });
  const fault = form.error ? saveFault(form.error) : null;
  const current = form.watch();
  const sendsInvitation = invites(partner && typedAbout(partner), current);
  return (
    <form className={styles.form} {...attributes} aria-label="Second partner">
      {fault && (
        <Note tone="missed" alert title={partner ? fault.title : 'Failed to invite the partner.'}>
          {fault.text}
        </Note>
      )}
      <PartnerFields form={form} own={own} />
      {sendsInvitation && <InvitationPreview typed={current} to="second" />}
      <div className={styles.actions}>
        <InviteButton sends={sendsInvitation} isComplete={isComplete} isBusy={save.isPending} />
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

/** A feature of Pro. Shows the partner, an invitation form, or a description of the feature. */
export function SecondPartner({ partners }: { partners: readonly Partner[] }) {
  const newest = partners.find(({ role }) => role === 'second');
  const shown = newest?.status === 'removed' ? undefined : newest;
  return (
    <SettingsBlock
      title="Second partner"
      text="Judges the tasks that name them, whose title and proof they see, and gets no other messages."
      aside={shown && <PartnerTrail partner={shown} />}
    >
      {shown && <PartnerStatus partner={shown} />}
      <Second partners={partners} />
    </SettingsBlock>
  );
}

function Second({ partners }: { partners: readonly Partner[] }) {
  const premium = usePremium();
  const [isOpen, setOpen] = useState(false);
  const second = currentOf(partners, 'second');
  if (isOpen) return <SecondPartnerForm key={second?.id ?? 'new'} partner={second ?? null} onClose={() => setOpen(false)} />;
  if (second)
    return (
      <div className={styles.actions}>
        <Button onClick={() => setOpen(true)}>Change</Button>
        <PartnerActions partner={second} />
      </div>
    );
  if (premium === null) return <LinesSkeleton lines={3} label="Loading your plan" />;
  if (premium !== 'open') return <WithPro />;
  if (!currentOf(partners, 'first'))
    return <p className={clsx(textStyles.small, textStyles.muted)}>Name your partner above first. Then you can add a second one here.</p>;
  return <Button onClick={() => setOpen(true)}>Invite a second partner</Button>;
}

const WithPro = () => (
  <Invitation
    title="Two people, each for what they know"
    text="A colleague judges the code, a friend the rest: with Pro a task can say which of your two partners judges its proof."
  >
    <ul className={textStyles.small}>
      <li>‘Port the parser’ is judged by Kim, who reads the code.</li>
      <li>‘Run 5 km’ is judged by Søren, as is everything else.</li>
    </ul>
  </Invitation>
);
