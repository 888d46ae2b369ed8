import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, CircleAlert, Copy } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  createToken,
  deleteToken,
  type NewPersonalToken,
  type PersonalToken,
  SCOPES,
  type Scope,
  tokenKeys,
  tokensQuery,
} from '../api/account.ts';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { ApiError, messageOf } from '../api/problem.ts';
import { moment, quoted } from '../lib/words.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { Select } from '../ui/select.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';

const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'tasks:read': 'Read tasks, routines and proof',
  'tasks:write': 'Add and change tasks and routines',
  'proof:write': 'Give proof',
  'reports:read': 'Read reports, streaks and history',
  'settings:read': 'Read settings and partners',
  'settings:write': 'Change settings and partners',
};

const DAY_MS = 86_400_000;
const LASTING = { '30': '30 days', '90': '90 days', '365': 'One year', never: 'Until it is deleted' } as const;
type Lasting = keyof typeof LASTING;
const LASTING_OPTIONS = (Object.keys(LASTING) as Lasting[]).map((value) => ({ value, label: LASTING[value] }));

interface FormProps {
  /** In milliseconds since the epoch, by the program's clock. */
  readonly now: number;
  readonly onMade: (token: NewPersonalToken) => void;
  readonly onCancel: () => void;
}

/** Makes a personal token: what it is called, what it allows, how long it lasts. */
function TokenForm({ now, onMade, onCancel }: FormProps) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [lasting, setLasting] = useState<Lasting>('90');
  const [tried, setTried] = useState(false);
  const create = useMutation({
    mutationFn: () =>
      createToken({
        name,
        scopes: [...scopes],
        expiresAt: lasting === 'never' ? null : new Date(now + Number(lasting) * DAY_MS).toISOString(),
      }),
    onSuccess: (made) => {
      const { token: _secret, ...listed } = made;
      client.setQueryData<PersonalToken[]>(tokenKeys.all, (all) => all && [...all, listed]);
      onMade(made);
    },
  });
  const errors = create.error instanceof ApiError ? create.error.errors : {};
  const missing = { name: name.trim() === '' ? 'Name is required.' : undefined, scopes: scopes.length === 0 };
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!missing.name && !missing.scopes && !create.isPending) create.mutate();
  }
  return (
    <form className="set-tokf" onSubmit={submit} noValidate aria-label="New token">
      <Field label="Name" hint="What it is for, such as ‘Status bar’." error={tried && missing.name ? missing.name : errors.name}>
        <Input autoFocus value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
      </Field>
      <fieldset className="f set-scopes" aria-describedby={tried && missing.scopes ? 'scopes-fault' : undefined}>
        <legend className="lab">What it allows</legend>
        {SCOPES.map((scope) => (
          <div key={scope}>
            <Checkbox
              label={SCOPE_WORDS[scope]}
              checked={scopes.includes(scope)}
              onChange={(on) => setScopes((all) => (on ? [...all, scope] : all.filter((one) => one !== scope)))}
            />
            <code className="s1 q3">{scope}</code>
          </div>
        ))}
        {tried && missing.scopes && (
          <p className="err" id="scopes-fault" role="alert">
            <Icon of={CircleAlert} />
            <span>Choose at least one.</span>
          </p>
        )}
      </fieldset>
      <Field label="It lasts" error={errors.expiresAt}>
        <Select value={lasting} options={LASTING_OPTIONS} onChange={setLasting} />
      </Field>
      {create.error && Object.keys(errors).length === 0 && (
        <Note tone="missed" alert title={messageOf(create.error)} className="w-full">
          No token was made.
        </Note>
      )}
      <div className="set-row">
        <Button type="submit" variant="primary" busy={create.isPending} busyLabel="Making...">
          Make the token
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

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
