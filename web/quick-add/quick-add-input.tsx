import { type ClipboardEvent, type Ref, useLayoutEffect, useRef } from 'react';
import { useFieldAttributes } from '../ui/field.tsx';
import type { RecognizedText } from './parse-quick-add.ts';
import { linesOf } from './pasted-lines.tsx';
import styles from './quick-add-input.module.css';

interface QuickAddInputProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly value: string;
  readonly parts: readonly RecognizedText[];
  /** The id of the element with the error message. */
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
  /** Called instead of `onChange` if a text of several lines was pasted. */
  readonly onLines: (lines: readonly string[]) => void;
}

/** An overlay draws the same text with the recognised parts underlined. */
export function QuickAddInput({ ref, value, parts, error, onChange, onLines }: QuickAddInputProps) {
  const drawn = useRef<HTMLSpanElement>(null);
  const typed = useRef<HTMLInputElement | null>(null);
  const follow = () => {
    if (drawn.current && typed.current) drawn.current.scrollLeft = typed.current.scrollLeft;
  };
  useLayoutEffect(follow);
  return (
    <span className={styles.line}>
      <input
        dir="auto"
        ref={(element) => {
          typed.current = element;
          if (typeof ref === 'function') return ref(element);
          if (ref) ref.current = element;
        }}
        {...useFieldAttributes()}
        aria-label="New task"
        aria-invalid={error ? true : undefined}
        aria-describedby={error}
        placeholder="New task"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onPaste={(event) => {
          const lines = pastedLines(event);
          if (lines.length < 2) return;
          event.preventDefault();
          onLines(lines);
        }}
        onScroll={follow}
      />
      <span className={styles.overlay} ref={drawn} aria-hidden="true">
        {pieces(value, parts).map(({ at, text, known }) => (known ? <u key={at}>{text}</u> : <span key={at}>{text}</span>))}
      </span>
    </span>
  );
}

/** The lines of the text after the paste. The input itself would silently join them. */
function pastedLines({
  clipboardData,
  currentTarget: { value, selectionStart, selectionEnd },
}: ClipboardEvent<HTMLInputElement>): string[] {
  const pasted = clipboardData.getData('text/plain');
  return linesOf(`${value.slice(0, selectionStart ?? value.length)}${pasted}${value.slice(selectionEnd ?? value.length)}`);
}

interface Part {
  readonly at: number;
  readonly text: string;
  readonly known: boolean;
}

function pieces(text: string, parts: readonly RecognizedText[]): Part[] {
  const all: Part[] = [];
  let at = 0;
  for (const part of parts) {
    if (part.start > at) all.push({ at, text: text.slice(at, part.start), known: false });
    all.push({ at: part.start, text: part.text, known: true });
    at = part.end;
  }
  return at < text.length ? [...all, { at, text: text.slice(at), known: false }] : all;
}
