import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { type FormEvent, type Ref, useState } from 'react';
import { Kbd } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { useFieldTies } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { type Draft, faultsOf, NEW_DRAFT } from './draft.ts';
import { useLedger } from './ledger-context.tsx';
import { useNewTask } from './new-task.ts';
import { DueFields, MoreFields } from './task-fields.tsx';

/** One line to write a promise on; what belongs to it opens under it. Enter writes it. */
export function QuickAdd({ ref }: { ref: Ref<HTMLInputElement> }) {
  const { here } = useLedger();
  const [draft, setDraft] = useState<Draft>({ ...NEW_DRAFT, dueDate: here.today });
  const [open, setOpen] = useState(false);
  const [tried, setTried] = useState(false);
  const [said, setSaid] = useState('');
  const { create, creating, paused, faults: refused, fault, forget } = useNewTask();
  const faults = tried ? { ...faultsOf(draft), ...refused } : refused;
  const wide = open || draft.title !== '';
  const change = (next: Partial<Draft>) => {
    setDraft({ ...draft, ...next });
    forget();
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (creating || Object.keys(faultsOf(draft)).length > 0) return;
    const { task } = await create(draft);
    setDraft({ ...NEW_DRAFT, dueDate: draft.dueDate });
    setTried(false);
    setSaid(`Written down: ${task.title}`);
  }

  return (
    <form className="qa" onSubmit={(event) => void submit(event).catch(() => undefined)} noValidate onFocus={() => setOpen(true)}>
      <div className={clsx('in', faults.title && 'is-err')}>
        <span className="acc">
          <Icon of={Plus} />
        </span>
        <input
          ref={ref}
          {...useFieldTies()}
          aria-label="New task"
          aria-invalid={faults.title ? true : undefined}
          aria-describedby={faults.title ? 'qa-error' : undefined}
          placeholder="New task"
          autoComplete="off"
          value={draft.title}
          onChange={(event) => change({ title: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            setOpen(false);
            setTried(false);
            forget();
            event.currentTarget.blur();
          }}
        />
        <Kbd>↵</Kbd>
      </div>
      {faults.title && (
        <p className="err qa-err" id="qa-error">
          {faults.title}
        </p>
      )}
      {wide && (
        <div className="qa-more">
          <DueFields draft={draft} onChange={change} faults={faults} today={here.today} />
          <MoreFields draft={draft} onChange={change} faults={faults} />
          <div className="qa-acts">
            <span className="s2 q3">{paused ? 'Offline. It waits on this page.' : ''}</span>
            <Button size="s" onClick={() => setOpen(false)}>
              Close
            </Button>
            <Button size="s" variant="primary" type="submit" busy={creating} busyLabel="Writing...">
              Add task
            </Button>
          </div>
        </div>
      )}
      {fault && (
        <Note tone="missed" alert title={fault} className="mt-2">
          Nothing was written. Your words are still here.
        </Note>
      )}
      <span className="sr-only" role="status">
        {said}
      </span>
    </form>
  );
}
