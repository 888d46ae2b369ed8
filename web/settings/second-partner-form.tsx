import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { changePerson, createPartner, type Partner, type Person, partnerKeys } from '../api/partners.ts';
import { useRepeatKey } from '../api/repeat-key.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { toast } from '../ui/toast.tsx';
import { OwnNameField, useOwnName } from './own-name.tsx';
import { PartnerFields, usePartnerFields } from './partner-fields.tsx';
import type { PartnerDraft } from './partner-rules.ts';
import { ACCOUNTABILITY_WRITES, readAccountability } from './settings-cache.ts';
import { SAVED, saveFault } from './use-settings-form.ts';

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

export function SecondPartnerForm({ partner, onClose }: FormProps) {
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
