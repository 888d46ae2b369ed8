import { clsx } from 'clsx';
import { CircleAlert, ListFilter, X } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { Kbd } from '../ui/badge.tsx';
import fieldStyles from '../ui/field.module.css';
import { Input } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import menuStyles from '../ui/menu.module.css';
import textStyles from '../ui/text.module.css';
import styles from './filter-field.module.css';
import { faultIn, isSearchable, type Suggestion, suggestionsFor, withSuggestion } from './query-help.ts';
import { createSentSearches } from './sent-searches.ts';

/** A pause in typing after which the list follows, in milliseconds. */
const PAUSE_MS = 200;

interface FilterFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  /** What is searched for now. Empty: nothing. */
  readonly value: string;
  /** Called with a text without a fault, or an empty one. */
  readonly onSearch: (text: string) => void;
  /** Returns the tags in use, the most used first. */
  readonly tags: () => readonly string[];
  /** What the text begins with when the person begins to type. */
  readonly beginning: string;
  readonly className?: string;
}

const optionId = (id: string, at: number): string => `${id}-${at}`;

/** A field in the language of the search. It suggests how a term can end, and says at once what it cannot read. */
export function FilterField({ ref, value, onSearch, tags, beginning, className }: FilterFieldProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const [cursor, setCursor] = useState(value.length);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [sent] = useState(() => createSentSearches(value));
  useEffect(() => {
    if (!sent.arrived(value)) setText(value);
  }, [value, sent]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const found = open || text !== '' ? suggestionsFor(text, cursor, tags()) : [];
  const fault = faultIn(text, cursor, found);
  const isOpen = open && found.length > 0;

  function search(next: string): void {
    clearTimeout(timer.current);
    const trimmed = next.trim();
    if (trimmed === sent.last || (trimmed !== '' && !isSearchable(trimmed))) return;
    sent.send(trimmed);
    onSearch(trimmed);
  }
  function put(next: string, at: number): void {
    setText(next);
    setCursor(at);
    setOpen(true);
    setActive(-1);
    clearTimeout(timer.current);
    if (next.trim() === '') search('');
    else timer.current = setTimeout(() => search(next), PAUSE_MS);
  }
  function type({ target }: ChangeEvent<HTMLInputElement>): void {
    const isBegun = text === '' && beginning !== '' && target.value.trim() !== '';
    const next = isBegun ? `${beginning} ${target.value}` : target.value;
    put(next, next.length - target.value.length + (target.selectionStart ?? target.value.length));
  }
  function take(suggestion: Suggestion): void {
    const next = withSuggestion(text, cursor, suggestion);
    put(next.text, next.cursor);
    input.current?.focus();
    requestAnimationFrame(() => input.current?.setSelectionRange(next.cursor, next.cursor));
  }
  function clear(): void {
    setText('');
    setCursor(0);
    search('');
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = isOpen ? found[active] : undefined;
    if (step !== undefined && found.length > 0) {
      setOpen(true);
      setActive((at) => (at + step + found.length + (at === -1 && step === -1 ? 1 : 0)) % found.length);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) take(chosen);
    else if (event.key === 'Enter') {
      setOpen(false);
      search(text);
    } else if (event.key === 'Escape' && isOpen) setOpen(false);
    else if (event.key === 'Escape' && text !== '') clear();
    else if (event.key === 'Escape') input.current?.blur();
    else return;
    event.preventDefault();
  }
  const setInput = (element: HTMLInputElement | null) => {
    input.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
  return (
    <search className={clsx(styles.filter, className)}>
      <Input
        ref={setInput}
        lead={<Icon of={ListFilter} />}
        trail={
          text === '' ? (
            <Kbd>/</Kbd>
          ) : (
            <button type="button" className={fieldStyles.inputButton} aria-label="Clear the filter" onClick={clear}>
              <Icon of={X} />
            </button>
          )
        }
        role="combobox"
        aria-label="Filter"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active !== -1 ? optionId(id, active) : undefined}
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        value={text}
        maxLength={200}
        placeholder="Filter, as is:open #work"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onChange={type}
        onSelect={(event) => setCursor(event.currentTarget.selectionStart ?? text.length)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {fault !== null && (
        <div id={`${id}-fault`} className={clsx(fieldStyles.fault, styles.fault)} data-part="fault" role="alert">
          <Icon of={CircleAlert} />
          <span>{fault}</span>
        </div>
      )}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isOpen}
        className={clsx(menuStyles.floating, menuStyles.menu, styles.suggestions)}
      >
        {found.map((one, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
          <div
            key={one.term}
            id={optionId(id, at)}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className={clsx(menuStyles.item, at === active && menuStyles.chosen)}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(one)}
          >
            <b>{one.term}</b>
            <span className={clsx(textStyles.faint, textStyles.atEnd)}>{one.words}</span>
          </div>
        ))}
      </div>
    </search>
  );
}
