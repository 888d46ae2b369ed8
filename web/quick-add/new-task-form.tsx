import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronDown, ChevronUp, CircleHelp } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { faultAt } from '../forms/form-field.tsx';
import { useKeeping, useKeptDraft } from '../forms/kept-draft.ts';
import { showRefusal } from '../forms/refusal.ts';
import { useCallForm } from '../forms/use-call-form.ts';
import { routineBody, useNewRoutine } from '../recurrence/routine-acts.ts';
import { fieldOf } from '../tasks/draft.ts';
import { fieldNamed } from '../tasks/fields.ts';
import { passedFault } from '../tasks/move.ts';
import { useNewTask } from '../tasks/new-task.ts';
import { asTaskForm } from '../tasks/task-fields.tsx';
import { useAnnouncement } from '../ui/announcer.tsx';
import { Kbd } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { Note } from '../ui/note.tsx';
import textStyles from '../ui/text.module.css';
import { useAdded } from './added.ts';
import { Chips, Passed } from './chips.tsx';
import { useEarlyLine } from './early-line.tsx';
import { boxLength, type Extras, extraWords, hasExtras } from './extras.ts';
import { LineHelp } from './line-help.tsx';
import { MoreFields } from './more-fields.tsx';
import { type DraftFields, isTypedLine, keptByHand, lineOf, type ReadLine, readTyped, type TypedLine, typedLine } from './new-draft.ts';
import styles from './new-task-overlay.module.css';
import { type ParsedQuickAdd, restOf } from './parse-quick-add.ts';
import { isNothing, makeParts, type Outcome, type Parts, partsOfLine } from './parts.ts';
import { faultOf, type Made, PastedLines, useMany } from './pasted-lines.tsx';
import { QuickAddInput } from './quick-add-input.tsx';
import { SharedProof, useSharedProof } from './shared-proof.tsx';

interface NewTaskFormProps {
  /** Whether the due date starts as today, as if it had been set by hand. */
  readonly forToday: boolean;
  readonly onClose: () => void;
  /** Called with what was refused of a task that was made. Null: it was taken back. */
  readonly onLeft: (parts: Parts | null) => void;
}

