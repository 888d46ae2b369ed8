import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type PartnerDetail, partnerKeys } from '../api/partners.ts';
import { failedWith } from '../api/problem.ts';
import { type Accountability, settingsKeys, type Tagged, updateAccountability } from '../api/settings.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { toast } from '../ui/toast.tsx';
import { OwnNameField, useOwnName } from './own-name.tsx';
import { PartnerDetailField } from './partner-detail.tsx';
import { PartnerFields, usePartnerFields } from './partner-fields.tsx';
import { draftOf, type PartnerDraft } from './partner-rules.ts';
import { ACCOUNTABILITY_WRITES, putSettings } from './settings-cache.ts';
import { SAVED, saveFault } from './use-settings-form.ts';

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
