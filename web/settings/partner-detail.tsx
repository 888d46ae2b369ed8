import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Partner, type PartnerDetail, partnerKeys, setPartnerDetail } from '../api/partners.ts';
import { messageOf } from '../api/problem.ts';
import { settingsKeys } from '../api/settings.ts';
import { Segmented } from '../ui/tabs.tsx';
import { toast } from '../ui/toast.tsx';

const TEXTS: Readonly<Record<PartnerDetail, string>> = {
  titles: 'Messages and the progress page name your tasks by their titles.',
  counts: 'Messages and the progress page hold numbers alone, no title of any task.',
};

/** How much the partner reads. Saved at once. */
export function PartnerDetailChoice({ partner }: { partner: Partner }) {
  const client = useQueryClient();
  const put = (detail: PartnerDetail) =>
    client.setQueryData<Partner[]>(partnerKeys.all, (list) => list?.map((one) => (one.id === partner.id ? { ...one, detail } : one)));
  const change = useMutation({
    mutationFn: (detail: PartnerDetail) => setPartnerDetail(partner.id, detail),
    onMutate: async (detail) => {
      await client.cancelQueries({ queryKey: partnerKeys.all });
      put(detail);
      return { before: partner.detail };
    },
    onError: (error, _detail, context) => {
      if (context) put(context.before);
      toast.error(messageOf(error));
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: partnerKeys.all });
      void client.invalidateQueries({ queryKey: settingsKeys.all });
    },
  });
  return (
    <div className="f">
      <span className="lab">What {partner.name} reads</span>
      <Segmented
        label={`What ${partner.name} reads`}
        value={partner.detail}
        onChange={(detail) => change.mutate(detail)}
        options={[
          { value: 'titles', label: 'Titles' },
          { value: 'counts', label: 'Counts alone' },
        ]}
      />
      <div className="hint">{TEXTS[partner.detail]}</div>
    </div>
  );
}
