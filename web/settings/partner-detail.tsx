import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Partner, type PartnerDetail, partnerKeys, setPartnerDetail } from '../api/partners.ts';
import { messageOf } from '../api/problem.ts';
import { markStale, readAfterChange, SHOWN_AT_ONCE, stopReads } from '../api/stale.ts';
import { Segmented } from '../ui/tabs.tsx';
import { toast } from '../ui/toast.tsx';
import { ACCOUNTABILITY_WRITES, putPartner, readAccountability } from './settings-cache.ts';

const TEXTS: Readonly<Record<PartnerDetail, string>> = {
  titles: 'Messages and the progress page name your tasks by their titles.',
  counts: 'Messages and the progress page hold numbers alone, no title of any task.',
};

/** The choice of what the partner is shown. It is saved at once. */
export function PartnerDetailChoice({ partner }: { partner: Partner }) {
  const client = useQueryClient();
  const change = useMutation({
    scope: ACCOUNTABILITY_WRITES,
    meta: SHOWN_AT_ONCE,
    mutationFn: (detail: PartnerDetail) => setPartnerDetail(partner.id, detail),
    onMutate: async (detail) => {
      putPartner(client, { ...partner, detail });
      await stopReads(client, partnerKeys.all);
      return { before: partner };
    },
    onSuccess: (answer) => putPartner(client, answer),
    onError: (error, _detail, context) => {
      if (context) putPartner(client, context.before);
      markStale(client, [partnerKeys.all]);
      toast.error(messageOf(error));
    },
    onSettled: () => {
      readAfterChange(client, 1);
      return readAccountability(client);
    },
  });
  return <PartnerDetailField name={partner.name} value={partner.detail} onChange={(detail) => change.mutate(detail)} />;
}

interface FieldProps {
  /** The partner's name; empty: it is not known yet. */
  readonly name: string;
  readonly value: PartnerDetail;
  readonly onChange: (detail: PartnerDetail) => void;
}

export function PartnerDetailField({ name, value, onChange }: FieldProps) {
  const label = `What ${name === '' ? 'your partner' : name} reads`;
  return (
    <div className="f">
      <span className="lab">{label}</span>
      <Segmented
        label={label}
        value={value}
        onChange={onChange}
        options={[
          { value: 'titles', label: 'Titles' },
          { value: 'counts', label: 'Counts alone' },
        ]}
      />
      <div className="hint">{TEXTS[value]}</div>
    </div>
  );
}
