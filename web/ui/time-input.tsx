import { clsx } from 'clsx';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { timeInField } from '../../src/contracts/words/phrases/date-field.ts';
import { useFieldAttributes } from './field.tsx';
import { Icon } from './icon.tsx';
import { unreadAttribute } from './unread.ts';

export interface TimeInputProps {
  /** `HH:MM`, or null. */
  value: string | null;
  onChange: (value: string | null) => void;
  label?: string;
  placeholder?: string;
  disabled?: boolean;
}

/** An input for a time such as '17', '5pm' or '17:30'. The text is parsed on Enter and when the focus leaves. */
export function TimeInput({ value, onChange, label, placeholder = 'No time', disabled }: TimeInputProps) {
  const attributes = useFieldAttributes();
  const [typed, setTyped] = useState<string | null>(null);
  const blank = typed !== null && typed.trim() === '';
  const parsed = typed === null || blank ? null : timeInField(typed);
  const wrong = typed !== null && !blank && parsed === null;

  function settle() {
    if (typed === null || wrong) return;
    onChange(parsed);
    setTyped(null);
  }
  return (
    <>
      <div className={clsx('in', (wrong || attributes['aria-invalid']) && 'is-err', disabled && 'is-off')}>
        <Icon of={Clock} />
        <input
          {...attributes}
          aria-label={label}
          aria-invalid={wrong || attributes['aria-invalid']}
          {...unreadAttribute(wrong)}
          placeholder={placeholder}
          disabled={disabled}
          autoComplete="off"
          value={typed ?? value ?? ''}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && typed !== null) setTyped(null);
            if (event.key !== 'Enter' || typed === null) return;
            event.preventDefault();
            settle();
          }}
        />
      </div>
      {wrong && (
        <span role="status" className="s2 missed">
          Not a time. Try '17', '5pm' or '17:30'.
        </span>
      )}
    </>
  );
}
