import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { type EmailTask, emailsQuery } from '../../api/email-tasks.ts';
import { useOwnerClock } from '../../api/owner-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinesSkeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { EmailComposer } from './email-composer.tsx';
import { EmailRow } from './email-row.tsx';
import './email-tasks.css';
import { readAfterSending } from './use-email-acts.ts';

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
