import { type FormEvent, useState } from 'react';
import type { OwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import type { Task } from '../api/tasks.ts';
import type { Verification } from '../api/verifications.ts';
import { appealUntil, missedAt } from '../tasks/state.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Textarea } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { usePartnerName } from './use-judges.ts';
import { useAppeal } from './use-proof-acts.ts';
import { dayAndTime } from './words.ts';

const MOST = 2_000;

/** When a task was missed, expired or rejected for good; null where it was not. A verdict can come after the time for proof. */
function missedInstant(one: Verification | null, task: Task): string | null {
  const missed = missedAt(task);
  const verdict = one?.state === 'rejected' ? (one.decision?.at ?? '') : '';
  return missed !== null && verdict > missed ? verdict : missed;
}

interface AppealProps {
  readonly one: Verification | null;
  readonly task: Task | null;
  readonly clock: OwnerClock;
}

/** The appeal against a miss: what came of it, or the button that makes one while that is still possible. */
export function AppealSection({ one, task, clock }: AppealProps) {
  const partner = usePartnerName(task?.partnerId ?? null);
  const [asking, setAsking] = useState(false);
  if (one?.appeal) return <AppealMade appeal={one.appeal} partner={partner} clock={clock} />;
  const missed = task && missedInstant(one, task);
  if (!task || missed === null || clock.now > appealUntil(missed)) return null;
  return (
    <section className="dsec" aria-labelledby="appeal-h">
      <h3 id="appeal-h">Appeal</h3>
      <p className="s2 q2">
        {partner
          ? `Something got in the way? ${partner} can count it as kept. There is one appeal for each task, until ${dayAndTime(new Date(appealUntil(missed)).toISOString(), clock)}.`
          : 'Your partner decides about an appeal, and nobody has accepted to be your partner yet.'}
      </p>
      {partner && (
        <Button className="mt-3" onClick={() => setAsking(true)}>
          Appeal to {partner}
        </Button>
      )}
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={`Appeal to ${partner}`}
        text={`Missed ${dayAndTime(missed, clock)}. If ${partner} accepts, a correction is added. The miss stays in the history.`}
      >
        <AppealForm id={task.id} onClose={() => setAsking(false)} />
      </Dialog>
    </section>
  );
}

function AppealForm({ id, onClose }: { id: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const appeal = useAppeal(id, onClose);
  const fault = text.trim() === '' ? 'Say what happened.' : [...text].length > MOST ? 'At most 2,000 characters.' : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!fault && !appeal.isPending) appeal.mutate({ text: text.trim() });
  }
  return (
    <form onSubmit={submit} noValidate className="mt-3">
      <Field label="What happened" error={tried ? fault : undefined}>
        <Textarea autoFocus rows={3} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      {appeal.error && (
        <Note tone="missed" alert title={messageOf(appeal.error)} className="mt-3">
          What you wrote is still here.
        </Note>
      )}
      <footer>
        <Button onClick={onClose}>Not now</Button>
        <Button variant="primary" type="submit" busy={appeal.isPending} busyLabel="Sending...">
          Send appeal
        </Button>
      </footer>
    </form>
  );
}

const TITLES = { waiting: 'Appeal made', accepted: 'Appeal accepted', rejected: 'Appeal rejected' } as const;

function AppealMade({
  appeal,
  partner,
  clock,
}: {
  appeal: NonNullable<Verification['appeal']>;
  partner: string | null;
  clock: OwnerClock;
}) {
  const { state, text, comment, at, decidedAt } = appeal;
  return (
    <section className="dsec" aria-labelledby="appeal-h">
      <h3 id="appeal-h">{TITLES[state]}</h3>
      <p className="s2 q3">
        {dayAndTime(at, clock)}
        {state === 'waiting' && `, with ${partner ?? 'your partner'}`}
        {decidedAt && `, answered ${dayAndTime(decidedAt, clock)}`}
      </p>
      <p className="pre appeal-t">{text}</p>
      {comment && <p className="pre appeal-t q2">{comment}</p>}
      {state === 'accepted' && <p className="s2 q2">It counts as kept on its own date. The miss stays in the history.</p>}
    </section>
  );
}
