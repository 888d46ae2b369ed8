import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react';
import { routineBody, useNewRoutine } from '../recurrence/routine-acts.ts';
import { ruleWords } from '../recurrence/rule.ts';
import { type RowPreview, rowPreviewOf } from '../tasks/day-section.tsx';
import { type Draft, faultsOf } from '../tasks/draft.ts';
import { useNewTask } from '../tasks/new-task.ts';
import { DueFields, JudgeField, MoreFields } from '../tasks/task-fields.tsx';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Kbd } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { focusUnread } from '../ui/date-picker.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { useEarlyLine } from './early-line.tsx';
import { type DraftFields, keptByHand, mergedDraft } from './new-draft.ts';
import { type ParsedQuickAdd, parseQuickAdd } from './parse-quick-add.ts';
import { faultOf, type Made, PastedLines, type ReadLine, useMany } from './pasted-lines.tsx';
import { QuickAddInput, QuickAddPreview } from './quick-add-input.tsx';
import './quick-add.css';

const NO_PLAIN: ReadonlySet<string> = new Set();

interface QuickAddProps {
  readonly ref: Ref<HTMLInputElement>;
  /** Whether the due date is today to begin with, as if it had been set by hand. */
  readonly forToday: boolean;
  /** Called with the preview of the row whenever it changes, and with null when there is none. */
  readonly onPreview: (preview: RowPreview | null) => void;
}

/**
 * An input that creates a task or a routine from one line of text. The line is parsed as it is typed; fields for details open
 * below it. Enter saves. Several pasted lines are offered as several tasks.
 */
export function QuickAdd({ ref, forToday, onPreview }: QuickAddProps) {
  const { clock } = useTaskScreen();
  const [text, setText] = useState('');
  const [pasted, setPasted] = useState<readonly string[] | null>(null);
  const [own, setOwn] = useState<Partial<DraftFields>>(forToday ? { dueDate: clock.today } : {});
  const [plain, setPlain] = useState(NO_PLAIN);
  const [open, setOpen] = useState(false);
  const [tried, setTried] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const task = useNewTask();
  const routine = useNewRoutine();
  const many = useMany(({ parsed, draft }) => made(parsed, draft));
  const moment = { today: clock.today, now: clock.now, zone: clock.zone };
  const read = (line: string) => parseQuickAdd(line, { ...moment, plain, start: own.dueDate });
  const lines = pasted?.map((line): ReadLine => {
    const parsed = parseQuickAdd(line, moment);
    return { text: line, parsed, draft: mergedDraft(parsed, {}) };
  });
  const parsed = read(text);
  const draft = mergedDraft(parsed, own);
  const preview = text === '' || lines ? null : rowPreviewOf(draft, parsed.routine, clock.today);
  const drawn = JSON.stringify(preview);
  useEffect(() => onPreview(JSON.parse(drawn)), [drawn, onPreview]);
  const creation = parsed.routine ? routine : task;
  const refused = lines ? { ...task.faults, ...routine.faults } : creation.faults;
  const faults = tried && !lines ? { ...faultsOf(draft), ...refused } : refused;
  const fault = lines ? (task.fault ?? routine.fault) : creation.fault;
  const wide = (open || text !== '') && !lines;
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
  function paste(found: readonly string[] | null, line = '') {
    setPasted(found);
    type(line);
  }
  async function made(what: ParsedQuickAdd, as: Draft): Promise<Made> {
    return what.routine ? routine.create(routineBody(as, what.routine)) : task.create(as);
  }
  async function write(): Promise<string> {
    const one = await made(parsed, draft);
    if ('task' in one) return `Written down: ${one.task.title}`;
    return `Routine written down: ${one.routine.title}${parsed.routine ? `, ${ruleWords(parsed.routine.rule, clock.today)}` : ''}`;
  }
  async function submitLines(all: readonly ReadLine[]) {
    if (busy || many.busy) return;
    const good = all.filter((line) => faultOf(line) === null);
    const left = await many.writeAll(good);
    const kept = all.filter((line) => left.includes(line) || !good.includes(line)).map((line) => line.text);
    const isOne = kept.length < 2;
    setPasted(isOne ? null : kept);
    if (!isOne) return;
    // A single line that is left can be mended in the input.
    setText(kept[0] ?? '');
    setTried(kept.length === 1 && left.length === 0);
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (lines) return submitLines(lines);
    setTried(true);
    if (focusUnread(event.currentTarget)) return;
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
          onLines={paste}
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
      {lines && (
        <PastedLines
          lines={lines}
          today={clock.today}
          busy={many.busy}
          onOne={() => paste(null, lines.map((line) => line.text).join(' '))}
          onDiscard={() => paste(null)}
        />
      )}
      {!lines && text.trim() !== '' && (
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
      {fault && (
        <Note tone="missed" alert title={fault} className="mt-2">
          {lines ? 'The lines that were not written are still here.' : 'Nothing was written. Your words are still here.'}
        </Note>
      )}
      <span className="sr-only" role="status">
        {lines ? `${lines.length} lines were pasted.` : announcement}
      </span>
    </form>
  );
}
