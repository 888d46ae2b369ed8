import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, CircleHelp, type LucideIcon, Mail, Plus, Send } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { sizeWords } from '../../../src/contracts/words/format.ts';
import { type EmailTask, emailsQuery } from '../../api/email-tasks.ts';
import { fileAddress } from '../../api/files.ts';
import { type OwnerClock, useOwnerClock } from '../../api/owner-clock.ts';
import { moment } from '../../lib/calendar.ts';
import detailStyles from '../../tasks/detail.module.css';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { ErrorState, LinesSkeleton } from '../../ui/states.tsx';
import textStyles from '../../ui/text.module.css';
import { EmailComposer } from './email-composer.tsx';
import styles from './email-tasks.module.css';
import { readAfterSending, useResolveEmail } from './use-email-acts.ts';

const STATUSES: Readonly<
  Record<EmailTask['status'], { readonly word: string; readonly icon: LucideIcon; readonly tone: string | undefined }>
> = {
  draft: { word: 'Draft', icon: Mail, tone: undefined },
  sending: { word: 'On its way', icon: Send, tone: styles.review },
  sent: { word: 'Sent', icon: CircleCheck, tone: styles.kept },
  failed: { word: 'Not sent', icon: CircleAlert, tone: styles.missed },
  unknown: { word: 'Not known', icon: CircleHelp, tone: styles.due },
};

interface RowProps {
  readonly email: EmailTask;
  readonly clock: OwnerClock;
  /** Opens the email for editing. Null: it cannot be edited. */
  readonly onEdit: (() => void) | null;
}

function EmailRow({ email, clock, onEdit }: RowProps) {
  const { word, icon, tone } = STATUSES[email.status];
  const { to, cc, bcc, subject, body, attachments, sentAt, createdAt, error } = email;
  return (
    <li className={styles.item}>
      <details>
        <summary>
          <span className={clsx(styles.status, tone)}>
            <Icon of={icon} />
            {word}
          </span>
          <b dir="auto">{subject === '' ? 'Without a subject' : subject}</b>
          <time className={clsx(textStyles.atEnd, textStyles.small, textStyles.faint)} dateTime={sentAt ?? createdAt}>
            {moment(sentAt ?? createdAt, clock.zone, clock.today)}
          </time>
        </summary>
        <p className={clsx(textStyles.small, textStyles.muted)}>{recipientWords(to, cc, bcc)}</p>
        <p className={styles.body} dir="auto">
          {body}
        </p>
        {attachments.length > 0 && (
          <ul className={textStyles.small}>
            {attachments.map(({ id, name, size }) => (
              <li key={id}>
                <a className={textStyles.link} href={fileAddress(id)} download={name}>
                  <bdi>{name}</bdi>
                </a>{' '}
                <span className={textStyles.faint}>{sizeWords(size)}</span>
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

/** If it is unknown whether an email was sent, the owner has to say so. The program never sends it again by itself. */
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
  /** Whether the task accepts a proof now. If not, no email can be written or sent. */
  readonly canSend: boolean;
}

interface Chosen {
  /** The email in the composer: its id, or `new`. Null: the newest draft, or a new email if there is no draft. */
  readonly id: string | null;
  /** Increases with each choice. It identifies the typed text, also after a new email gets its id. */
  readonly slot: number;
}

const isDraft = ({ status }: EmailTask): boolean => status === 'draft' || status === 'failed';

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
    <section className={clsx(styles.section, detailStyles.section)} data-part="detail-section" aria-labelledby={heading}>
      <h3 id={heading}>Email</h3>
      {others.length > 0 && (
        <ul className={styles.list}>
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

/**
 * The email in the composer. Null: a new one. Undefined: none, because an email is being sent or the owner has to say whether
 * one was sent.
 */
function beingWritten(emails: readonly EmailTask[], chosen: Chosen['id']): EmailTask | null | undefined {
  if (emails.some(({ status }) => status === 'sending' || status === 'unknown')) return undefined;
  if (chosen === 'new') return null;
  const found = emails.find(({ id }) => id === chosen);
  return (found && isDraft(found) ? found : emails.find(isDraft)) ?? null;
}

/** Calls `read` when an email turns out to be sent, because that changes the task. */
function useReadWhenSent(emails: readonly EmailTask[] | undefined, read: () => void): void {
  const sent = emails?.filter(({ status }) => status === 'sent').length;
  const before = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (sent !== undefined && before.current !== undefined && sent > before.current) read();
    before.current = sent;
  });
}
