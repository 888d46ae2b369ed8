import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react';
import { routineBody, useNewRoutine } from '../recurrence/new-routine.ts';
import { ruleWords } from '../recurrence/rule-words.ts';
import { faultsOf } from '../tasks/draft.ts';
import { JudgeField } from '../tasks/judge-field.tsx';
import { useNewTask } from '../tasks/new-task.ts';
import { type RowPreview, rowPreviewOf } from '../tasks/row-preview.ts';
import { DueFields, MoreFields } from '../tasks/task-fields.tsx';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Kbd } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { useEarlyLine } from './early-field.tsx';
import { type DraftFields, keptByHand, mergedDraft } from './new-draft.ts';
import { parseQuickAdd } from './parse-quick-add.ts';
import { QuickAddInput } from './quick-add-input.tsx';
import { QuickAddPreview } from './quick-add-preview.tsx';
import './quick-add.css';

const NO_PLAIN: ReadonlySet<string> = new Set();

interface QuickAddProps {
  readonly ref: Ref<HTMLInputElement>;
  /** Called with the preview of the row whenever it changes, and with null when there is none. */
  readonly onPreview: (preview: RowPreview | null) => void;
}

/**
 * An input that creates a task or a routine from one line of text. The line is parsed as it is typed; fields for details open
 * below it. Enter saves.
 */
export function QuickAdd({ ref, onPreview }: QuickAddProps) {
  const { clock } = useTaskScreen();
  const [text, setText] = useState('');
  const [own, setOwn] = useState<Partial<DraftFields>>({});
  const [plain, setPlain] = useState(NO_PLAIN);
  const [open, setOpen] = useState(false);
  const [tried, setTried] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const task = useNewTask();
  const routine = useNewRoutine();
  const read = (line: string) => parseQuickAdd(line, { today: clock.today, now: clock.now, zone: clock.zone, plain, start: own.dueDate });
  const parsed = read(text);
  const draft = mergedDraft(parsed, own, clock.today);
  const preview = text === '' ? null : rowPreviewOf(draft, parsed.routine, clock.today);
  const drawn = JSON.stringify(preview);
  useEffect(() => onPreview(JSON.parse(drawn)), [drawn, onPreview]);
  const creation = parsed.routine ? routine : task;
  const faults = tried ? { ...faultsOf(draft), ...creation.faults } : creation.faults;
  const wide = open || text !== '';
  const busy = task.creating || routine.creating;

  const set = (change: Partial<DraftFields>) => setOwn({ ...own, ...change });
  function forget() {
    task.forget();
    routine.forget();
  }
  function type(line: string) {
    setOwn(keptByHand(own, parsed, read(line)));
    setText(line);
    if (line === '') setPlain(NO_PLAIN);
    forget();
  }
  const form = useRef<HTMLFormElement>(null);
  useEarlyLine(form, type);
  async function write(): Promise<string> {
    if (!parsed.routine) return `Written down: ${(await task.create(draft)).task.title}`;
    const made = await routine.create(routineBody(draft, parsed.routine));
    return `Routine written down: ${made.routine.title}, ${ruleWords(parsed.routine.rule, clock.today)}`;
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (busy || Object.keys(faultsOf(draft)).length > 0) return;
    setAnnouncement(await write());
    setText('');
    setPlain(NO_PLAIN);
    setOwn(own.dueDate === undefined ? {} : { dueDate: own.dueDate });
    setTried(false);
  }

  return (
    <form
      ref={form}
      className="qa"
      onSubmit={(event) => void submit(event).catch(() => undefined)}
      noValidate
      onFocus={() => setOpen(true)}
    >
      <div className={clsx('in', faults.title && 'is-err')}>
        <span className="acc">
          <Icon of={Plus} />
        </span>
        <QuickAddInput
          ref={ref}
          value={text}
          parts={parsed.parts}
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
        <QuickAddPreview draft={draft} parsed={parsed} today={clock.today} onPlain={(keys) => setPlain(new Set([...plain, ...keys]))} />
      )}
      {wide && (
        <div className="qa-more">
          <DueFields draft={draft} onChange={set} faults={faults} today={clock.today} />
          <MoreFields draft={draft} onChange={set} faults={faults} />
          {!parsed.routine && <JudgeField draft={draft} onChange={set} faults={faults} />}
          <div className="qa-acts">
            <span className="s2 q3">{creation.paused ? 'Offline. It waits here, and is sent later.' : ''}</span>
            <Button size="s" onClick={() => setOpen(false)}>
              Close
            </Button>
            <Button size="s" variant="primary" type="submit" busy={busy} busyLabel="Writing...">
              {parsed.routine ? 'Add routine' : 'Add task'}
            </Button>
          </div>
        </div>
      )}
      {creation.fault && (
        <Note tone="missed" alert title={creation.fault} className="mt-2">
          Nothing was written. Your words are still here.
        </Note>
      )}
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </form>
  );
}
