import { clsx } from 'clsx';
import { ScanSearch, Send } from 'lucide-react';
import { useId, useState } from 'react';
import { seenWords } from '../../../src/contracts/words/seen.ts';
import type { EmailReview, EmailTask } from '../../api/email-tasks.ts';
import { failedWith, messageOf } from '../../api/problem.ts';
import { checkedAsTyped } from '../../forms/checked.ts';
import { FormField, faultAt } from '../../forms/form-field.tsx';
import { useKeeping, useKeptDraft } from '../../forms/kept-draft.ts';
import { useCallForm } from '../../forms/use-call-form.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Input, Textarea } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { Status } from '../../ui/status.tsx';
import textStyles from '../../ui/text.module.css';
import { AttachmentField } from './attachments.tsx';
import styles from './email-composer.module.css';
import { asTyped, EMAIL, EMPTY, emailDraftName, emailFieldOf, fieldsOf, isEmailDraft, isSame, type Step } from './email-draft.ts';
import { useDeleteEmail, useEmailStep } from './use-email-acts.ts';

/** A criterion with at least this score is met. */
const MET = 60;
const VERDICTS = { accepted: 'Good to send', rejected: 'Could be better', comment: 'Not judged' } as const;

interface EmailReviewedProps {
  readonly review: EmailReview;
  /** The attachments that were reviewed. */
  readonly files: readonly { readonly id: string; readonly name: string }[];
}

