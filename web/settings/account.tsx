import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, messageOf } from '../api/problem.ts';
import { sessionKeys } from '../api/session.ts';
import { deleteAccount, requestExport } from '../api/settings.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { SettingsFrame } from './frame.tsx';
import { Tokens } from './tokens.tsx';

const CONFIRM = 'Are you sure you want to permanently delete your account? This cannot be undone.';
/** How long the last message is shown before the page is left, in milliseconds. */
const SHOWN_FOR = 6_000;

/** Why the server refused a call, or undefined when it did not say so. */
const reasonOf = (error: unknown, fallback: string): string | undefined =>
  error instanceof ApiError && error.status > 0 && error.status < 500 && messageOf(error) !== fallback ? messageOf(error) : undefined;

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
        text="Deleting the account destroys what you wrote and the keys to it. Your partner is told that you left, and nothing else."
      >
        <DeleteAccount onGone={setFarewell} />
      </SettingsBlock>
    </SettingsFrame>
  );
}

function ExportData() {
  const request = useMutation({ mutationFn: requestExport });
  return (
    <>
      <Button busy={request.isPending} busyLabel="Asking..." onClick={() => request.mutate()}>
        Export Data
      </Button>
      <div role="status" className="w-full">
        {request.data && <Note>{request.data.message || 'The bundle is being made. Its link comes by mail.'}</Note>}
      </div>
      {request.error && (
        <Note tone="missed" alert title="Failed to export data. Please try again.">
          {reasonOf(request.error, 'Failed to request data export')}
        </Note>
      )}
    </>
  );
}

function DeleteAccount({ onGone }: { onGone: (message: string) => void }) {
  // The cache is cleared as soon as nobody is signed in. If it were cleared now, the frame of the page would read again and be refused.
  const leave = useMutation({
    mutationFn: deleteAccount,
    onSuccess: ({ message }) => onGone(message || 'Your account is deleted. You are logged out now.'),
  });
  return (
    <>
      <Button variant="danger" busy={leave.isPending} busyLabel="Deleting..." onClick={() => window.confirm(CONFIRM) && leave.mutate()}>
        Delete Account
      </Button>
      {leave.error && (
        <Note tone="missed" alert title="Failed to delete account. Please try again.">
          {reasonOf(leave.error, 'Failed to delete account')}
        </Note>
      )}
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
    <div className="page">
      <h1>Your account is deleted</h1>
      <p className="q2 mt-3" role="status">
        {text}
      </p>
      <Button className="mt-4" onClick={() => client.setQueryData(sessionKeys.all, { user: null, session: null })}>
        Leave
      </Button>
    </div>
  );
}
