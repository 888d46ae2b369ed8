import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Archive, CalendarDays, CalendarRange, Ellipsis, Hash, SkipForward, Trash2, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { number, plural, quoted } from '../../src/contracts/words/format.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { type Selection, useSelected } from '../tasks/selection.ts';
import { PRIORITY_WORDS } from '../tasks/state.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Kbd } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import menuStyles from '../ui/menu.module.css';
import { Menu, MenuItem, MenuRule } from '../ui/menu.tsx';
import { useShortcuts } from '../ui/shortcuts.tsx';
import { Status } from '../ui/status.tsx';
import { makeBulk, type Refused } from './bulk.ts';
import styles from './bulk-bar.module.css';
import type { Asked } from './bulk-changes.ts';
import { BulkDialog, type BulkForm } from './bulk-forms.tsx';

const PRIORITIES = [
  ['high', '1'],
  ['medium', '2'],
  ['low', '3'],
  ['none', '0'],
] as const;

/** At the foot of the list while tasks are selected. */
export function BulkBar({ selection }: { selection: Selection }) {
  const client = useQueryClient();
  const { zone, today } = useTaskScreen().clock;
  const selected = useSelected(selection);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const change = useMemo(
    () => makeBulk({ client, selection, clock: { zone, today }, onRefused: setRefused }),
    [client, selection, zone, today],
  );
  if (selected.size === 0) return null;
  const still = refused.filter(({ id }) => selected.has(id));
  return (
    <div className={styles.dock}>
      {still.length > 0 && <RefusedTasks refused={still} />}
      <Acts count={selected.size} today={today} onChange={change} onEnd={selection.clear} />
    </div>
  );
}

interface ActsProps {
  readonly count: number;
  readonly today: string;
  readonly onChange: (asked: Asked) => void;
  readonly onEnd: () => void;
}

/** What can be done with all selected tasks, by a press or by the key that does the same with one task. */
function Acts({ count, today, onChange, onEnd }: ActsProps) {
  const [form, setForm] = useState<BulkForm | null>(null);
  const onDay = (days: number) => () => onChange({ kind: 'day', date: addDays(today, days) });
  const acts = {
    t: onDay(0),
    m: onDay(1),
    w: onDay(7),
    d: () => setForm('day'),
    '#': () => setForm('tags'),
    s: () => setForm('skip'),
    x: () => onChange({ kind: 'complete' }),
    delete: () => onChange({ kind: 'delete' }),
    backspace: () => onChange({ kind: 'delete' }),
    ...Object.fromEntries(PRIORITIES.map(([priority, key]) => [key, () => onChange({ kind: 'priority', priority })])),
  };
  // These keys belong to the selection before the screen gives them to one task.
  useShortcuts(acts, 'before');
  return (
    <>
      <div className={clsx(menuStyles.floating, styles.bar)} role="toolbar" aria-label="Selected tasks">
        <Status as="b" fresh>
          {number(count)} selected
        </Status>
        <Button variant="ghost" size="s" onClick={acts.t}>
          Today <Kbd>t</Kbd>
        </Button>
        <Button variant="ghost" size="s" onClick={acts.m}>
          Tomorrow <Kbd>m</Kbd>
        </Button>
        <Button variant="ghost" size="s" onClick={acts.w}>
          Next week <Kbd>w</Kbd>
        </Button>
        <span className={styles.rule} aria-hidden="true" />
        <Menu
          side="top"
          align="start"
          trigger={
            <Button variant="ghost" size="s">
              Priority
            </Button>
          }
        >
          {PRIORITIES.map(([priority, key]) => (
            <MenuItem key={priority} onSelect={() => onChange({ kind: 'priority', priority })} end={<Kbd>{key}</Kbd>}>
              {PRIORITY_WORDS[priority]}
            </MenuItem>
          ))}
        </Menu>
        <Button variant="ghost" size="s" onClick={() => setForm('tags')}>
          Tags <Kbd>#</Kbd>
        </Button>
        <Button variant="ghost" size="s" onClick={acts.x}>
          Complete <Kbd>x</Kbd>
        </Button>
        <span className={styles.rule} aria-hidden="true" />
        <Menu
          side="top"
          label="More for the selected tasks"
          trigger={
            <IconButton label="More for the selected tasks">
              <Icon of={Ellipsis} />
            </IconButton>
          }
        >
          <MenuItem icon={CalendarDays} end={<Kbd>d</Kbd>} onSelect={() => setForm('day')}>
            Pick a day
          </MenuItem>
          <MenuItem icon={CalendarRange} end="…" onSelect={() => setForm('shift')}>
            Move by days
          </MenuItem>
          <MenuItem icon={Hash} end="…" onSelect={() => setForm('untag')}>
            Remove tags
          </MenuItem>
          <MenuRule />
          <MenuItem icon={SkipForward} end={<Kbd>s</Kbd>} onSelect={() => setForm('skip')}>
            Skip with a reason
          </MenuItem>
          <MenuItem icon={Archive} onSelect={() => onChange({ kind: 'archive' })}>
            Archive
          </MenuItem>
          <MenuItem icon={Trash2} danger onSelect={() => onChange({ kind: 'delete' })}>
            Delete
          </MenuItem>
        </Menu>
        <IconButton label="End the selection" onClick={onEnd}>
          <Icon of={X} />
        </IconButton>
      </div>
      <BulkDialog form={form} count={count} onClose={() => setForm(null)} onChange={onChange} />
    </>
  );
}

const RefusedTasks = ({ refused }: { refused: readonly Refused[] }) => (
  <Status as="section" fresh className={clsx(menuStyles.floating, styles.refused)} aria-label="Not changed">
    <h2>{plural(refused.length, 'task')} not changed</h2>
    <ul>
      {refused.map(({ id, title, message }) => (
        <li key={id}>
          {quoted(title)}: {message}
        </li>
      ))}
    </ul>
  </Status>
);