/** Shows the review of a draft by the AI, or by the fixed rubric if the AI is not available. */
function EmailReviewed({ review: { judge, verdict, score, criteria, comment, seen }, files }: EmailReviewedProps) {
  const id = useId();
  const partly = seenWords(seen, files);
  return (
    <Status as="section" fresh className={styles.feedback} aria-labelledby={id}>
      <header>
        <Icon of={ScanSearch} />
        <h4 id={id}>{judge.kind === 'ai' ? 'AI review' : 'Review by rubric'}</h4>
        <Badge tone={verdict === 'accepted' ? 'kept' : verdict === 'rejected' ? 'due' : 'neutral'}>{VERDICTS[verdict]}</Badge>
        {score !== null && <span className={clsx(textStyles.atEnd, textStyles.strong)}>{score} of 100</span>}
      </header>
      {partly && (
        <p className={clsx(textStyles.small, textStyles.muted)} dir="auto">
          {partly}
        </p>
      )}
      {criteria.length > 0 && (
        <dl>
          {criteria.map((one) => (
            <div key={one.name}>
              <dt>{one.name}</dt>
              <dd>
                <meter
                  min={0}
                  max={100}
                  low={MET}
                  high={MET}
                  optimum={100}
                  value={one.score}
                  aria-label={`${one.name}: ${one.score} of 100`}
                />
                <span className={styles.score}>{one.score}</span>
                {one.comment && <p dir="auto">{one.comment}</p>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {comment && (
        <p className={clsx(textStyles.small, textStyles.muted)} dir="auto">
          {comment}
        </p>
      )}
    </Status>
  );
}

interface ComposerProps {
  readonly taskId: string;
  /** The draft on the server. Null: there is none yet. */
  readonly email: EmailTask | null;
  readonly onSaved: (email: EmailTask) => void;
  readonly onGone: () => void;
}

/** Unsaved text survives a reload. */
export function EmailComposer({ taskId, email: now, onSaved, onGone }: ComposerProps) {
  const saved = now === null ? EMPTY : asTyped(now);
  const kept = useKeptDraft(emailDraftName(taskId, now?.id ?? null), isEmailDraft);
  const keptNew = useKeptDraft(emailDraftName(taskId, null), isEmailDraft);
  const [first] = useState(() => kept.read() ?? saved);
  const [isUploading, setUploading] = useState(false);
  const [withCopies, setWithCopies] = useState(first.cc !== '' || first.bcc !== '');
  const step = useEmailStep(taskId, (email) => {
    keptNew.forget();
    onSaved(email);
  });
  const remove = useDeleteEmail(() => {
    kept.forget();
    onGone();
  });
  const form = useCallForm({
    resolver: checkedAsTyped(EMAIL),
    mode: 'onSubmit',
    defaultValues: { ...first, step: 'send' },
    fieldOf: emailFieldOf,
    send: async ({ step: next, ...typed }) => {
      if (busy || isUploading) return;
      await step.mutateAsync({ email: now, fields: isSaved ? null : fieldsOf(typed), step: next });
    },
  });
  const { step: _, ...draft } = form.watch();
  const isSaved = now !== null && isSame(draft, saved);
  const busy = step.isPending || remove.isPending;
  useKeeping(kept, isSaved || isSame(draft, EMPTY) ? null : draft);

  function take(next: Step): void {
    form.setValue('step', next);
    void form.submit();
  }
  const isBusy = (one: Step): boolean => step.isPending && step.variables.step === one;
  return (
    <form
      {...form.attributes}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        take('send');
      }}
      aria-label={now === null ? 'New email' : 'Email draft'}
    >
      {now?.status === 'failed' && now.error && (
        <Note tone="missed" title="It was not sent.">
          {now.error}
        </Note>
      )}
      <FormField form={form} name="to" label="To" hint="Addresses, with commas between them.">
        <Input {...form.register('to')} autoComplete="off" inputMode="email" autoCapitalize="none" spellCheck={false} />
      </FormField>
      {withCopies ? (
        <>
          <FormField form={form} name="cc" label="Cc">
            <Input {...form.register('cc')} autoComplete="off" inputMode="email" autoCapitalize="none" spellCheck={false} />
          </FormField>
          <FormField form={form} name="bcc" label="Bcc" hint="No other recipient sees these.">
            <Input {...form.register('bcc')} autoComplete="off" inputMode="email" autoCapitalize="none" spellCheck={false} />
          </FormField>
        </>
      ) : (
        <Button variant="ghost" size="s" className={styles.copies} onClick={() => setWithCopies(true)}>
          Cc and Bcc
        </Button>
      )}
      <FormField form={form} name="subject" label="Subject">
        <Input {...form.register('subject')} autoComplete="off" />
      </FormField>
      <FormField form={form} name="body" label="Text">
        <Textarea rows={10} className={styles.text} {...form.register('body')} />
      </FormField>
      <AttachmentField
        taskId={taskId}
        draft={draft}
        fault={faultAt(form, 'attachments')}
        onAdded={(attachment) => form.setValue('attachments', [...form.getValues('attachments'), attachment])}
        onRemoved={(id) =>
          form.setValue(
            'attachments',
            draft.attachments.filter((one) => one.id !== id),
          )
        }
        onBusy={setUploading}
      />
      {now?.review && isSaved && <EmailReviewed review={now.review} files={now.attachments} />}
      {form.failure && (
        <Note tone="missed" alert title={messageOf(form.failure)}>
          {failedWith(form.failure, 'offline') ? 'No answer came. ' : ''}What you wrote is still here.
        </Note>
      )}
      <div className={styles.actions}>
        <Button
          variant="primary"
          type="submit"
          icon={<Icon of={Send} />}
          disabled={isUploading}
          busy={isBusy('send')}
          busyLabel="Sending..."
        >
          Send email
        </Button>
        <Button disabled={busy || isUploading} busy={isBusy('review')} busyLabel="Reviewing..." onClick={() => take('review')}>
          Review
        </Button>
        <Button
          variant="ghost"
          disabled={busy || isUploading || isSaved}
          busy={isBusy('save')}
          busyLabel="Saving..."
          onClick={() => take('save')}
        >
          Save draft
        </Button>
        {now !== null && (
          <Button variant="ghost" className={textStyles.atEnd} disabled={busy} onClick={() => remove.mutate(now)}>
            Delete
          </Button>
        )}
      </div>
      <p className={clsx(textStyles.small, textStyles.faint)}>
        The email is sent once, under your name, and replies go to your address. Once it is sent, it is the proof.
      </p>
    </form>
  );
}
