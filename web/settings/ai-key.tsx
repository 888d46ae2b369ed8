import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { aiKeyBody } from '../../src/contracts/ai.ts';
import { clockTime, dayMonth } from '../../src/contracts/words/format.ts';
import { type AiKey, aiKeyQuery, aiKeys, type NewAiKey, removeAiKey, saveAiKey } from '../api/ai.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { checkedBy } from '../forms/checked.ts';
import { FormField } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { localTime } from '../lib/calendar.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Input, PasswordInput } from '../ui/field.tsx';
import keyValuesStyles from '../ui/key-values.module.css';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import { toast } from '../ui/toast.tsx';
import settingsFormStyles from './settings-form.module.css';
import subscriptionStyles from './subscription.module.css';

/** The owner's own key for an AI. It can be entered, tested and removed, and is shown masked. */
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
      <dl className={clsx(keyValuesStyles.list, layoutStyles.fullWidth)}>
        <div>
          <dt>Key</dt>
          <dd className={textStyles.monospace}>{key}</dd>
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
              {dayMonth(checked.date, today)}, {clockTime(checked.time)}
            </dd>
          </div>
        )}
      </dl>
      <div className={subscriptionStyles.actions}>
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
          <Note tone="missed" alert title={messageOf(removing.error)} className={layoutStyles.before16}>
            The key is still there.
          </Note>
        )}
      </Dialog>
    </>
  );
}

function KeyForm({ stored, onDone }: { stored: AiKey; onDone: (() => void) | null }) {
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (body: NewAiKey) => saveAiKey(body),
    onSuccess: (saved) => {
      client.setQueryData(aiKeys.key, saved);
      void client.invalidateQueries({ queryKey: aiKeys.usage });
      toast.success('Key tested and saved');
      onDone?.();
    },
  });
  const form = useCallForm({
    resolver: checkedBy(aiKeyBody),
    defaultValues: { key: '', url: stored.url, model: stored.model },
    send: ({ key, url, model }) => saving.mutateAsync({ key, url: url ?? null, model: model ?? null }),
  });
  const orNull = { setValueAs: (typed: string | null) => typed?.trim() || null };
  return (
    <form className={settingsFormStyles.form} {...form.attributes} aria-label="Your own AI key">
      <FormField form={form} name="key" label="Key">
        <PasswordInput secret="key" autoComplete="off" placeholder="sk-…" {...form.register('key')} />
      </FormField>
      <FormField form={form} name="url" label="Address" note="optional" hint="Empty: the usual one.">
        <Input
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://openrouter.ai/api/v1"
          {...form.register('url', orNull)}
        />
      </FormField>
      <FormField form={form} name="model" label="Model" note="optional" hint="Empty: the usual one.">
        <Input autoComplete="off" spellCheck={false} placeholder="openai/gpt-4o-mini" {...form.register('model', orNull)} />
      </FormField>
      {form.failure && (
        <Note tone="missed" alert title={messageOf(form.failure)}>
          {failedWith(form.failure, 'offline') && 'The connection dropped. '}What you entered is still here.
        </Note>
      )}
      <div className={settingsFormStyles.actions}>
        <Button type="submit" busy={saving.isPending} busyLabel="Testing...">
          Test and save
        </Button>
        {onDone && <Button onClick={onDone}>Cancel</Button>}
      </div>
    </form>
  );
}
