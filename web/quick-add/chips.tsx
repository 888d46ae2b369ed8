import { clsx } from 'clsx';
import { Calendar, Clock, FileCheck, Flag, Hash, Hourglass, type LucideIcon, Repeat, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { clockTime, duration, shortDate } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import { ruleWords } from '../recurrence/rule.ts';
import type { Draft, FieldName } from '../tasks/fields.ts';
import { nearDays } from '../tasks/move.ts';
import { PRIORITY_WORDS, PROOF_WORDS } from '../tasks/state.ts';
import { parseEstimate, parseTags } from '../tasks/typed.ts';
import { PriorityBars } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import styles from './chips.module.css';
import type { DraftFields } from './new-draft.ts';
import { type ParsedQuickAdd, partKey, type RecognizedKind } from './parse-quick-add.ts';

export interface ChipsProps {
  readonly draft: Draft;
  readonly parsed: ParsedQuickAdd;
  readonly clock: OwnerClock;
  /** Sets fields by hand. They win over the words of the line. */
  readonly onSet: (change: Partial<DraftFields>) => void;
  /** Takes these parts of the line as plain text, and these fields back to what the line says. */
  readonly onPlain: (keys: readonly string[], fields: readonly (keyof DraftFields)[]) => void;
  /** Writes a repetition into the line: 'every weekday'. */
  readonly onRepeat: (words: string) => void;
  /** Opens the fields, with the focus in this one. */
  readonly onField: (name: FieldName) => void;
}

const REPEATS = ['Every day', 'Every weekday', 'Every week', 'Every month'] as const;

/** What the line says, as chips, then what it could still say. Pressing a chip changes its value. */
export function Chips({ draft, parsed, clock, onSet, onPlain, onRepeat, onField }: ChipsProps) {
  const { today } = clock;
  const { routine } = parsed;
  const near = nearDays(today);
  const estimate = parseEstimate(draft.estimateMinutes);
  const tags = parseTags(draft.tags);
  /** Without words the field was set by hand. */
  const without = (kinds: readonly RecognizedKind[], ...fields: (keyof DraftFields)[]) => {
    const parts = parsed.parts.filter((part) => kinds.includes(part.kind));
    return { words: parts.map((part) => part.text).join(' '), run: () => onPlain(parts.map(partKey), fields) };
  };
  const field = (name: FieldName) => () => onField(name);
  return (
    <div className={clsx(styles.chips, styles.inLine)}>
      <Chip
        icon={Calendar}
        name="Due"
        value={draft.dueDate && shortDate(draft.dueDate, today)}
        remove={without(['date', 'time'], 'dueDate', 'dueTime')}
      >
        <MenuItem onSelect={() => onSet({ dueDate: near.today })}>Today</MenuItem>
        <MenuItem onSelect={() => onSet({ dueDate: near.tomorrow })}>Tomorrow, {shortDate(near.tomorrow, today)}</MenuItem>
        <MenuItem onSelect={() => onSet({ dueDate: near.nextWeek })}>Next week, {shortDate(near.nextWeek, today)}</MenuItem>
        <MenuItem onSelect={field('dueDate')}>Pick a day</MenuItem>
      </Chip>
      {(draft.dueDate !== null || draft.dueTime !== null) && (
        <Chip
          icon={Clock}
          name="Time"
          value={draft.dueTime && clockTime(draft.dueTime)}
          remove={without(['time'], 'dueTime')}
          onPress={field('dueTime')}
        />
      )}
      <Chip
        icon={draft.priority === 'none' ? Flag : <PriorityBars level={draft.priority} />}
        name="Priority"
        value={draft.priority === 'none' ? null : PRIORITY_WORDS[draft.priority]}
        remove={without(['priority'], 'priority')}
      >
        {(['high', 'medium', 'low', 'none'] as const).map((priority) => (
          <MenuItem key={priority} onSelect={() => onSet({ priority })}>
            {PRIORITY_WORDS[priority]}
          </MenuItem>
        ))}
      </Chip>
      <Chip
        icon={Hash}
        name="Tags"
        value={tags.length === 0 ? null : tags.join(' ')}
        remove={without(['tag'], 'tags')}
        onPress={field('tags')}
      />
      <Chip
        icon={Hourglass}
        name="Estimate"
        value={typeof estimate === 'number' ? duration(estimate) : null}
        remove={without(['estimate'], 'estimateMinutes')}
        onPress={field('estimateMinutes')}
      />
      <Chip
        icon={Repeat}
        name="Repeat"
        value={routine && (routine.firstDate ? ruleWords(routine.rule, today) : 'No day of this rule is ahead')}
        remove={without(['repeat'])}
      >
        {REPEATS.map((words) => (
          <MenuItem key={words} onSelect={() => onRepeat(words.toLowerCase())}>
            {words}
          </MenuItem>
        ))}
      </Chip>
      <Chip
        icon={FileCheck}
        name="Proof"
        value={draft.verificationType === 'none' ? null : PROOF_WORDS[draft.verificationType]}
        remove={without(['proof'], 'verificationType')}
      >
        {(['none', 'general', 'email', 'coding', 'system_design'] as const).map((verificationType) => (
          <MenuItem key={verificationType} onSelect={() => onSet({ verificationType })}>
            {PROOF_WORDS[verificationType]}
          </MenuItem>
        ))}
      </Chip>
    </div>
  );
}

interface ChipProps {
  readonly icon: LucideIcon | ReactNode;
  readonly name: string;
  /** Null: the task has no such value yet. */
  readonly value: string | null;
  /** `words` of the line give the value. Empty: it was set by hand. */
  readonly remove: { readonly words: string; readonly run: () => void };
  /** If it is missing, pressing the chip opens a menu with the children. */
  readonly onPress?: () => void;
  readonly children?: ReactNode;
}

const isIcon = (icon: LucideIcon | ReactNode): icon is LucideIcon => typeof icon === 'object' && icon !== null && 'render' in icon;

function Chip({ icon, name, value, remove, onPress, children }: ChipProps) {
  const isSet = value !== null;
  const press = (
    <button type="button" className={styles.press} aria-label={isSet ? `${name}: ${value}` : name} onClick={onPress}>
      {isIcon(icon) ? <Icon of={icon} /> : icon}
      <span dir="auto">{value ?? name}</span>
    </button>
  );
  const words = remove.words === '' ? sentence`Remove: ${name}` : sentence`Take ‘${remove.words}’ as plain text`;
  return (
    <span className={clsx(styles.chip, isSet && styles.on)}>
      {onPress ? (
        press
      ) : (
        <Menu trigger={press} align="start">
          {children}
        </Menu>
      )}
      {isSet && (
        <button type="button" className={styles.cross} aria-label={words} onClick={remove.run}>
          <span title={words}>
            <Icon of={X} />
          </span>
        </button>
      )}
    </span>
  );
}

interface PassedProps {
  readonly draft: Draft;
  readonly clock: OwnerClock;
  readonly onSet: ChipsProps['onSet'];
}

/** Says that the day or the time has passed, and offers what can be meant instead. */
export const Passed = ({ draft, clock: { today }, onSet }: PassedProps) => {
  const { dueDate, dueTime } = draft;
  const near = nearDays(today);
  return (
    <div className={styles.chips}>
      <span role="alert" className={clsx(styles.chip, styles.passed)}>
        {dueDate === today ? 'Today' : dueDate && shortDate(dueDate, today)}
        {dueTime && `, ${clockTime(dueTime)}`} has passed
      </span>
      <button type="button" className={clsx(styles.chip, styles.press)} onClick={() => onSet({ dueDate: today, dueTime: null })}>
        Today, end of day
      </button>
      <button type="button" className={clsx(styles.chip, styles.press)} onClick={() => onSet({ dueDate: near.tomorrow, dueTime })}>
        Tomorrow, {dueTime ?? 'end of day'}
      </button>
    </div>
  );
};
