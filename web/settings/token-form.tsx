import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '../api/problem.ts';
import { createToken, type NewPersonalToken, type PersonalToken, SCOPES, type Scope, tokenKeys } from '../api/tokens.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { Select } from '../ui/select.tsx';

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
export function TokenForm({ now, onMade, onCancel }: FormProps) {
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
