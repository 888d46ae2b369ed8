import { type ClipboardEvent, type KeyboardEvent, type Ref, useLayoutEffect, useRef } from 'react';
import { useFieldAttributes } from '../ui/field.tsx';
import { linesOf } from './lines.ts';
import type { RecognizedText } from './parse-quick-add.ts';

interface QuickAddInputProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly value: string;
  readonly parts: readonly RecognizedText[];
  /** The id of the element with the error message, if there is one. */
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
  /** Called instead when a text of several lines was pasted. */
  readonly onLines: (lines: readonly string[]) => void;
  readonly onEscape: () => void;
}

/** The input of the quick add. The same text is drawn over it, with the recognised parts underlined. */
export function QuickAddInput({ ref, value, parts, error, onChange, onLines, onEscape }: QuickAddInputProps) {
  const drawn = useRef<HTMLSpanElement>(null);
  const typed = useRef<HTMLInputElement | null>(null);
  const follow = () => {
    if (drawn.current && typed.current) drawn.current.scrollLeft = typed.current.scrollLeft;
  };
  useLayoutEffect(follow);
  return (
    <span className="qa-line">
      <input
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
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
          onEscape();
          event.currentTarget.blur();
        }}
      />
      <span className="qa-drawn" ref={drawn} aria-hidden="true">
        {pieces(value, parts).map(({ at, text, known }) => (known ? <u key={at}>{text}</u> : <span key={at}>{text}</span>))}
      </span>
    </span>
  );
}

/** The lines of the text as it would be after the paste. An input would join them without a word. */
function pastedLines({
  clipboardData,
  currentTarget: { value, selectionStart, selectionEnd },
}: ClipboardEvent<HTMLInputElement>): string[] {
  const pasted = clipboardData.getData('text/plain');
  return linesOf(`${value.slice(0, selectionStart ?? value.length)}${pasted}${value.slice(selectionEnd ?? value.length)}`);
}

interface Piece {
  readonly at: number;
  readonly text: string;
  readonly known: boolean;
}

function pieces(text: string, parts: readonly RecognizedText[]): Piece[] {
  const all: Piece[] = [];
  let at = 0;
  for (const part of parts) {
    if (part.start > at) all.push({ at, text: text.slice(at, part.start), known: false });
    all.push({ at: part.start, text: part.text, known: true });
    at = part.end;
  }
  return at < text.length ? [...all, { at, text: text.slice(at), known: false }] : all;
}
