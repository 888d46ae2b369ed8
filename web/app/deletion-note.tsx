import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Trash2 } from 'lucide-react';
import { shortMoment } from '../../src/contracts/words/format.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { sessionKeys, sessionQuery } from '../api/session.ts';
import { cancelDeletion } from '../api/settings.ts';
import { localTime } from '../lib/calendar.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Status } from '../ui/status.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './shell-notes.module.css';

/** Shown on every screen while the account is going to be deleted. */
export function DeletionNote() {
  const at = useQuery({ ...sessionQuery(), refetchInterval: false }).data?.user?.deletionAt ?? null;
  const { zone, today } = useOwnerClock();
  const client = useQueryClient();
  const keep = useMutation({
    mutationFn: cancelDeletion,
    onSuccess: ({ message }) => toast.success(message),
    onSettled: () => client.invalidateQueries({ queryKey: sessionKeys.all }),
  });
  if (at === null) return null;
  return (
    <section className={clsx(styles.banner, styles.pastDue)} aria-label="Deletion of your account">
      <Icon of={Trash2} className={layoutStyles.lowered} />
      <span>Your account will be deleted on {shortMoment(localTime(at, zone), today)}.</span>
      <Button size="s" busy={keep.isPending} busyLabel="Keeping..." onClick={() => keep.mutate()}>
        Keep my account
      </Button>
      {keep.error && <Status fresh>{messageOf(keep.error)}</Status>}
    </section>
  );
}
