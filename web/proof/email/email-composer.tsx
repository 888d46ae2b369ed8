import { ScanSearch, Send } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { EmailReview, EmailTask } from '../../api/email-tasks.ts';
import { ApiError, failedWith, messageOf } from '../../api/problem.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { AttachmentField } from './attachments.tsx';
import {
  draftOf,
  EMPTY,
  type EmailDraft,
  type EmailFaults,
  faultsIn,
  fieldsOf,
  forgetEmail,
  isSame,
  readEmail,
  writeEmail,
} from './email-draft.ts';
import { type Step, useDeleteEmail, useEmailStep } from './use-email-acts.ts';

/** The score from which a criterion is met. */
const MET = 60;
const VERDICTS = { accepted: 'Good to send', rejected: 'Could be better', comment: 'Not judged' } as const;

/** What the AI, or the rubric in its place, says about a draft: the score as a whole and by criteria, with advice. */
function EmailReviewed({ review: { judge, verdict, score, criteria, comment } }: { review: EmailReview }) {
  const id = useId();
  return (
    <section className="em-rev" aria-labelledby={id} aria-live="polite">
      <header>
        <Icon of={ScanSearch} />
        <h4 id={id}>{judge.kind === 'ai' ? 'AI review' : 'Review by rubric'}</h4>
        <Badge tone={verdict === 'accepted' ? 'kept' : verdict === 'rejected' ? 'due' : 'neutral'}>{VERDICTS[verdict]}</Badge>
        {score !== null && <span className="end b">{score} of 100</span>}
      </header>
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
                <span className="n">{one.score}</span>
                {one.comment && <p>{one.comment}</p>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {comment && <p className="s2 q2">{comment}</p>}
    </section>
  );
}

interface ComposerProps {
  readonly taskId: string;
  /** The draft as the server has it; null: it has none yet. */
  readonly email: EmailTask | null;
  /** Is called with a draft that was saved. */
  readonly onSaved: (email: EmailTask) => void;
  /** Is called when the draft was deleted. */
  readonly onGone: () => void;
}

/** Writes an email: recipients, subject, text and attachments; has it reviewed; sends it. What is typed outlasts a reload. */
export function EmailComposer({ taskId, email: now, onSaved, onGone }: ComposerProps) {
  const saved = now === null ? EMPTY : draftOf(now);
  const [draft, setDraft] = useState<EmailDraft>(() => readEmail(taskId, now?.id ?? null) ?? saved);
  const [tried, setTried] = useState<Step | null>(null);
  const [isUploading, setUploading] = useState(false);
  const [withCopies, setWithCopies] = useState(draft.cc !== '' || draft.bcc !== '');
  const isSaved = now !== null && isSame(draft, saved);
  const step = useEmailStep(taskId, (email) => {
    forgetEmail(taskId, null);
    onSaved(email);
  });
  const remove = useDeleteEmail(() => {
    forgetEmail(taskId, now?.id ?? null);
    onGone();
  });
  useEffect(() => {
    if (isSaved || isSame(draft, EMPTY)) forgetEmail(taskId, now?.id ?? null);
    else writeEmail(taskId, now?.id ?? null, draft);
  }, [draft, isSaved, now?.id, taskId]);

  const change = (next: Partial<EmailDraft>): void => {
    setDraft((before) => ({ ...before, ...next }));
    step.reset();
  };
  const own = faultsIn(draft, tried === 'send');
  const refused = step.error instanceof ApiError ? serverFaults(step.error) : {};
  const faults: EmailFaults = { ...(tried && own), ...refused };
  const busy = step.isPending || remove.isPending;

  function take(next: Step): void {
    setTried(next);
    if (busy || isUploading || Object.keys(faultsIn(draft, next === 'send')).length > 0) return;
    step.mutate({ email: now, fields: isSaved ? null : fieldsOf(draft), step: next });
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    take('send');
  };
  const text = (name: 'to' | 'cc' | 'bcc' | 'subject') => ({
    value: draft[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  const isBusy = (one: Step): boolean => step.isPending && step.variables.step === one;
  return (
    <form className="em-form" onSubmit={submit} noValidate aria-label={now === null ? 'New email' : 'Email draft'}>
      {now?.status === 'failed' && now.error && (
        <Note tone="missed" title="It was not sent.">
          {now.error}
        </Note>
      )}
      <Field label="To" error={faults.to} hint="Addresses, with commas between them.">
        <Input {...text('to')} inputMode="email" autoCapitalize="none" spellCheck={false} />
      </Field>
      {withCopies ? (
        <>
          <Field label="Cc" error={faults.cc}>
            <Input {...text('cc')} inputMode="email" autoCapitalize="none" spellCheck={false} />
          </Field>
          <Field label="Bcc" hint="No other recipient sees these." error={faults.bcc}>
            <Input {...text('bcc')} inputMode="email" autoCapitalize="none" spellCheck={false} />
          </Field>
        </>
      ) : (
        <Button variant="ghost" size="s" className="em-more" onClick={() => setWithCopies(true)}>
          Cc and Bcc
        </Button>
      )}
      <Field label="Subject" error={faults.subject}>
        <Input {...text('subject')} />
      </Field>
      <Field label="Text" error={faults.body}>
        <Textarea rows={10} className="em-text" value={draft.body} onChange={(event) => change({ body: event.target.value })} />
      </Field>
      <AttachmentField
        taskId={taskId}
        draft={draft}
        fault={faults.attachments}
        onAdded={(attachment) => setDraft((before) => ({ ...before, attachments: [...before.attachments, attachment] }))}
        onRemoved={(id) => change({ attachments: draft.attachments.filter((one) => one.id !== id) })}
        onBusy={setUploading}
      />
      {now?.review && isSaved && <EmailReviewed review={now.review} />}
      {step.error && Object.keys(refused).length === 0 && (
        <Note tone="missed" alert title={messageOf(step.error)}>
          {failedWith(step.error, 'offline') ? 'No answer came. ' : ''}What you wrote is still here.
        </Note>
      )}
      <div className="em-a">
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
          <Button variant="ghost" className="end" disabled={busy} onClick={() => remove.mutate(now)}>
            Delete
          </Button>
        )}
      </div>
      <p className="s2 q3">The email is sent once, under your name, and replies go to your address. Once it is sent, it is the proof.</p>
    </form>
  );
}

const NAMES: ReadonlySet<string> = new Set(Object.keys(EMPTY));

/** What the server refused, by field; a fault of another field is shown with the first one. */
function serverFaults({ errors }: ApiError): EmailFaults {
  return Object.fromEntries(Object.entries(errors).map(([name, sentences]) => [NAMES.has(name) ? name : 'to', sentences.join(' ')]));
}
