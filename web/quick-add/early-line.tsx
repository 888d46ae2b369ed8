import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { ButtonLink, type ButtonVariant } from '../ui/button.tsx';
import commandStyles from '../ui/command.module.css';
import { Icon } from '../ui/icon.tsx';
import menuStyles from '../ui/menu.module.css';
import styles from './early-line.module.css';

/** The address that opens the overlay for a new task. */
export const NEW_LINE = '/todo?new=1';
/** The same for a task that is due today. */
const NEW_LINE_TODAY = '/todo?new=today';

/** The overlay for a new task. Null: it is closed. */
export interface NewTaskOpening {
  /** Whether the new task is due today unless its text says otherwise. */
  readonly forToday: boolean;
  /** What had the focus, and gets it back. */
  readonly before: Element | null;
}

/** Text that was typed for a new task before the overlay was loaded. */
export interface EarlyLine {
  readonly text: string;
  /** The selection; both numbers are the same if it is only a cursor. */
  readonly selection: readonly [number, number];
  /** Whether Enter was pressed. */
  readonly sent: boolean;
}

let opening: NewTaskOpening | null = null;
let isBegun = false;
const listeners = new Set<() => void>();

function tell(): void {
  for (const notify of listeners) notify();
}
function setBegun(next: boolean): void {
  isBegun = next;
  tell();
}
function listen(notify: () => void): () => void {
  listeners.add(notify);
  return () => void listeners.delete(notify);
}

const endEarlyLine = (): void => setBegun(false);
/** Whether the person is typing a new task before the overlay is loaded. */
export const isEarlyLine = (): boolean => isBegun;
const useIsEarlyLine = (): boolean => useSyncExternalStore(listen, isEarlyLine, () => false);

/** Opens the overlay over any screen. A temporary field takes the text at once, and the overlay takes it over when it is loaded. */
export function openNewTask(forToday = false): void {
  opening = { forToday, before: document.activeElement };
  setBegun(true);
}
function endOpening(): void {
  opening = null;
  setBegun(false);
}
export function closeNewTask(): void {
  const before = early.field ? opening?.before : null;
  endOpening();
  // Without the overlay nobody else returns the focus.
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
}
export const useNewTaskOpening = (): NewTaskOpening | null =>
  useSyncExternalStore(
    listen,
    () => opening,
    () => null,
  );

/** The state of the temporary field. There is only one. */
const early: { field: HTMLInputElement | null; composing: boolean; sent: boolean; take: ((line: EarlyLine) => void) | null } = {
  field: null,
  composing: false,
  sent: false,
  take: null,
};

/** Passes the text to the overlay as soon as it is loaded and no character is being composed. */
function handOver(): void {
  const { field, take, sent } = early;
  if (!field || !take || early.composing) return;
  take({ text: field.value, selection: [field.selectionStart ?? 0, field.selectionEnd ?? 0], sent });
  endEarlyLine();
}

/** The temporary field, shown while the overlay is being loaded. The frame of every screen contains it. */
export const EarlyField = () => (useIsEarlyLine() ? <Field /> : null);

function Field() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    Object.assign(early, { field: input.current, composing: false, sent: false });
    input.current?.focus();
    handOver();
    return () => {
      early.field = null;
    };
  }, []);
  const onKey = ({ key, nativeEvent }: KeyboardEvent) => {
    if (nativeEvent.isComposing) return;
    if (key === 'Escape') closeNewTask();
    if (key === 'Enter') early.sent = true;
  };
  return (
    <section className={clsx(menuStyles.floating, commandStyles.command, styles.field)} aria-label="New task">
      <div className={commandStyles.search}>
        <Icon of={Plus} />
        <input
          dir="auto"
          ref={input}
          aria-label="New task"
          placeholder="New task"
          autoComplete="off"
          onKeyDown={onKey}
          // If the whole window loses the focus, the field stays. The overlay takes the focus itself.
          onBlur={() => document.hasFocus() && !early.take && opening && endOpening()}
          onCompositionStart={() => {
            early.composing = true;
          }}
          onCompositionEnd={() => {
            early.composing = false;
            // The composed text reaches the field only after this event.
            setTimeout(handOver);
          }}
        />
      </div>
    </section>
  );
}

/**
 * Lets the overlay take over the text that was typed before it was loaded. The first field of the form must be its text field;
 * `type` adds the text to the one that is already there.
 */
export function useEarlyLine(form: RefObject<HTMLFormElement | null>, type: (text: string) => void): void {
  const newest = useRef(type);
  newest.current = type;
  const isEarly = useIsEarlyLine();
  useEffect(() => {
    if (!isEarly) return;
    early.take = ({ text, selection, sent }) => {
      if (text !== '') flushSync(() => newest.current(text));
      const field = form.current?.querySelector('input');
      field?.focus();
      // Behind a text that was kept from before, the cursor is at the end.
      if (field && field.value !== text) field.setSelectionRange(field.value.length, field.value.length);
      else field?.setSelectionRange(...selection);
      if (sent && text.trim() !== '') form.current?.requestSubmit();
    };
    // Deferred until React has finished this effect, because the text is set synchronously.
    const timer = setTimeout(handOver);
    return () => {
      clearTimeout(timer);
      early.take = null;
    };
  }, [isEarly, form]);
}

interface NewTaskLinkProps {
  readonly variant: ButtonVariant;
  /** Whether the new task is due today unless its text says otherwise. */
  readonly isForToday?: boolean;
}

/** The person can type as soon as they have pressed it. */
export function NewTaskLink({ variant, isForToday = false }: NewTaskLinkProps) {
  const to = isForToday ? NEW_LINE_TODAY : NEW_LINE;
  const press = (event: MouseEvent) => {
    // With one of these keys the browser opens a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openNewTask(isForToday);
  };
  return (
    <ButtonLink to={to} variant={variant} icon={<Icon of={Plus} />} onClick={press}>
      New task
    </ButtonLink>
  );
}
