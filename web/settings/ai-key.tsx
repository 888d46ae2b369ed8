import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { aiKeyBody } from '../../src/contracts/ai.ts';
import { type AiKey, aiKeyQuery, aiKeys, type NewAiKey, removeAiKey, saveAiKey } from '../api/ai.ts';
import { checkedBy } from '../api/form-schema.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { localTime } from '../lib/calendar.ts';
import { dayMonth } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Input, PasswordInput } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';

/** The owner's own key for an AI: entered, tested, shown masked, removed. */
export function AiKeyBlock() {
  const { data, error, refetch, isFetching } = useQuery(aiKeyQuery());
  const [replacing, setReplacing] = useState(false);
  return (
    <SettingsBlock
      title="Your own AI key"
      text="For OpenRouter, or for any service that speaks the same language. It is tested when you enter it, stored encrypted, and never shown again."
    >
      {data?.key && !replacing && <StoredKey stored={data} onReplace={() => setReplacing(true)} />}
      {data && (!data.key || replacing) && <KeyForm stored={data} onDone={data.key ? () => setReplacing(false) : null} />}
      {!data && error && (
        <ErrorState title={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching}>
          Nothing was changed.
        </ErrorState>
      )}
      {!data && !error && <LinesSkeleton lines={2} label="Loading the key" />}
    </SettingsBlock>
  );
}

function StoredKey({ stored: { key, url, model, checkedAt }, onReplace }: { stored: AiKey; onReplace: () => void }) {
  const { zone, today } = useOwnerClock();
  const checked = checkedAt && localTime(checkedAt, zone);
  return (
    <>
      <dl className="kv w-full">
        <div>
          <dt>Key</dt>
          <dd className="mono">{key}</dd>
        </div>
        <div>
          <dt>Address</dt>
          <dd>{url ?? 'The usual one'}</dd>
        </div>
        <div>
          <dt>Model</dt>
          <dd>{model ?? 'The usual one'}</dd>
        </div>
        {checked && (
          <div>
            <dt>Tested</dt>
            <dd>
              {dayMonth(checked.date, today)}, {checked.time}
            </dd>
          </div>
        )}
      </dl>
      <div className="stg-a">
        <Button onClick={onReplace}>Replace</Button>
        <RemoveKey />
      </div>
    </>
  );
}

function RemoveKey() {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const removing = useMutation({
    mutationFn: removeAiKey,
    onSuccess: () => {
      client.setQueryData<AiKey>(aiKeys.key, { key: null, url: null, model: null, checkedAt: null });
      void client.invalidateQueries({ queryKey: aiKeys.usage });
      toast.success('Key removed');
    },
  });
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Remove
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Remove the key"
        text="Vouch deletes the key and cannot show it again. To use it later, you have to enter it again."
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button variant="danger-filled" busy={removing.isPending} busyLabel="Removing..." onClick={() => removing.mutate()}>
              Remove
            </Button>
          </>
        }
      >
        {removing.error && (
          <Note tone="missed" alert title={messageOf(removing.error)} className="mt-4">
            The key is still there.
          </Note>
        )}
      </Dialog>
    </>
  );
}

const FIELDS = ['key', 'url', 'model'] as const;

function KeyForm({ stored, onDone }: { stored: AiKey; onDone: (() => void) | null }) {
  const client = useQueryClient();
  const form = useForm({
    resolver: checkedBy(aiKeyBody),
    mode: 'onTouched',
    defaultValues: { key: '', url: stored.url, model: stored.model },
  });
  const { errors } = form.formState;
  const saving = useMutation({
    mutationFn: (body: NewAiKey) => saveAiKey(body),
    onSuccess: (saved) => {
      client.setQueryData(aiKeys.key, saved);
      void client.invalidateQueries({ queryKey: aiKeys.usage });
      toast.success('Key tested and saved');
      onDone?.();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      for (const name of FIELDS) {
        const said = error.errors[name]?.join(' ');
        if (said) form.setError(name, { message: said });
      }
    },
  });
  const isSaidByFields = saving.error instanceof ApiError && Object.keys(saving.error.errors).length > 0;
  const orNull = { setValueAs: (typed: string | null) => typed?.trim() || null };
  return (
    <form
      className="pf"
      noValidate
      aria-label="Your own AI key"
      onSubmit={form.handleSubmit(({ key, url, model }) => saving.mutate({ key, url: url ?? null, model: model ?? null }))}
    >
      <Field label="Key" error={errors.key?.message}>
        <PasswordInput secret="key" autoComplete="off" placeholder="sk-…" {...form.register('key')} />
      </Field>
      <Field label="Address" note="optional" hint="Empty: the usual one." error={errors.url?.message}>
        <Input
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://openrouter.ai/api/v1"
          {...form.register('url', orNull)}
        />
      </Field>
      <Field label="Model" note="optional" hint="Empty: the usual one." error={errors.model?.message}>
        <Input autoComplete="off" spellCheck={false} placeholder="openai/gpt-4o-mini" {...form.register('model', orNull)} />
      </Field>
      {saving.error && !isSaidByFields && (
        <Note tone="missed" alert title={messageOf(saving.error)}>
          {failedWith(saving.error, 'offline') && 'The connection dropped. '}What you entered is still here.
        </Note>
      )}
      <div className="pf-a">
        <Button type="submit" busy={saving.isPending} busyLabel="Testing...">
          Test and save
        </Button>
        {onDone && <Button onClick={onDone}>Cancel</Button>}
      </div>
    </form>
  );
}
