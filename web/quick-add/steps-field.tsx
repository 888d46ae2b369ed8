import { Plus } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { Field, Input } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { linesOf } from './pasted-lines.tsx';
import styles from './steps-field.module.css';

interface StepsFieldProps {
  readonly steps: readonly string[];
  readonly error?: string | undefined;
  readonly onChange: (steps: readonly string[]) => void;
}

/** One step in each line. The last line is always empty and adds a step. */
export function StepsField({ steps, error, onChange }: StepsFieldProps) {
  const list = useRef<HTMLDivElement>(null);
  const lines = [...steps, ''];
  // The line may be new, so it gets the focus when it is shown.
  const focus = (at: number) => requestAnimationFrame(() => list.current?.querySelectorAll('input')[at]?.focus());

  function write(at: number, text: string): void {
    onChange(at === steps.length ? (text === '' ? steps : [...steps, text]) : steps.with(at, text));
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, at: number): void {
    const { value } = event.currentTarget;
    if (event.nativeEvent.isComposing || event.shiftKey) return;
    if (event.key === 'Enter' && value.trim() !== '') focus(at + 1);
    else if (event.key === 'Backspace' && value === '' && at < steps.length) {
      onChange(steps.toSpliced(at, 1));
      focus(Math.max(at - 1, 0));
    } else return;
    event.preventDefault();
  }
  function onPaste(event: ClipboardEvent<HTMLInputElement>, at: number): void {
    const pasted = linesOf(event.clipboardData.getData('text'));
    if (pasted.length < 2) return;
    event.preventDefault();
    const own = event.currentTarget.value.trim() === '' ? [] : [event.currentTarget.value];
    onChange(steps.toSpliced(at, 1, ...own, ...pasted));
    focus(at + own.length + pasted.length);
  }
  return (
    <Field label="Steps" error={error}>
      <div className={styles.lines} ref={list}>
        {lines.map((step, at) => {
          const isNew = at === steps.length;
          return (
            <Input
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place, and keeps the focus while it is typed
              key={at}
              // The label belongs to the first line.
              {...(at > 0 && { id: undefined })}
              lead={isNew ? <Icon of={Plus} /> : <Mark name="pending" named={false} />}
              aria-label={isNew ? 'Add a step' : `Step ${at + 1}`}
              placeholder={isNew ? 'Add a step' : undefined}
              value={step}
              autoComplete="off"
              onChange={(event) => write(at, event.target.value)}
              onKeyDown={(event) => onKeyDown(event, at)}
              onPaste={(event) => onPaste(event, at)}
            />
          );
        })}
      </div>
    </Field>
  );
}
