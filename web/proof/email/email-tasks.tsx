import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleHelp, type LucideIcon, Mail, Plus, Send } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { sizeWords } from '../../../src/contracts/words/size.ts';
import { type EmailTask, emailsQuery } from '../../api/email-tasks.ts';
import { fileAddress } from '../../api/files.ts';
import { type OwnerClock, useOwnerClock } from '../../api/owner-clock.ts';
import { moment } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { ErrorState, LinesSkeleton } from '../../ui/states.tsx';
import { EmailComposer } from './email-composer.tsx';
import './email-tasks.css';
import { readAfterSending, useResolveEmail } from './use-email-acts.ts';

const STATUSES: Readonly<Record<EmailTask['status'], { readonly word: string; readonly icon: LucideIcon; readonly tone: string }>> = {
  draft: { word: 'Draft', icon: Mail, tone: 'q3' },
  sending: { word: 'On its way', icon: Send, tone: 'review' },
  sent: { word: 'Sent', icon: CircleCheck, tone: 'kept' },
  failed: { word: 'Not sent', icon: CircleAlert, tone: 'missed' },
  unknown: { word: 'Not known', icon: CircleHelp, tone: 'due' },
};

interface RowProps {
  readonly email: EmailTask;
  readonly clock: OwnerClock;
  /** Opens it to be changed; null: it cannot be changed. */
  readonly onEdit: (() => void) | null;
}

/** One email: what became of it, to whom it goes, and its text. */
function EmailRow({ email, clock, onEdit }: RowProps) {
  const { word, icon, tone } = STATUSES[email.status];
  const { to, cc, bcc, subject, body, attachments, sentAt, createdAt, error } = email;
  return (
    <li className="em-row">
      <details>
        <summary>
          <span className={`em-s ${tone}`}>
            <Icon of={icon} />
            {word}
          </span>
          <b>{subject === '' ? 'Without a subject' : subject}</b>
          <time className="end s2 q3" dateTime={sentAt ?? createdAt}>
            {moment(sentAt ?? createdAt, clock.zone, clock.today)}
          </time>
        </summary>
        <p className="s2 q2">{recipientWords(to, cc, bcc)}</p>
        <p className="em-b">{body}</p>
        {attachments.length > 0 && (
          <ul className="s2">
            {attachments.map(({ id, name, size }) => (
              <li key={id}>
                <a className="link" href={fileAddress(id)} download={name}>
                  {name}
                </a>{' '}
                <span className="q3">{sizeWords(size)}</span>
              </li>
            ))}
          </ul>
        )}
        {onEdit && (
          <Button size="s" onClick={onEdit}>
            Open
          </Button>
        )}
      </details>
      {email.status === 'unknown' ? (
        <Question email={email} />
      ) : (
        error && <Note tone={email.status === 'sent' ? 'due' : 'missed'}>{error}</Note>
      )}
    </li>
  );
}

function recipientWords(to: readonly string[], cc: readonly string[], bcc: readonly string[]): string {
  const parts = [
    to.length > 0 && `To ${to.join(', ')}`,
    cc.length > 0 && `copy to ${cc.join(', ')}`,
    bcc.length > 0 && `blind copy to ${bcc.join(', ')}`,
  ];
  return parts.filter(Boolean).join('; ') || 'To nobody yet';
}

/** Where nobody knows whether an email went out, its owner says so: it is never sent twice by itself. */
function Question({ email }: { email: EmailTask }) {
  const resolve = useResolveEmail();
  const say = (sent: boolean) => () => resolve.mutate({ email, sent });
  return (
    <Note
      tone="due"
      title="Did it go out?"
      actions={
        <>
          <Button size="s" busy={resolve.isPending} onClick={say(true)}>
            It went out
          </Button>
          <Button size="s" busy={resolve.isPending} onClick={say(false)}>
            It did not
          </Button>
        </>
      }
    >
      {email.error} Vouch does not send it a second time by itself. Ask the recipient, or look for a reply, then say what happened. If it
      went out, it counts on your word.
    </Note>
  );
}

interface EmailTasksProps {
  readonly taskId: string;
  /** Whether the task can take a proof now: otherwise nothing can be written and sent. */
  readonly canSend: boolean;
}

interface Chosen {
  /** The email that is being written: its id, `new`, or null for the newest draft, or a new one where there is none. */
  readonly id: string | null;
  /** Counts the choices: what is typed belongs to one of them, also when it gets its id. */
  readonly slot: number;
}

const isDraft = ({ status }: EmailTask): boolean => status === 'draft' || status === 'failed';

/** The emails of a task whose proof is an email: what was sent, what is on its way, and the one that is being written. */
export function EmailTasks({ taskId, canSend }: EmailTasksProps) {
  const heading = useId();
  const client = useQueryClient();
  const clock = useOwnerClock();
  const { data, error, refetch, isFetching } = useQuery(emailsQuery(taskId));
  const [chosen, setChosen] = useState<Chosen>({ id: null, slot: 0 });
  const choose = (id: Chosen['id']) => setChosen(({ slot }) => ({ id, slot: slot + 1 }));
  useReadWhenSent(data, () => readAfterSending(client));
  if (error && !data)
    return (
      <ErrorState title={error.message} onRetry={() => void refetch()} retrying={isFetching}>
        What you wrote is safe.
      </ErrorState>
    );
  if (!data) return <LinesSkeleton lines={5} label="Loading the emails" />;
  if (data.length === 0 && !canSend) return null;
  const written = canSend ? beingWritten(data, chosen.id) : undefined;
  const others = data.filter(({ id }) => id !== written?.id);
  return (
    <section className="em dsec" aria-labelledby={heading}>
      <h3 id={heading}>Email</h3>
      {others.length > 0 && (
        <ul className="em-list">
          {others.map((email) => (
            <EmailRow key={email.id} email={email} clock={clock} onEdit={canSend && isDraft(email) ? () => choose(email.id) : null} />
          ))}
        </ul>
      )}
      {canSend && written !== undefined && (
        <EmailComposer
          key={chosen.slot}
          taskId={taskId}
          email={written}
          onSaved={({ id }) => setChosen(({ slot }) => ({ id, slot }))}
          onGone={() => choose(null)}
        />
      )}
      {canSend && chosen.id !== 'new' && written != null && (
        <Button variant="ghost" size="s" icon={<Icon of={Plus} />} onClick={() => choose('new')}>
          Write another
        </Button>
      )}
    </section>
  );
}

/** The email that is being written; null: a new one; undefined: none, since one is on its way or it has to be said what became of one. */
function beingWritten(emails: readonly EmailTask[], chosen: Chosen['id']): EmailTask | null | undefined {
  if (emails.some(({ status }) => status === 'sending' || status === 'unknown')) return undefined;
  if (chosen === 'new') return null;
  const found = emails.find(({ id }) => id === chosen);
  return (found && isDraft(found) ? found : emails.find(isDraft)) ?? null;
}

/** What an email that was sent has changed is read when it turns out to be sent. */
function useReadWhenSent(emails: readonly EmailTask[] | undefined, read: () => void): void {
  const sent = emails?.filter(({ status }) => status === 'sent').length;
  const before = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (sent !== undefined && before.current !== undefined && sent > before.current) read();
    before.current = sent;
  });
}
