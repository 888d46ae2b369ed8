import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { type FormEvent, type Ref, useEffect, useState } from 'react';
import { Kbd } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { faultsOf } from './draft.ts';
import { type Ghost, ghostOf } from './ghost.ts';
import { useLedger } from './ledger-context.tsx';
import { type DraftFields, keptByHand, mergedDraft } from './new-draft.ts';
import { routineBody, useNewRoutine } from './new-routine.ts';
import { useNewTask } from './new-task.ts';
import { QuickAddInput } from './quick-add-input.tsx';
import { QuickAddPreview } from './quick-add-preview.tsx';
import { ruleWords } from './rule-words.ts';
import { DueFields, MoreFields } from './task-fields.tsx';
import { understand } from './understand.ts';
import './quick-add.css';

const NO_PLAIN: ReadonlySet<string> = new Set();

interface QuickAddProps {
  readonly ref: Ref<HTMLInputElement>;
  /** Told of the row that it will be, whenever that changes. */
  readonly onGhost: (ghost: Ghost | null) => void;
}

/** One line to write a promise on, understood as it is typed; what belongs to it opens under it. Enter writes it. */
export function QuickAdd({ ref, onGhost }: QuickAddProps) {
  const { here } = useLedger();
  const [text, setText] = useState('');
  const [own, setOwn] = useState<Partial<DraftFields>>({});
  const [plain, setPlain] = useState(NO_PLAIN);
  const [open, setOpen] = useState(false);
  const [tried, setTried] = useState(false);
  const [said, setSaid] = useState('');
  const task = useNewTask();
  const routine = useNewRoutine();
  const read = (line: string) => understand(line, { today: here.today, now: here.now, zone: here.zone, plain, start: own.dueDate });
  const understood = read(text);
  const draft = mergedDraft(understood, own, here.today);
  const ghost = text === '' ? null : ghostOf(draft, understood.routine, here.today);
  const drawn = JSON.stringify(ghost);
  useEffect(() => onGhost(JSON.parse(drawn)), [drawn, onGhost]);
  const writing = understood.routine ? routine : task;
  const faults = tried ? { ...faultsOf(draft), ...writing.faults } : writing.faults;
  const wide = open || text !== '';
  const busy = task.creating || routine.creating;

  function forget() {
    task.forget();
    routine.forget();
  }
  function type(line: string) {
    setOwn(keptByHand(own, understood, read(line)));
    setText(line);
    if (line === '') setPlain(NO_PLAIN);
    forget();
  }
  async function write(): Promise<string> {
    if (!understood.routine) return `Written down: ${(await task.create(draft)).task.title}`;
    const made = await routine.create(routineBody(draft, understood.routine));
    return `Routine written down: ${made.routine.title}, ${ruleWords(understood.routine.rule, here.today)}`;
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (busy || Object.keys(faultsOf(draft)).length > 0) return;
    setSaid(await write());
    setText('');
    setPlain(NO_PLAIN);
    setOwn(own.dueDate === undefined ? {} : { dueDate: own.dueDate });
    setTried(false);
  }

  return (
    <form className="qa" onSubmit={(event) => void submit(event).catch(() => undefined)} noValidate onFocus={() => setOpen(true)}>
      <div className={clsx('in', faults.title && 'is-err')}>
        <span className="acc">
          <Icon of={Plus} />
        </span>
        <QuickAddInput
          ref={ref}
          value={text}
          parts={understood.parts}
          error={faults.title ? 'qa-error' : undefined}
          onChange={type}
          onEscape={() => {
            setOpen(false);
            setTried(false);
            forget();
          }}
        />
        <Kbd>↵</Kbd>
      </div>
      {faults.title && (
        <p className="err qa-err" id="qa-error">
          {faults.title}
        </p>
      )}
      {text.trim() !== '' && (
        <QuickAddPreview
          draft={draft}
          understood={understood}
          today={here.today}
          onPlain={(keys) => setPlain(new Set([...plain, ...keys]))}
        />
      )}
      {wide && (
        <div className="qa-more">
          <DueFields draft={draft} onChange={(change) => setOwn({ ...own, ...change })} faults={faults} today={here.today} />
          <MoreFields draft={draft} onChange={(change) => setOwn({ ...own, ...change })} faults={faults} />
          <div className="qa-acts">
            <span className="s2 q3">{writing.paused ? 'Offline. It waits on this page.' : ''}</span>
            <Button size="s" onClick={() => setOpen(false)}>
              Close
            </Button>
            <Button size="s" variant="primary" type="submit" busy={busy} busyLabel="Writing...">
              {understood.routine ? 'Add routine' : 'Add task'}
            </Button>
          </div>
        </div>
      )}
      {writing.fault && (
        <Note tone="missed" alert title={writing.fault} className="mt-2">
          Nothing was written. Your words are still here.
        </Note>
      )}
      <span className="sr-only" role="status">
        {said}
      </span>
    </form>
  );
}
