import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Connection, connectionKeys, endConnection, startAddress } from '../api/connections.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { listed } from '../lib/words.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { toast } from '../ui/toast.tsx';
import { ClosesTasks, LastRead } from './closes-tasks.tsx';
import { scopeWords, sinceWords } from './connection-words.ts';
import { usePopup } from './use-popup.ts';

interface CardProps {
  readonly name: string;
  readonly text: string;
  readonly connection: Connection;
  /** The button or link that connects it. */
  readonly connect: ReactNode;
  readonly children?: ReactNode;
}

/** A service: whether it is connected, what it may do, and the buttons. */
function ConnectionCard({ name, text, connection, connect, children }: CardProps) {
  const clock = useOwnerClock();
  const { connected, problem, scopes } = connection;
  return (
    <section className="sc conn" aria-label={name}>
      <div className="sc-l">
        <div className="conn-h">
          <h2>{name}</h2>
          {connected ? (
            <Badge tone="kept" icon={<Icon of={Check} size="s" />}>
              Connected
            </Badge>
          ) : (
            <Badge>Not Connected</Badge>
          )}
        </div>
        <p>{text}</p>
      </div>
      <div className="sc-r">
        {problem && (
          <Note tone="due" title="The connection has ended.">
            {problem}
          </Note>
        )}
        {connected && (
          <p className="s2 q2">
            {sinceWords(connection, clock)}
            {scopes.length > 0 && ` It allows ${listed(scopeWords(scopes))}.`}
          </p>
        )}
        <div className="conn-a">{connected ? <Disconnect name={name} connection={connection} /> : connect}</div>
        {children}
      </div>
    </section>
  );
}

function Disconnect({ name, connection: { platform } }: { name: string; connection: Connection }) {
  const client = useQueryClient();
  const leaving = useMutation({
    mutationFn: () => endConnection(platform),
    onSuccess: () => {
      client.setQueryData<Connection[]>(connectionKeys.status, (list) =>
        list?.map((one) =>
          one.platform === platform
            ? { platform, connected: false, userIdOnPlatform: null, scopes: [], connectedAt: null, problem: null }
            : one,
        ),
      );
      void client.invalidateQueries({ queryKey: connectionKeys.all });
      toast.success(`${name} disconnected`);
    },
  });
  return (
    <>
      <Button busy={leaving.isPending} busyLabel="Disconnecting..." onClick={() => leaving.mutate()}>
        Disconnect
      </Button>
      {leaving.error && (
        <Note tone="missed" alert title={messageOf(leaving.error)} className="w-full">
          {failedWith(leaving.error, 'offline') && 'The connection dropped. '}It is still connected.
        </Note>
      )}
    </>
  );
}

export function GmailCard({ connection }: { connection: Connection }) {
  const popup = usePopup();
  return (
    <ConnectionCard
      name="Gmail"
      text="Emails that are proof of a task go out from your own mailbox. Your mail is never read."
      connection={connection}
      connect={
        <>
          <Button variant="primary" busy={popup.busy} busyLabel="Connecting..." onClick={popup.start}>
            Connect Gmail
          </Button>
          {popup.error && (
            <Note tone="missed" alert title={`Failed to start Gmail OAuth: ${messageOf(popup.error)}`} className="w-full">
              Nothing was connected.
            </Note>
          )}
          {popup.refused && (
            <Note tone="missed" alert title="It was not connected." className="w-full">
              {popup.refused}
            </Note>
          )}
        </>
      }
    />
  );
}

export const GithubCard = ({ connection }: { connection: Connection }) => (
  <ConnectionCard
    name="GitHub"
    text="Your public commits, pull requests and reviews can be picked as proof. Vouch looks them up itself, with their author and time."
    connection={connection}
    connect={
      <a className="btn" href={startAddress('github')}>
        Connect GitHub
      </a>
    }
  >
    {connection.connected && (
      <>
        <LastRead />
        <ClosesTasks />
      </>
    )}
  </ConnectionCard>
);
