import { type FormEvent, useState } from 'react';
import { quoted } from '../../src/contracts/words/format.ts';
import type { Task } from '../api/tasks.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Textarea } from '../ui/field.tsx';
import { submitsOnEnter } from '../ui/key-press.ts';
import layoutStyles from '../ui/layout.module.css';

interface SkipDialogProps {
  /** Null while the dialog is closed. */
  readonly task: Task | null;
  readonly onClose: () => void;
  readonly onSkip: (task: Task, reason: string) => void;
}

export function SkipDialog({ task, onClose, onSkip }: SkipDialogProps) {
  return (
    <Dialog
      open={task !== null}
      onOpenChange={(open) => !open && onClose()}
      title={task ? `Skip ${quoted(task.title)}` : 'Skip'}
      text="A skip with a reason neither adds to the streak nor breaks it. It stays in the record."
    >
      {task && <SkipForm key={task.id} task={task} onClose={onClose} onSkip={onSkip} />}
    </Dialog>
  );
}

function SkipForm({ task, onClose, onSkip }: { task: Task; onClose: () => void; onSkip: SkipDialogProps['onSkip'] }) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const given = reason.trim();
  const fault = given === '' ? 'Say why you skip it.' : [...given].length > 1_000 ? 'At most 1,000 characters.' : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (fault) return;
    onSkip(task, given);
    onClose();
  }
  return (
    <form onSubmit={submit} noValidate className={layoutStyles.before12}>
      <Field label="Reason" error={tried ? fault : undefined}>
        <Textarea autoFocus rows={2} value={reason} onKeyDown={submitsOnEnter} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <footer>
        <Button onClick={onClose}>Keep it</Button>
        <Button variant="primary" type="submit">
          Skip
        </Button>
      </footer>
    </form>
  );
}