/** One line of text that becomes a task or a routine. Closing it keeps what was typed. */
export function NewTaskForm({ forToday, onClose, onLeft }: NewTaskFormProps) {
  const client = useQueryClient();
  const clock = useOwnerClock();
  const kept = useKeptDraft('new task', isTypedLine);
  const [before] = useState(kept.read);
  const [more, setMore] = useState(false);
  const [help, setHelp] = useState(false);
  const [pasted, setPasted] = useState<readonly string[] | null>(null);
  const [linesFailure, setLinesFailure] = useState<Error | null>(null);
  const input = useRef<HTMLInputElement>(null);
  /** Whether the overlay stays open after the task was added. */
  const stays = useRef(false);
  const [makingParts, setMakingParts] = useState(false);
  const openProofOf = useSharedProof();
  const routine = useNewRoutine();
  const many = useMany(made);
  const added = useAdded(clock);
  const empty: TypedLine = { ...lineOf(''), own: forToday ? { dueDate: clock.today } : {} };
  const form = useCallForm<TypedLine, ReadLine>({
    resolver: zodResolver(typedLine(clock)),
    mode: 'onSubmit',
    defaultValues: before ?? empty,
    fieldOf: (name) => (name === 'parentId' ? 'extras.parent' : fieldOf(name)),
    send: async (line) => {
      const one = await made(line);
      const { left, box } = 'task' in one ? await madeParts(partsOfLine(one.task, line)) : { left: null, box: null };
      added.tell('task' in one ? { ...one, box } : one, line, left === null, () => onLeft(null));
      form.reset(empty);
      // The overlay closes before the empty line would be kept instead.
      kept.forget();
      if (left) onLeft(left);
      else if ('task' in one && openProofOf(one.task)) onClose();
      else leave();
    },
  });
  const { text, own, plain, extras } = form.watch();
  const task = useNewTask(extras.parent?.id ?? null);
  const lines = pasted?.map((line) => readTyped(lineOf(line), clock));
  const { parsed, draft } = readTyped({ text, own, plain, extras }, clock);
  const isRoutine = parsed.routine !== null;
  useKeeping(kept, text === '' && !hasExtras(extras) ? null : { text, own, plain, extras });
  const taskForm = asTaskForm(form);
  const titleFault = faultAt(taskForm, 'title');
  const failure = linesFailure ?? form.failure;
  useAnnouncement(lines ? `${lines.length} lines were pasted.` : '');
  const busy = task.creating || routine.creating || makingParts;
  const passed = !isRoutine && passedFault(draft, clock) !== null;
  const pending = useFocusedField(form.attributes.ref, more);

  const set = (change: Partial<DraftFields>) => form.setValue('own', { ...own, ...change });
  const setExtras = (change: Partial<Extras>) => form.setValue('extras', { ...form.getValues('extras'), ...change });
  const fields = { form: taskForm, draft, onChange: set, today: clock.today, isRoutine };
  async function madeParts(parts: Parts): Promise<Outcome> {
    if (isNothing(parts)) return { left: null, box: null };
    setMakingParts(true);
    try {
      return await makeParts(client, parts, clock);
    } finally {
      setMakingParts(false);
    }
  }
  function leave() {
    if (!stays.current) return onClose();
    stays.current = false;
    input.current?.focus();
  }
  function forget() {
    setLinesFailure(null);
    form.forget();
  }
  function type(line: string) {
    forget();
    form.setValue('own', keptByHand(own, parsed, readTyped({ text: line, own, plain, extras }, clock).parsed));
    if (line === '') form.setValue('plain', []);
    form.setValue('text', line);
  }
  useEarlyLine(form.attributes.ref, (early) => type(`${text}${early}`));
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
    const rest = all.filter((line) => left.includes(line) || !good.includes(line)).map((line) => line.text);
    const isOne = rest.length < 2;
    setPasted(isOne ? null : rest);
    // A single remaining line can be corrected in the input.
    if (isOne) form.reset({ text: rest[0] ?? '', own, plain, extras });
    if (refused) setLinesFailure(showRefusal(form, refused, fieldOf) ? null : refused);
    else if (rest.length === 1) await form.handleSubmit(() => undefined)();
    else if (rest.length === 0) {
      kept.forget();
      leave();
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (passed && !lines) return;
    if (!lines) return form.attributes.onSubmit(event);
    forget();
    void submitLines(lines);
  }
  const onKeyDown = ({ key, shiftKey }: KeyboardEvent) => {
    if (key === 'Enter') stays.current = shiftKey;
  };
  const onRepeat = (words: string) => type(`${withoutRule(text, parsed)} ${words}`);

  return (
    <form {...form.attributes} className={styles.form} onSubmit={submit} onKeyDown={onKeyDown} aria-label="New task">
      <header className={styles.top}>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <b aria-hidden="true">New task</b>
        {!lines && <Submit isRoutine={isRoutine} busy={busy} />}
      </header>
      <div className={styles.line}>
        <Mark name="pending" named={false} />
        <QuickAddInput
          ref={input}
          value={text}
          parts={parsed.parts}
          error={titleFault ? 'new-task-error' : undefined}
          onChange={type}
          onLines={paste}
        />
      </div>
      <div className={styles.below}>
        {titleFault && (
          <p className={fieldStyles.fault} data-part="fault" id="new-task-error">
            {titleFault}
          </p>
        )}
        {passed && <Passed draft={draft} clock={clock} onSet={set} />}
        {!lines && !more && (
          <Chips
            draft={draft}
            parsed={parsed}
            clock={clock}
            onSet={set}
            onPlain={(keys, names) => {
              form.setValue('plain', [...plain, ...keys]);
              form.setValue('own', Object.fromEntries(Object.entries(own).filter(([name]) => !names.includes(name as keyof DraftFields))));
              input.current?.focus();
            }}
            onRepeat={onRepeat}
            onField={(name) => {
              pending.current = fieldNamed(name).label;
              setMore(true);
            }}
          />
        )}
        {hasExtras(extras) && !lines && (isRoutine || !more) && (
          <p className={clsx(textStyles.small, textStyles.muted)}>
            {isRoutine
              ? 'A routine has no parent, no steps and no time box. They are left out.'
              : extraWords(extras, boxLength(draft), clock)}
          </p>
        )}
        {draft.description !== '' && !lines && !more && (
          <p className={clsx(styles.notes, textStyles.small, textStyles.muted)}>
            Notes: <bdi>{draft.description}</bdi>
          </p>
        )}
        {!lines && <SharedProof isRoutine={isRoutine} />}
        {parsed.doubt && <p className={clsx(textStyles.small, textStyles.muted)}>{parsed.doubt}</p>}
        {parsed.parts.length > 0 && !more && (
          <p className={clsx(styles.hint, textStyles.small, textStyles.faint)}>
            Press a chip to change it, its cross to take the words as plain text.
          </p>
        )}
      </div>
      {lines && (
        <PastedLines
          lines={lines}
          today={clock.today}
          busy={many.busy}
          onOne={() => paste(null, lines.map((line) => line.text).join(' '))}
          onDiscard={() => paste(null)}
        />
      )}
      {more && !lines && (
        <MoreFields
          fields={fields}
          extras={extras}
          onExtras={setExtras}
          faultOf={(name) => faultAt(form, `extras.${name}`)}
          clock={clock}
        />
      )}
      {help && <LineHelp />}
      {failure && (
        <Note tone="missed" alert title={messageOf(failure)} className={styles.failure}>
          {lines ? 'The lines that were not written are still here.' : 'Nothing was written. Your words are still here.'}
        </Note>
      )}
      {!lines && (
        <footer className={styles.footer}>
          <Button variant="ghost" icon={<Icon of={more ? ChevronUp : ChevronDown} />} aria-expanded={more} onClick={() => setMore(!more)}>
            {more ? 'Less' : 'More'}
          </Button>
          <IconButton label="What the line understands" aria-expanded={help} onClick={() => setHelp(!help)}>
            <Icon of={CircleHelp} />
          </IconButton>
          <span className={clsx(styles.state, textStyles.small, textStyles.faint)}>
            {(isRoutine ? routine : task).paused ? 'Offline. It waits here, and is sent later.' : ''}
          </span>
          <span className={styles.wideOnly}>
            <Button variant="ghost" onClick={onClose}>
              Cancel <Kbd>Esc</Kbd>
            </Button>
            <Submit isRoutine={isRoutine} busy={busy} />
          </span>
        </footer>
      )}
    </form>
  );
}

function Submit({ isRoutine, busy }: { isRoutine: boolean; busy: boolean }) {
  return (
    <Button variant="primary" type="submit" busy={busy} busyLabel="Adding..." aria-label={isRoutine ? undefined : 'Add task'}>
      {isRoutine ? 'Add routine' : 'Add'}
    </Button>
  );
}

/** The line without its repetition, so that another one can be written. */
const withoutRule = (text: string, { parts }: ParsedQuickAdd): string =>
  restOf(
    text,
    parts.filter(({ kind }) => kind === 'repeat'),
  );

/** The label of the field that gets the focus as soon as the fields are shown. */
function useFocusedField(form: RefObject<HTMLFormElement | null>, shown: boolean): RefObject<string | null> {
  const label = useRef<string | null>(null);
  useEffect(() => {
    if (!shown || label.current === null) return;
    const labels = [...(form.current?.querySelectorAll('label') ?? [])];
    const control = labels.find((one) => one.textContent === label.current)?.control;
    label.current = null;
    control?.focus();
  }, [form, shown]);
  return label;
}
