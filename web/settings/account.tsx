import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { PLATFORM_NAMES } from '../../src/contracts/words/platforms.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { ENDS_SESSION } from '../api/query-client.ts';
import { type OwnUser, ownUserQuery, sessionKeys, signInAddress } from '../api/session.ts';
import { deleteAccount, exportKeys, requestExport, scheduleDeletion } from '../api/settings.ts';
import { forget, keep, readKept } from '../lib/tab-storage.ts';
import buttonStyles from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';
import pageStyles from '../ui/page.module.css';
import { SettingsBlock } from '../ui/page.tsx';
import { ProviderLinks } from '../ui/providers.tsx';
import textStyles from '../ui/text.module.css';
import { Exports } from './exports.tsx';
import { SettingsFrame } from './frame.tsx';
import { Tokens } from './tokens.tsx';

/** The server's reason for refusing a call, or undefined if it gave none. */
const reasonOf = (error: unknown, fallback: string): string | undefined =>
  error instanceof ApiError && error.status > 0 && error.status < 500 && messageOf(error) !== fallback ? messageOf(error) : undefined;

/** The name under which the tab stores that a person went to the provider in order to delete the account. */
const DELETING = 'deleting';

interface DeletionDialogProps {
  readonly own: OwnUser;
  readonly open: boolean;
  /** Whether the person still has to return from the provider. */
  readonly isStale: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** For a person without a password. It first asks them to return from the provider, and then whether to delete the account. */
function DeletionDialog({ own: { id, email, freshSignIn }, open, isStale, onClose, onConfirm }: DeletionDialogProps) {
  const platform = freshSignIn?.platform ?? null;
  const name = platform === null ? 'the provider' : PLATFORM_NAMES[platform];
  return (
    <Dialog
      open={open}
      onOpenChange={(on) => !on && onClose()}
      title="Delete your account?"
      text={
        isStale
          ? `Your account has no password, so come back from ${name} first. Then you are asked once more; until then nothing is deleted.`
          : `You have come back from ${name}. The account of ${email} can be deleted now.`
      }
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          {isStale ? (
            <ProviderLinks
              platform={platform}
              className={buttonStyles.primary}
              address={(one) => signInAddress(one, { for: 'deletion' })}
              onLeave={() => keep(DELETING, { id })}
            />
          ) : (
            <Button variant="danger-filled" onClick={onConfirm}>
              Delete Account
            </Button>
          )}
        </>
      }
    />
  );
}

const CONFIRM = 'Are you sure you want to permanently delete your account? This cannot be undone.';

/** Whether the person who started the deletion in this tab has returned from the provider. */
const isBackFor = (kept: unknown, own: OwnUser): boolean => (kept as { id?: unknown } | null)?.id === own.id;

function DeleteAccount({ onGone }: { onGone: (message: string) => void }) {
  const { data: own, isPending } = useQuery(ownUserQuery());
  const { now } = useOwnerClock();
  const [kept, setKept] = useState(() => readKept(DELETING));
  const [isAsked, setIsAsked] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  // The note is deleted at once, so that a later visit of the page does not open the dialog again.
  useEffect(() => forget(DELETING), []);

  // The cache is cleared when the session has ended. If it were cleared here, the frame of the page would send calls that
  // are refused.
  const leave = useMutation({
    meta: ENDS_SESSION,
    mutationFn: deleteAccount,
    onSuccess: ({ message }) => onGone(message || 'Your account is deleted. You are logged out now.'),
    onError: (error) => {
      if (!failedWith(error, 'fresh_sign_in_needed')) return;
      setIsRefused(true);
      setIsAsked(true);
    },
  });
  const client = useQueryClient();
  const put = useMutation({
    mutationFn: scheduleDeletion,
    onSuccess: () => client.invalidateQueries({ queryKey: sessionKeys.all }),
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
      {/* Before the user is loaded, it is not known whether they must return from a provider first. */}
      <Button
        variant="danger"
        disabled={isPending}
        busy={leave.isPending}
        busyLabel="Deleting..."
        onClick={isStale ? () => setIsAsked(true) : confirm}
      >
        Delete Account
      </Button>
      <Button disabled={isPending || isStale} busy={put.isPending} busyLabel="Asking..." onClick={() => put.mutate()}>
        Delete in 7 days
      </Button>
      <div role="status" className={layoutStyles.fullWidth}>
        {put.data && <Note>{put.data.message}</Note>}
      </div>
      {put.error && (
        <Note tone="missed" alert title="Failed to delete account. Please try again.">
          {reasonOf(put.error, 'Failed to delete account')}
        </Note>
      )}
      {own && <DeletionDialog own={own} open={isAsked || isBack} isStale={isStale} onClose={close} onConfirm={confirm} />}
      {leave.error && !(own && isRefused) && (
        <Note tone="missed" alert title="Failed to delete account. Please try again.">
          {reasonOf(leave.error, 'Failed to delete account')}
        </Note>
      )}
    </>
  );
}

/** How long the last message is shown before the person leaves the page, in milliseconds. */
const SHOWN_FOR = 6_000;

export function Account() {
  const [farewell, setFarewell] = useState<string | null>(null);
  if (farewell !== null) return <AccountDeleted text={farewell} />;
  return (
    <SettingsFrame title="Account Management">
      <SettingsBlock
        title="Data Export"
        text="Your tasks, verifications, settings and reports, in one bundle. The link comes by mail, works once, and within 24 hours."
        first
      >
        <ExportData />
      </SettingsBlock>
      <Tokens />
      <SettingsBlock
        title="Danger Zone"
        text="Deleting the account destroys what you wrote and the keys to it. Your partner is told that you left, and nothing else. Delete it in 7 days, and you can keep it until then."
      >
        <DeleteAccount onGone={setFarewell} />
      </SettingsBlock>
    </SettingsFrame>
  );
}

function ExportData() {
  const client = useQueryClient();
  const request = useMutation({
    mutationFn: requestExport,
    onSuccess: () => client.invalidateQueries({ queryKey: exportKeys.all }),
  });
  return (
    <>
      <Button busy={request.isPending} busyLabel="Asking..." onClick={() => request.mutate()}>
        Export Data
      </Button>
      <div role="status" className={layoutStyles.fullWidth}>
        {request.data && <Note>{request.data.message || 'The bundle is being made. Its link comes by mail.'}</Note>}
      </div>
      {request.error && (
        <Note tone="missed" alert title="Failed to export data. Please try again.">
          {reasonOf(request.error, 'Failed to request data export')}
        </Note>
      )}
      <Exports />
    </>
  );
}

/** The last message after an account was deleted. After it, the session ends in this browser too. */
function AccountDeleted({ text }: { text: string }) {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setTimeout(() => client.setQueryData(sessionKeys.all, { user: null, session: null }), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [client]);
  return (
    <div className={pageStyles.page} data-part="page">
      <h1>Your account is deleted</h1>
      <p className={clsx(textStyles.muted, layoutStyles.before12)} role="status">
        {text}
      </p>
      <Button className={layoutStyles.before16} onClick={() => client.setQueryData(sessionKeys.all, { user: null, session: null })}>
        Leave
      </Button>
    </div>
  );
}
