import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sessionKeys } from '../api/session.ts';
import { requestExport } from '../api/settings.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { reasonOf } from './account-words.ts';
import { DeleteAccount } from './delete-account.tsx';
import { SettingsFrame } from './frame.tsx';
import { Tokens } from './tokens.tsx';

/** How long the last message is shown before the page is left, in milliseconds. */
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
