import { useEffect, useState, useSyncExternalStore } from 'react';
import { plural } from '../../src/contracts/words/format.ts';
import { onSignOutQuestion, type SignOutQuestion, setSignOutQuestion, signOutQuestion } from '../api/signing-out.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Status } from '../ui/status.tsx';

const close = (): void => setSignOutQuestion(null);

/** Asks before signing out loses changes. Closing it means to stay signed in. */
export function SignOutDialog() {
  const question = useSyncExternalStore(onSignOutQuestion, signOutQuestion);
  // The next person who signs in on this page is not asked.
  useEffect(() => close, []);
  return question && <Question key={question.id} {...question} />;
}

function Question({ count, leave, leaveWhenSent }: SignOutQuestion) {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const closed = new AbortController();
    leaveWhenSent(closed.signal);
    return () => closed.abort();
  }, [isWaiting, leaveWhenSent]);
  const leaveAnyway = (): void => {
    close();
    leave();
  };
  const title = `${plural(count, 'change')} ${count === 1 ? 'is' : 'are'} not sent yet. Sign out and lose ${count === 1 ? 'it' : 'them'}?`;
  return (
    <Dialog
      open
      onOpenChange={close}
      title={title}
      text={
        <Status>{isWaiting ? 'Sending. You are signed out as soon as everything has arrived; keep this page open until then.' : ''}</Status>
      }
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="danger" onClick={leaveAnyway}>
            Sign out anyway
          </Button>
          <Button variant="primary" busy={isWaiting} busyLabel="Sending..." onClick={() => setWaiting(true)}>
            Send now and sign out when online
          </Button>
        </>
      }
    />
  );
}
