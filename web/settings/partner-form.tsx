import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { type PartnerDetail, partnerKeys } from '../api/partners.ts';
import { failedWith } from '../api/problem.ts';
import { type Accountability, settingsKeys, type Tagged, updateAccountability } from '../api/settings.ts';
import { Button } from '../ui/button.tsx';
import { Field, Input, type InputProps } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { toast } from '../ui/toast.tsx';
import { PartnerDetailField } from './partner-detail.tsx';
import { draftOf, faultsOf, type PartnerDraft, shownFaults } from './partner-rules.ts';
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
  const [changes, setChanges] = useState<Partial<PartnerDraft>>({});
  const [left, setLeft] = useState<ReadonlySet<keyof PartnerDraft>>(new Set());
  const [tried, setTried] = useState(false);
  const draft: PartnerDraft = { ...draftOf(loaded.value), ...changes };
  const save = useMutation({
    scope: ACCOUNTABILITY_WRITES,
    mutationFn: () => {
      // Where it waited for another change of the partner, that one's answer is in the cache.
      const known = client.getQueryData<Tagged<Accountability>>(settingsKeys.accountability) ?? loaded;
      return updateAccountability({ ...known.value, ...draft, ...(isNew ? { partner_detail: detail } : {}) }, known.etag);
    },
    onSuccess: (answer) => {
      putSettings(client, 'accountability', answer);
      setChanges({});
      setLeft(new Set());
      setTried(false);
      void client.invalidateQueries({ queryKey: partnerKeys.all });
      toast.success(SAVED, { id: 'settings-saved' });
    },
    onError: (error) => {
      if (failedWith(error, 'precondition_failed')) void client.invalidateQueries({ queryKey: settingsKeys.accountability });
    },
  });
  const faults = faultsOf(draft);
  const fault = save.error ? saveFault(save.error) : null;
  const shown = { ...fault?.fields, ...shownFaults(faults, left, tried) };

  const field = (name: keyof PartnerDraft): InputProps => ({
    value: draft[name],
    autoComplete: 'off',
    onChange: (event) => {
      setChanges({ ...changes, [name]: event.target.value });
      save.reset();
    },
    onBlur: () => setLeft(new Set([...left, name])),
    // Enter also counts as a try to save; the browser does not submit while the button is disabled.
    onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && setTried(true),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (Object.keys(faults).length === 0) save.mutate();
  }
  return (
    <form className="pf" noValidate onSubmit={submit}>
      {fault && (
        <Note tone="missed" alert title={fault.title}>
          {fault.text}
        </Note>
      )}
      <Field label="Name" error={shown.partner_name}>
        <Input {...field('partner_name')} />
      </Field>
      <Field label="Email Address" note="Recommended" error={shown.partner_email}>
        <Input {...field('partner_email')} type="email" inputMode="email" placeholder="name@example.com" />
      </Field>
      <Field
        label="WhatsApp Number"
        note="Recommended"
        hint={draft.partner_whatsapp.trim() === '' ? 'Add WhatsApp for instant, more effective notifications!' : undefined}
        error={shown.partner_whatsapp}
      >
        <Input {...field('partner_whatsapp')} type="tel" inputMode="tel" placeholder="+47 412 34 567" />
      </Field>
      {isNew && <PartnerDetailField name={draft.partner_name.trim()} value={detail} onChange={setDetail} />}
      <div className="pf-a">
        <Button type="submit" variant="primary" disabled={Object.keys(faults).length > 0} busy={save.isPending} busyLabel="Saving...">
          Save
        </Button>
        {children}
      </div>
    </form>
  );
}
