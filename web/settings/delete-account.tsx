import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOwnerClock } from '../api/owner-clock.ts';
import { failedWith } from '../api/problem.ts';
import { type OwnUser, ownUserQuery } from '../api/session.ts';
import { deleteAccount } from '../api/settings.ts';
import { forget, readKept } from '../lib/tab-storage.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { reasonOf } from './account-words.ts';
import { DELETING, DeletionDialog } from './deletion-dialog.tsx';

const CONFIRM = 'Are you sure you want to permanently delete your account? This cannot be undone.';

/** Whether somebody has come back from the provider for a deletion that began in this tab, as the same person. */
const isBackFor = (kept: unknown, own: OwnUser): boolean => (kept as { id?: unknown } | null)?.id === own.id;

export function DeleteAccount({ onGone }: { onGone: (message: string) => void }) {
  const { data: own, isPending } = useQuery(ownUserQuery());
  const { now } = useOwnerClock();
  const [kept, setKept] = useState(() => readKept(DELETING));
  const [isAsked, setIsAsked] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  // Once: a later visit of the page does not ask again.
  useEffect(() => forget(DELETING), []);

  // The cache is cleared as soon as nobody is signed in. If it were cleared now, the frame of the page would read again and be refused.
  const leave = useMutation({
    mutationFn: deleteAccount,
    onSuccess: ({ message }) => onGone(message || 'Your account is deleted. You are logged out now.'),
    onError: (error) => {
      if (!failedWith(error, 'fresh_sign_in_needed')) return;
      setIsRefused(true);
      setIsAsked(true);
    },
  });
  const fresh = own?.freshSignIn ?? null;
  const isStale = isRefused || (fresh !== null && Date.parse(fresh.until) <= now);
  const isBack = own !== undefined && fresh !== null && !isStale && isBackFor(kept, own);

  const confirm = () => {
    if (!window.confirm(CONFIRM)) return;
    close();
    leave.mutate();
  };
  const close = () => {
    setIsAsked(false);
    setKept(null);
  };
  return (
    <>
      {/* Until it is known who asks, nobody can say whether they have to come back from a provider first. */}
      <Button
        variant="danger"
        disabled={isPending}
        busy={leave.isPending}
        busyLabel="Deleting..."
        onClick={isStale ? () => setIsAsked(true) : confirm}
      >
        Delete Account
      </Button>
      {own && <DeletionDialog own={own} open={isAsked || isBack} isStale={isStale} onClose={close} onConfirm={confirm} />}
      {leave.error && !(own && isRefused) && (
        <Note tone="missed" alert title="Failed to delete account. Please try again.">
          {reasonOf(leave.error, 'Failed to delete account')}
        </Note>
      )}
    </>
  );
}
