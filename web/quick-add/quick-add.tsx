import { zodResolver } from '@hookform/resolvers/zod';
import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { type FormEvent, type Ref, useEffect, useState } from 'react';
import { messageOf } from '../api/problem.ts';
import { faultAt } from '../forms/form-field.tsx';
import { showRefusal } from '../forms/refusal.ts';
import { useCallForm } from '../forms/use-call-form.ts';
import { routineBody, useNewRoutine } from '../recurrence/routine-acts.ts';
import { ruleWords } from '../recurrence/rule.ts';
import { type RowPreview, rowPreviewOf } from '../tasks/day-section.tsx';
import { fieldOf } from '../tasks/draft.ts';
import { useNewTask } from '../tasks/new-task.ts';
import { asTaskForm, TaskFields } from '../tasks/task-fields.tsx';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Kbd } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';
import textStyles from '../ui/text.module.css';
import { useEarlyLine } from './early-line.tsx';
import { type DraftFields, keptByHand, type ReadLine, readTyped, type TypedLine, typedLine } from './new-draft.ts';
import { faultOf, type Made, PastedLines, useMany } from './pasted-lines.tsx';
import styles from './quick-add.module.css';
import { QuickAddInput, QuickAddPreview } from './quick-add-input.tsx';

/** The announcement for screen readers after a line was saved. */
function written(one: Made, { parsed }: ReadLine, today: string): string {
  if ('task' in one) return `Written down: ${one.task.title}`;
  return `Routine written down: ${one.routine.title}${parsed.routine ? `, ${ruleWords(parsed.routine.rule, today)}` : ''}`;
}

interface QuickAddProps {
  readonly ref: Ref<HTMLInputElement>;
  /** Whether the due date starts as today, as if it had been set by hand. */
  readonly forToday: boolean;
  /** Called each time the preview row changes. Null: no preview. */
  readonly onPreview: (preview: RowPreview | null) => void;
}

/**
 * Creates a task or a routine from one line of text. The line is parsed while it is typed; fields for details open below it.
 * Enter saves. Several pasted lines are offered as several tasks.
 */
export function QuickAdd({ ref, forToday, onPreview }: QuickAddProps) {
  const { clock } = useTaskScreen();
  const [pasted, setPasted] = useState<readonly string[] | null>(null);
  const [open, setOpen] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const [linesFailure, setLinesFailure] = useState<Error | null>(null);
  const task = useNewTask();
  const routine = useNewRoutine();
  const many = useMany(made);
  const form = useCallForm<TypedLine, ReadLine>({
    resolver: zodResolver(typedLine(clock)),
    mode: 'onSubmit',
    defaultValues: { text: '', own: forToday ? { dueDate: clock.today } : {}, plain: [] },
    fieldOf,
    send: async (line) => {
      setAnnouncement(written(await made(line), line, clock.today));
      form.reset({ text: '', own: own.dueDate === undefined ? {} : { dueDate: own.dueDate }, plain: [] });
    },
  });
  const { text, own, plain } = form.watch();
  const lines = pasted?.map((line) => readTyped({ text: line, own: {}, plain: [] }, clock));
  const { parsed, draft } = readTyped({ text, own, plain }, clock);
  const preview = text === '' || lines ? null : rowPreviewOf(draft, parsed.routine, clock.today);
  const drawn = JSON.stringify(preview);
  useEffect(() => onPreview(JSON.parse(drawn)), [drawn, onPreview]);
  const taskForm = asTaskForm(form);
  const titleFault = faultAt(taskForm, 'title');
  const failure = linesFailure ?? form.failure;
  const wide = (open || text !== '') && !lines;
  const busy = task.creating || routine.creating;

  const set = (change: Partial<DraftFields>) => form.setValue('own', { ...own, ...change });
  const fields = { form: taskForm, draft, onChange: set, today: clock.today };
  function forget() {
    setLinesFailure(null);
    form.forget();
  }
  function type(line: string) {
    forget();
    form.setValue('own', keptByHand(own, parsed, readTyped({ text: line, own, plain }, clock).parsed));
    if (line === '') form.setValue('plain', []);
    form.setValue('text', line);
  }
  useEarlyLine(form.attributes.ref, type);
  function paste(found: readonly string[] | null, line = '') {
    setPasted(found);
    type(line);
  }
  async function made({ parsed: { routine: repeated }, draft: one }: ReadLine): Promise<Made> {
    return repeated ? routine.create(routineBody(one, repeated)) : task.create(one);
  }
  async function submitLines(all: readonly ReadLine[]) {
    if (busy || many.busy) return;
    const good = all.filter((line) => faultOf(line) === null);
    const { left, failure: refused } = await many.writeAll(good);
    const kept = all.filter((line) => left.includes(line) || !good.includes(line)).map((line) => line.text);
    const isOne = kept.length < 2;
    setPasted(isOne ? null : kept);
    // A single remaining line can be corrected in the input.
    if (isOne) form.reset({ text: kept[0] ?? '', own, plain });
    if (refused) setLinesFailure(showRefusal(form, refused, fieldOf) ? null : refused);
    else if (kept.length === 1) await form.handleSubmit(() => undefined)();
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    if (!lines) return form.attributes.onSubmit(event);
    event.preventDefault();
    forget();
    void submitLines(lines);
  }

  return (
    <form {...form.attributes} className={styles.form} onSubmit={submit} onFocus={() => setOpen(true)}>
      <div className={clsx(fieldStyles.input, titleFault && fieldStyles.invalid)} data-part="input">
        <span className={textStyles.accent}>
          <Icon of={Plus} />
        </span>
        <QuickAddInput
          ref={ref}
          value={text}
          parts={parsed.parts}
          error={titleFault ? 'qa-error' : undefined}
          onChange={type}
          onLines={paste}
          onEscape={() => {
            setOpen(false);
            forget();
            form.reset(undefined, { keepValues: true });
          }}
        />
        <Kbd>↵</Kbd>
      </div>
      {titleFault && (
        <p className={clsx(fieldStyles.fault, styles.error)} data-part="fault" id="qa-error">
          {titleFault}
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
        <QuickAddPreview
          draft={draft}
          parsed={parsed}
          today={clock.today}
          onPlain={(keys) => form.setValue('plain', [...plain, ...keys])}
        />
      )}
      {wide && (
        <div className={styles.fields}>
          <TaskFields part="due" {...fields} />
          <TaskFields part="more" {...fields} isRoutine={parsed.routine !== null} />
          <TaskFields part="judge" {...fields} isRoutine={parsed.routine !== null} />
          <div className={styles.actions}>
            <span className={clsx(textStyles.small, textStyles.faint)}>
              {(parsed.routine ? routine : task).paused ? 'Offline. It waits here, and is sent later.' : ''}
            </span>
            <Button size="s" onClick={() => setOpen(false)}>
              Close
            </Button>
            <Button size="s" variant="primary" type="submit" busy={busy} busyLabel="Writing...">
              {parsed.routine ? 'Add routine' : 'Add task'}
            </Button>
          </div>
        </div>
      )}
      {failure && (
        <Note tone="missed" alert title={messageOf(failure)} className={layoutStyles.before8}>
          {lines ? 'The lines that were not written are still here.' : 'Nothing was written. Your words are still here.'}
        </Note>
      )}
      <span className={layoutStyles.visuallyHidden} role="status">
        {lines ? `${lines.length} lines were pasted.` : announcement}
      </span>
    </form>
  );
}
