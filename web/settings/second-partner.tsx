import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useRepeatKey } from '../api/client.ts';
import { changePerson, createPartner, currentOf, type Partner, type Person, partnerKeys } from '../api/partners.ts';
import { Invitation, usePremium } from '../plans/invitation.tsx';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { LinesSkeleton } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { PartnerActions, PartnerStatus, PartnerTrail } from './current-partner.tsx';
import { OwnNameField, type PartnerDraft, PartnerFields, useOwnName, usePartnerFields } from './partner-form.tsx';
import { ACCOUNTABILITY_WRITES, readAccountability, SAVED, saveFault } from './settings-form.tsx';

const NOBODY: Person = { name: '', email: '', whatsapp: '' };

const draftOf = ({ name, email, whatsapp }: Person): PartnerDraft => ({
  partnerName: name,
  partnerEmail: email,
  partnerWhatsapp: whatsapp,
});
const personOf = ({ partnerName, partnerEmail, partnerWhatsapp }: PartnerDraft): Person => ({
  name: partnerName.trim(),
  email: partnerEmail.trim(),
  whatsapp: partnerWhatsapp.trim(),
});

interface FormProps {
  /** The present second partner; null: the form invites one. */
  readonly partner: Partner | null;
  readonly onClose: () => void;
}

function SecondPartnerForm({ partner, onClose }: FormProps) {
  const client = useQueryClient();
  const key = useRepeatKey();
  const save = useMutation({
    scope: ACCOUNTABILITY_WRITES,
    mutationFn: async (person: Person) => {
      await own.save();
      return partner ? changePerson(partner.id, person) : createPartner(person, key.of(person));
    },
    onError: key.failed,
    onSuccess: async (saved) => {
      key.made();
      toast.success(partner ? SAVED : `${saved.name} is invited`);
      // Both are read before the form closes, so that the page does not show the old person for a moment.
      await Promise.all([client.invalidateQueries({ queryKey: partnerKeys.all }), readAccountability(client)]);
      onClose();
    },
  });
  const own = useOwnName();
  const fields = usePartnerFields(draftOf(partner ?? NOBODY), save.reset);
  const fault = save.error ? saveFault(save.error) : null;
  function submit(event: FormEvent) {
    event.preventDefault();
    const isNamed = own.attempt();
    if (fields.attempt() && isNamed && !save.isPending) save.mutate(personOf(fields.draft));
  }
  return (
    <form className="pf" noValidate onSubmit={submit} aria-label="Second partner">
      {fault && (
        <Note tone="missed" alert title={partner ? fault.title : 'Failed to invite the partner.'}>
          {fault.text}
        </Note>
      )}
      <OwnNameField own={own} refused={fault?.fields.fullName} />
      <PartnerFields fields={fields} refused={fault ? namedAsInForm(fault.fields) : undefined} />
      <div className="pf-a">
        <Button
          type="submit"
          variant="primary"
          disabled={!(fields.isComplete && own.isComplete)}
          busy={save.isPending}
          busyLabel={partner ? 'Saving...' : 'Inviting...'}
        >
          {partner ? 'Save' : 'Invite'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

/** The fields of a partner are called by the form as the settings call those of the first one. */
const namedAsInForm = (faults: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(faults).map(([name, sentence]) => [`partner${name.charAt(0).toUpperCase()}${name.slice(1)}`, sentence]),
  );

/** The second partner of the plan Pro: who it is, or the form that invites somebody, or what it would be. */
export function SecondPartner({ partners }: { partners: readonly Partner[] }) {
  const newest = partners.find(({ role }) => role === 'second');
  const shown = newest?.status === 'removed' ? undefined : newest;
  return (
    <SettingsBlock
      title="Second partner"
      text="Judges the tasks that name them, and gets no other messages."
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
      <div className="pf-a">
        <Button onClick={() => setOpen(true)}>Change</Button>
        <PartnerActions partner={second} />
      </div>
    );
  if (premium === null) return <LinesSkeleton lines={3} label="Loading your plan" />;
  if (premium !== 'open') return <WithPro />;
  if (!currentOf(partners, 'first')) return <p className="s2 q2">Name your partner above first. Then you can add a second one here.</p>;
  return <Button onClick={() => setOpen(true)}>Invite a second partner</Button>;
}

const WithPro = () => (
  <Invitation
    title="Two people, each for what they know"
    text="A colleague judges the code, a friend the rest: with Pro a task can say which of your two partners judges its proof."
  >
    <ul className="s2">
      <li>‘Port the parser’ is judged by Kim, who reads the code.</li>
      <li>‘Run 5 km’ is judged by Søren, as is everything else.</li>
    </ul>
  </Invitation>
);
