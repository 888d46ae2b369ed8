import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { deleteToken, type NewPersonalToken, type PersonalToken, tokenKeys, tokensQuery } from '../api/tokens.ts';
import { moment, quoted } from '../lib/words.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { LinesSkeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { TokenForm } from './token-form.tsx';

/** The owner's personal tokens, and making more. */
export function Tokens() {
  const clock = useOwnerClock();
  const { data, error, isFetching, refetch } = useQuery(tokensQuery());
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<NewPersonalToken | null>(null);
  return (
    <SettingsBlock
      title="Personal Tokens"
      text={
        <>
          With a token, a program of yours can call the <a href="/api/docs">API</a> in your name, as far as its scopes go. No token reaches
          your password, your tokens, your plan or the deletion of your account.
        </>
      }
    >
      {!data && error && (
        <ErrorState title={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching}>
          Your tokens stay as they are.
        </ErrorState>
      )}
      {!data && !error && <LinesSkeleton lines={2} label="Loading tokens" />}
      {made && <MadeToken made={made} onDone={() => setMade(null)} />}
      {data && data.length > 0 && (
        <ul className="set-tok" aria-label="Personal tokens">
          {data.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              clock={clock}
              onDeleted={() => setMade((shown) => (shown?.id === token.id ? null : shown))}
            />
          ))}
        </ul>
      )}
      {data?.length === 0 && !adding && !made && <p className="s2 q2">There are none.</p>}
      {data && adding && (
        <TokenForm
          now={clock.now}
          onMade={(token) => {
            setMade(token);
            setAdding(false);
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      {data && !adding && <Button onClick={() => setAdding(true)}>New token</Button>}
    </SettingsBlock>
  );
}

interface RowProps {
  readonly token: PersonalToken;
  readonly clock: OwnerClock;
  readonly onDeleted: () => void;
}

function TokenRow({ token: { id, name, scopes, createdAt, lastUsedAt, expiresAt }, clock, onDeleted }: RowProps) {
  const client = useQueryClient();
  const when = (at: string): string => moment(at, clock.zone, clock.today);
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= clock.now;
  const remove = useMutation({
    mutationFn: () => deleteToken(id),
    onSuccess: () => {
      client.setQueryData<PersonalToken[]>(tokenKeys.all, (all) => all?.filter((one) => one.id !== id));
      onDeleted();
      toast.success(`Deleted the token ${quoted(name)}`);
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: tokenKeys.all });
      toast.error(messageOf(error));
    },
  });
  const words = [
    `Made ${when(createdAt)}`,
    lastUsedAt === null ? 'never used' : `last used ${when(lastUsedAt)}`,
    expiresAt === null ? 'does not expire' : isOver ? `expired ${when(expiresAt)}` : `until ${when(expiresAt)}`,
  ];
  return (
    <li>
      <div className="min-w-0 flex-1">
        <b className="b">{name}</b> {isOver && <Badge tone="missed">Expired</Badge>}
        <div className="s2 q2">{scopes.join(', ')}</div>
        <div className="s2 q3">{words.join(', ')}</div>
      </div>
      <Button
        size="s"
        busy={remove.isPending}
        busyLabel="Deleting..."
        aria-label={`Delete the token ${name}`}
        onClick={() => window.confirm(`Delete ${quoted(name)}? Programs that use it are refused from now on.`) && remove.mutate()}
      >
        Delete
      </Button>
    </li>
  );
}

/** The token itself, which is shown this once. */
function MadeToken({ made: { name, token }, onDone }: { made: NewPersonalToken; onDone: () => void }) {
  const [copied, setCopied] = useState(false);
  const text = useRef<HTMLElement>(null);
  useEffect(() => text.current?.focus(), []);
  const copy = () =>
    navigator.clipboard.writeText(token).then(
      () => setCopied(true),
      () => getSelection()?.selectAllChildren(text.current as HTMLElement),
    );
  return (
    <Note
      tone="due"
      title={`Copy ${quoted(name)} now. It is not shown again.`}
      className="w-full"
      actions={
        <>
          <Button size="s" icon={<Icon of={copied ? Check : Copy} />} onClick={() => void copy()}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
          <Button size="s" variant="ghost" onClick={onDone}>
            Done
          </Button>
        </>
      }
    >
      <code ref={text} tabIndex={-1} className="set-secret mono">
        {token}
      </code>
    </Note>
  );
}
