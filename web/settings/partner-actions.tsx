import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { type Partner, partnerKeys, removePartner, sendSummary } from '../api/partners.ts';
import { messageOf } from '../api/problem.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import { ACCOUNTABILITY_WRITES, putPartner, readAccountability } from './settings-cache.ts';

export function PartnerActions({ partner }: { partner: Partner }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const summary = useMutation({
    mutationFn: () => sendSummary(partner.id),
    onSuccess: () => toast.success('Summary on its way', { detail: `${partner.name} gets it in a moment.` }),
    onError: (error) => toast.error(messageOf(error)),
  });
  const remove = useMutation({
    scope: ACCOUNTABILITY_WRITES,
    mutationFn: () => removePartner(partner.id),
    onSuccess: (removed) => {
      putPartner(client, removed);
      toast.success(`${partner.name} is no longer your partner`);
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: partnerKeys.all });
      toast.error(messageOf(error));
    },
    onSettled: () => {
      setAsking(false);
      return readAccountability(client);
    },
  });
  const accepted = partner.status === 'accepted';
  return (
    <>
      {accepted && partner.role === 'first' && (
        <Button icon={<Icon of={Send} />} busy={summary.isPending} busyLabel="Sending..." onClick={() => summary.mutate()}>
          Send summary now
        </Button>
      )}
      <Button variant="danger" onClick={() => setAsking(true)}>
        Remove
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove ${partner.name}`}
        text={
          (accepted
            ? 'They get a farewell, and nothing after it. Coming back takes a new invitation.'
            : 'The invitation is taken back, and its link ends.') +
          (partner.role === 'second' ? ' What names them goes to your first partner.' : '')
        }
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep</Button>
            <Button variant="danger" busy={remove.isPending} busyLabel="Removing..." onClick={() => remove.mutate()}>
              Remove
            </Button>
          </>
        }
      />
    </>
  );
}
