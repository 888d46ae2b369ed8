import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { PLATFORM_NAMES } from '../../src/contracts/words/platforms.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { ENDS_SESSION } from '../api/query-client.ts';
import { type OwnUser, ownUserQuery, sessionKeys, sessionQuery, signInAddress } from '../api/session.ts';
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
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import { Exports } from './exports.tsx';
import { SettingsFrame } from './frame.tsx';
import { Tokens } from './tokens.tsx';

/** The server's reason for refusing a call, or undefined if it gave none. */
const reasonOf = (error: unknown, fallback: string): string | undefined =>
  error instanceof ApiError && error.status > 0 && error.status < 500 && messageOf(error) !== fallback ? messageOf(error) : undefined;

/** The name under which the tab stores that a person went to the provider in order to delete the account. */
const DELETING = 'deleting';

/** When the account is deleted. Until 7 days are over, this can be taken back. */
type When = 'now' | 'in_7_days';

const DIALOG_WORDS: Readonly<Record<When, { readonly title: string; readonly back: (email: string) => string; readonly confirm: string }>> =
  {
    now: {
      title: 'Delete your account?',
      back: (email) => `The account of ${email} can be deleted now.`,
      confirm: 'Delete Account',
    },
    in_7_days: {
      title: 'Delete your account in 7 days?',
      back: (email) => `Until the 7 days are over, you can keep the account of ${email}.`,
      confirm: 'Delete in 7 days',
    },
  };

interface DeletionDialogProps {
  readonly own: OwnUser;
  readonly when: When;
  readonly open: boolean;
  /** Whether the person still has to return from the provider. */
  readonly isStale: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** For a person without a password. It first asks them to return from the provider, and then whether to delete the account. */
function DeletionDialog({ own: { id, email, freshSignIn }, when, open, isStale, onClose, onConfirm }: DeletionDialogProps) {
  const platform = freshSignIn?.platform ?? null;
  const name = platform === null ? 'the provider' : PLATFORM_NAMES[platform];
  const words = DIALOG_WORDS[when];
  return (
    <Dialog
      open={open}
      onOpenChange={(on) => !on && onClose()}
      title={words.title}
      text={
        isStale
          ? `Your account has no password, so come back from ${name} first. Then you are asked once more; until then nothing is deleted.`
          : `You have come back from ${name}. ${words.back(email)}`
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
              onLeave={() => keep(DELETING, { id, when })}
            />
          ) : (
            <Button variant="danger-filled" onClick={onConfirm}>
              {words.confirm}
            </Button>
          )}
        </>
      }
    />
  );
}

const CONFIRM = 'Are you sure you want to permanently delete your account? This cannot be undone.';

/** The deletion that this person started in this tab before they went to the provider; null: none. */
function startedBy({ id }: OwnUser, kept: unknown): When | null {
  const started = kept as { readonly id?: unknown; readonly when?: unknown } | null;
  if (started?.id !== id) return null;
  return started.when === 'in_7_days' ? started.when : 'now';
}

function DeleteAccount({ onGone }: { onGone: (message: string) => void }) {
  const { data: own, isPending } = useQuery(ownUserQuery());
  const { now } = useOwnerClock();
  const [kept, setKept] = useState(() => readKept(DELETING));
  const [asked, setAsked] = useState<When | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  // The note is deleted at once, so that a later visit of the page does not open the dialog again.
  useEffect(() => forget(DELETING), []);

  const askToReturn = (when: When) => (error: unknown) => {
    if (!failedWith(error, 'fresh_sign_in_needed')) return;
    setIsRefused(true);
    setAsked(when);
  };
  // The cache is cleared when the session has ended. If it were cleared here, the frame of the page would send calls that
  // are refused.
  const leave = useMutation({
    meta: ENDS_SESSION,
    mutationFn: deleteAccount,
    onSuccess: ({ message }) => onGone(message || 'Your account is deleted. You are logged out now.'),
    onError: askToReturn('now'),
  });
  const client = useQueryClient();
  const put = useMutation({
    mutationFn: scheduleDeletion,
    onSuccess: () => client.invalidateQueries({ queryKey: sessionKeys.all }),
    onError: askToReturn('in_7_days'),
  });
  const isScheduled = useQuery({ ...sessionQuery(), refetchInterval: false }).data?.user?.deletionAt != null;
  const fresh = own?.freshSignIn ?? null;
  const isStale = isRefused || (fresh !== null && Date.parse(fresh.until) <= now);
  const when = asked ?? (own !== undefined && fresh !== null && !isStale ? startedBy(own, kept) : null);

  const confirm = () => {
    if (!window.confirm(CONFIRM)) return;
    close();
    leave.mutate();
  };
  /** Nobody is asked for confirmation, because it can be taken back for 7 days. */
  const schedule = () => {
    close();
    put.mutate();
  };
  const close = () => {
    setAsked(null);
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
        onClick={isStale ? () => setAsked('now') : confirm}
      >
        Delete Account
      </Button>
      {!isScheduled && (
        <Button disabled={isPending} busy={put.isPending} busyLabel="Asking..." onClick={isStale ? () => setAsked('in_7_days') : schedule}>
          Delete in 7 days
        </Button>
      )}
      <Status as="div" className={layoutStyles.fullWidth}>
        {isScheduled && put.data && <Note>{put.data.message}</Note>}
      </Status>
      {put.error && !(own && isRefused) && (
        <Note tone="missed" alert title="Failed to delete account. Please try again.">
          {reasonOf(put.error, 'Failed to delete account')}
        </Note>
      )}
      {own && (
        <DeletionDialog
          own={own}
          when={when ?? 'now'}
          open={when !== null}
          isStale={isStale}
          onClose={close}
          onConfirm={when === 'in_7_days' ? schedule : confirm}
        />
      )}
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
      <Status as="div" className={layoutStyles.fullWidth}>
        {request.data && <Note>{request.data.message || 'The bundle is being made. Its link comes by mail.'}</Note>}
      </Status>
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
      <Status as="p" fresh className={clsx(textStyles.muted, layoutStyles.before12)}>
        {text}
      </Status>
      <Button className={layoutStyles.before16} onClick={() => client.setQueryData(sessionKeys.all, { user: null, session: null })}>
        Leave
      </Button>
    </div>
  );
}
