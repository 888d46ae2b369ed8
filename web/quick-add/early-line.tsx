import { Plus } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { ButtonLink, type ButtonVariant } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import '../ui/styles/command.css';
import './early-field.css';

/** The address at which the quick add has the focus. */
export const NEW_LINE = '/todo?new=1';
/** The same, for a task that is due today. */
const NEW_LINE_TODAY = '/todo?new=today';

/** What was typed for a new task before the screen with the quick add was there. */
export interface EarlyLine {
  readonly text: string;
  /** Where the cursor is, or what is selected. */
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
/** Whether a new task is being typed before the quick add is there. */
export const isEarlyLine = (): boolean => isBegun;
const useIsEarlyLine = (): boolean => useSyncExternalStore(listen, isEarlyLine, () => false);

/** Begins a new task from any screen: a field for its words is there at once, and the quick add takes them over. */
export function useNewLine(): (to?: string) => void {
  const navigate = useNavigate();
  return (to = NEW_LINE) => {
    setBegun(true);
    void navigate(to);
  };
}

/** The field with the words, how they are composed, and who takes them over. There is only one. */
const early: { field: HTMLInputElement | null; composing: boolean; sent: boolean; take: ((line: EarlyLine) => void) | null } = {
  field: null,
  composing: false,
  sent: false,
  take: null,
};

/** Gives the words to the quick add, once it is there and no character is being composed. */
function handOver(): void {
  const { field, take, sent } = early;
  if (!field || !take || early.composing) return;
  take({ text: field.value, selection: [field.selectionStart ?? 0, field.selectionEnd ?? 0], sent });
  endEarlyLine();
}

/** The field for the words of a new task, for as long as the quick add is being loaded. The frame of every screen has it. */
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
    <section className="pop command qa-early" aria-label="New task">
      <div className="command-q">
        <Icon of={Plus} />
        <input
          ref={input}
          aria-label="New task"
          placeholder="New task"
          autoComplete="off"
          onKeyDown={onKey}
          // A window that loses the focus takes nothing from its field.
          onBlur={() => document.hasFocus() && endEarlyLine()}
          onCompositionStart={() => {
            early.composing = true;
          }}
          onCompositionEnd={() => {
            early.composing = false;
            // The composed text is in the field only after this event.
            setTimeout(handOver);
          }}
        />
      </div>
    </section>
  );
}

/**
 * Lets the quick add take over what was typed before it was there. Its form begins with the field for the words; `type` puts a
 * text into it.
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
    // Not while React works on this effect: the words are put in at once.
    const timer = setTimeout(handOver);
    return () => {
      clearTimeout(timer);
      early.take = null;
    };
  }, [isEarly, form]);
}

interface NewTaskLinkProps {
  readonly variant: ButtonVariant;
  /** Whether the new task is due today, unless its words say otherwise. */
  readonly isForToday?: boolean;
}

/** A link to the quick add. Words can be typed as soon as it was pressed. */
export function NewTaskLink({ variant, isForToday = false }: NewTaskLinkProps) {
  const write = useNewLine();
  const to = isForToday ? NEW_LINE_TODAY : NEW_LINE;
  const press = (event: MouseEvent) => {
    // With one of these keys the browser opens another tab or window.
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
