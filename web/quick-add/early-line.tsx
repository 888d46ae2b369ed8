import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { ButtonLink, type ButtonVariant } from '../ui/button.tsx';
import commandStyles from '../ui/command.module.css';
import { Icon } from '../ui/icon.tsx';
import menuStyles from '../ui/menu.module.css';
import styles from './early-line.module.css';

/** The address that puts the focus into the quick add. */
export const NEW_LINE = '/todo?new=1';
/** The same for a task that is due today. */
const NEW_LINE_TODAY = '/todo?new=today';

/** Text that was typed for a new task before the quick add was loaded. */
export interface EarlyLine {
  readonly text: string;
  /** The selection; both numbers are the same if it is only a cursor. */
  readonly selection: readonly [number, number];
  /** Whether Enter was pressed. */
  readonly sent: boolean;
}

let isBegun = false;
const listeners = new Set<() => void>();

function setBegun(next: boolean): void {
  isBegun = next;
  for (const notify of listeners) notify();
}
function listen(notify: () => void): () => void {
  listeners.add(notify);
  return () => void listeners.delete(notify);
}

const endEarlyLine = (): void => setBegun(false);
/** Whether the person is typing a new task before the quick add is loaded. */
export const isEarlyLine = (): boolean => isBegun;
const useIsEarlyLine = (): boolean => useSyncExternalStore(listen, isEarlyLine, () => false);

/** Starts a new task from any screen. A temporary field takes the text at once, and the quick add takes it over later. */
export function useNewLine(): (to?: string) => void {
  const navigate = useNavigate();
  return (to = NEW_LINE) => {
    setBegun(true);
    void navigate(to);
  };
}

/** The state of the temporary field. There is only one. */
const early: { field: HTMLInputElement | null; composing: boolean; sent: boolean; take: ((line: EarlyLine) => void) | null } = {
  field: null,
  composing: false,
  sent: false,
  take: null,
};

/** Passes the text to the quick add as soon as it is loaded and no character is being composed. */
function handOver(): void {
  const { field, take, sent } = early;
  if (!field || !take || early.composing) return;
  take({ text: field.value, selection: [field.selectionStart ?? 0, field.selectionEnd ?? 0], sent });
  endEarlyLine();
}

/** The temporary field, shown while the quick add is being loaded. The frame of every screen contains it. */
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
    if (key === 'Escape') endEarlyLine();
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
          // If the whole window loses the focus, the field stays.
          onBlur={() => document.hasFocus() && endEarlyLine()}
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
 * Lets the quick add take over the text that was typed before it was loaded. The first field of the form must be its text
 * field; `type` sets the text.
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
      field?.setSelectionRange(...selection);
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
  const write = useNewLine();
  const to = isForToday ? NEW_LINE_TODAY : NEW_LINE;
  const press = (event: MouseEvent) => {
    // With one of these keys the browser opens a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    write(to);
  };
  return (
    <ButtonLink to={to} variant={variant} icon={<Icon of={Plus} />} onClick={press}>
      New task
    </ButtonLink>
  );
}
