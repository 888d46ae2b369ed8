import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { needle, searchWords } from '../../src/contracts/words/search-words.ts';
import { type Task, tasksQuery } from '../api/tasks.ts';
import { isOpen } from '../tasks/state.ts';
import fieldStyles from '../ui/field.module.css';
import { useFieldAttributes } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import menuStyles from '../ui/menu.module.css';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import type { Extras } from './extras.ts';
import styles from './parent-picker.module.css';

const SHOWN = 8;

/** The tasks that can have steps and whose titles have words that begin like the typed ones. */
export function parentsFor(tasks: readonly Task[], typed: string): Task[] {
  const words = searchWords(typed).split(' ').filter(Boolean);
  const found = tasks.filter((task) => {
    if (task.parentId !== null || !(isOpen(task) || task.status === 'missed')) return false;
    const title = ` ${searchWords(task.title)} `;
    return words.every((word) => title.includes(needle(word, false)));
  });
  return found.slice(0, SHOWN);
}

interface ParentPickerProps {
  readonly value: Extras['parent'];
  readonly onChange: (parent: Extras['parent']) => void;
}

/** Searches a task by its title. An empty field chooses none. */
export function ParentPicker({ value, onChange }: ParentPickerProps) {
  const attributes = useFieldAttributes();
  const list = useId();
  const tasks = useQuery(tasksQuery()).data ?? [];
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const isBlank = typed !== null && typed.trim() === '';
  const found = open ? parentsFor(tasks, typed ?? '') : [];
  const active = found[at];
  const isUnread = typed !== null && !isBlank && !open;

  function shut() {
    setOpen(false);
    setTyped(null);
    setAt(0);
  }
  function choose(task: Pick<Task, 'id' | 'title'> | null) {
    onChange(task && { id: task.id, title: task.title });
    shut();
  }
  function leave() {
    if (typed === null || isBlank) {
      if (isBlank) onChange(null);
      shut();
    } else setOpen(false);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      if (open) setAt((now) => Math.min(Math.max(now + step, 0), Math.max(found.length - 1, 0)));
      else setOpen(true);
    } else if (event.key === 'Enter' && open) {
      // Enter chooses a task, and must not send the form with another text than the chosen one.
      if (isBlank) choose(null);
      else if (active) choose(active);
    } else if (event.key === 'Escape' && (open || isUnread)) {
      // The overlay stays open.
      event.stopPropagation();
      shut();
    } else return;
    event.preventDefault();
  }

  return (
    <div className={styles.field}>
      <div className={clsx(fieldStyles.input, (isUnread || attributes['aria-invalid']) && fieldStyles.invalid)} data-part="input">
        <input
          {...attributes}
          dir="auto"
          role="combobox"
          aria-expanded={open}
          aria-controls={open ? list : undefined}
          aria-autocomplete="list"
          aria-activedescendant={active ? `${list}-${active.id}` : undefined}
          aria-invalid={isUnread || attributes['aria-invalid']}
          {...(isUnread && { 'data-unread': '' })}
          autoComplete="off"
          placeholder="No parent"
          value={typed ?? value?.title ?? ''}
          onFocus={(event) => event.target.select()}
          onClick={() => setOpen(true)}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
            setOpen(true);
          }}
          onBlur={leave}
          onKeyDown={onKeyDown}
        />
        <Icon of={ChevronDown} />
      </div>
      {isUnread && (
        <Status fresh className={clsx(textStyles.small, textStyles.missed)}>
          Choose a task from the list, or empty the field.
        </Status>
      )}
      {open && (
        <div id={list} role="listbox" aria-label="Tasks" className={clsx(menuStyles.floating, menuStyles.menu, styles.list)}>
          {found.map((task, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
            <div
              key={task.id}
              id={`${list}-${task.id}`}
              role="option"
              aria-selected={task.id === value?.id}
              className={clsx(menuStyles.item, place === at && menuStyles.chosen)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(task)}
            >
              <span className={clsx(layoutStyles.filling, layoutStyles.cutOff)} dir="auto">
                {task.title}
              </span>
              {task.id === value?.id && <Icon of={Check} />}
            </div>
          ))}
          {found.length === 0 && <div className={menuStyles.caption}>No open task has these words in its title.</div>}
        </div>
      )}
    </div>
  );
}
