import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, CircleAlert, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { quoted } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
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
import { messageOf } from '../api/problem.ts';
import { checkedAsTyped } from '../forms/checked.ts';
import { FormField, faultAt } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { moment } from '../lib/calendar.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import fieldStyles from '../ui/field.module.css';
import { Input } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { Select } from '../ui/select.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import { toast } from '../ui/toast.tsx';
import settingsFormStyles from './settings-form.module.css';
import styles from './tokens.module.css';

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
const TOKEN = z.object({
  name: z.string().refine((name) => name.trim() !== '', { error: 'Name is required.' }),
  scopes: z.array(z.enum(SCOPES)).min(1, { error: 'Choose at least one.' }),
  lasting: z.custom<Lasting>(),
});
const LASTING_OPTIONS = (Object.keys(LASTING) as Lasting[]).map((value) => ({ value, label: LASTING[value] }));

/** Maps field names of the server to fields of the form. */
const FIELDS: Readonly<Record<string, keyof z.input<typeof TOKEN>>> = { name: 'name', scopes: 'scopes', expiresAt: 'lasting' };

interface FormProps {
  /** Milliseconds since the epoch, by the program's clock. */
  readonly now: number;
  readonly onMade: (token: NewPersonalToken) => void;
  readonly onCancel: () => void;
}

function TokenForm({ now, onMade, onCancel }: FormProps) {
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: createToken,
    onSuccess: (made) => {
      const { token: _secret, ...listed } = made;
      client.setQueryData<PersonalToken[]>(tokenKeys.all, (all) => all && [...all, listed]);
      onMade(made);
    },
  });
  const form = useCallForm({
    resolver: checkedAsTyped(TOKEN),
    mode: 'onSubmit',
    defaultValues: { name: '', scopes: [], lasting: '90' },
    fieldOf: (field) => FIELDS[field.split('.')[0] ?? ''] ?? null,
    send: ({ name, scopes, lasting }) =>
      create.mutateAsync({
        name,
        scopes,
        expiresAt: lasting === 'never' ? null : new Date(now + Number(lasting) * DAY_MS).toISOString(),
      }),
  });
  const scopes = form.watch('scopes');
  const scopesFault = faultAt(form, 'scopes');
  return (
    <form className={styles.form} {...form.attributes} aria-label="New token">
      <FormField form={form} name="name" label="Name" hint="What it is for, such as ‘Status bar’.">
        <Input autoFocus maxLength={100} {...form.register('name')} />
      </FormField>
      <fieldset
        className={clsx(fieldStyles.field, styles.scopes)}
        data-part="field"
        aria-describedby={scopesFault ? 'scopes-fault' : undefined}
      >
        <legend className={fieldStyles.label}>What it allows</legend>
        {SCOPES.map((scope) => (
          <div key={scope}>
            <Checkbox
              label={SCOPE_WORDS[scope]}
              checked={scopes.includes(scope)}
              onChange={(on) => form.setValue('scopes', on ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
            />
            <code className={clsx(textStyles.tiny, textStyles.faint)}>{scope}</code>
          </div>
        ))}
        {scopesFault && (
          <p className={fieldStyles.fault} data-part="fault" id="scopes-fault" role="alert">
            <Icon of={CircleAlert} />
            <span>{scopesFault}</span>
          </p>
        )}
      </fieldset>
      <FormField form={form} name="lasting" label="It lasts">
        {({ value, onChange }) => <Select value={value} options={LASTING_OPTIONS} onChange={onChange} />}
      </FormField>
      {form.failure && (
        <Note tone="missed" alert title={messageOf(form.failure)} className={layoutStyles.fullWidth}>
          No token was made.
        </Note>
      )}
      <div className={settingsFormStyles.row}>
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
        <ul className={styles.list} aria-label="Personal tokens">
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
      {data?.length === 0 && !adding && !made && <p className={clsx(textStyles.small, textStyles.muted)}>There are none.</p>}
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
      <div className={layoutStyles.filling}>
        <b className={textStyles.strong}>
          <bdi>{name}</bdi>
        </b>{' '}
        {isOver && <Badge tone="missed">Expired</Badge>}
        <div className={clsx(textStyles.small, textStyles.muted)}>{scopes.join(', ')}</div>
        <div className={clsx(textStyles.small, textStyles.faint)}>{words.join(', ')}</div>
      </div>
      <Button
        size="s"
        busy={remove.isPending}
        busyLabel="Deleting..."
        aria-label={sentence`Delete the token ${name}`}
        onClick={() => window.confirm(`Delete ${quoted(name)}? Programs that use it are refused from now on.`) && remove.mutate()}
      >
        Delete
      </Button>
    </li>
  );
}

/** The program shows the token only once. */
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
      className={layoutStyles.fullWidth}
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
      <code ref={text} tabIndex={-1} className={clsx(styles.secret, textStyles.monospace)}>
        {token}
      </code>
    </Note>
  );
}
