import { CircleAlert, CircleCheck, CircleHelp, type LucideIcon, Mail, Send } from 'lucide-react';
import { sizeWords } from '../../../src/contracts/words/size.ts';
import type { EmailTask } from '../../api/email-tasks.ts';
import { fileAddress } from '../../api/files.ts';
import type { OwnerClock } from '../../api/owner-clock.ts';
import { moment } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { useResolveEmail } from './use-email-acts.ts';

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
export function EmailRow({ email, clock, onEdit }: RowProps) {
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
