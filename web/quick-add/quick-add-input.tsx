import { clsx } from 'clsx';
import { Calendar, FileCheck, type LucideIcon, Repeat, Timer } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';
import { duration, shortDate } from '../../src/contracts/words/format.ts';
import { sameTag } from '../../src/contracts/words/spelling.ts';
import { ruleWords } from '../recurrence/rule.ts';
import type { Draft } from '../tasks/fields.ts';
import { PROOF_WORDS } from '../tasks/state.ts';
import { parseEstimate, parseTags } from '../tasks/typed.ts';
import { Priority } from '../ui/badge.tsx';
import { useFieldAttributes } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Mark } from '../ui/mark.tsx';
import textStyles from '../ui/text.module.css';
import { type ParsedQuickAdd, partKey, type RecognizedText } from './parse-quick-add.ts';
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
  readonly onEscape: () => void;
}

/** An overlay draws the same text with the recognised parts underlined. */
export function QuickAddInput({ ref, value, parts, error, onChange, onLines, onEscape }: QuickAddInputProps) {
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
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
          onEscape();
          event.currentTarget.blur();
        }}
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

interface PreviewProps {
  readonly draft: Draft;
  readonly parsed: ParsedQuickAdd;
  readonly today: string;
  readonly onPlain: (keys: readonly string[]) => void;
}

/** Pressing a recognised part makes it plain text again. */
export function QuickAddPreview({ draft, parsed, today, onPlain }: PreviewProps) {
  const { parts, routine, doubt } = parsed;
  const of = (...kinds: RecognizedText['kind'][]) => parts.filter((part) => kinds.includes(part.kind));
  const estimate = parseEstimate(draft.estimateMinutes);
  const when = draft.dueDate && [shortDate(draft.dueDate, today), draft.dueTime].filter(Boolean).join(', ');
  const show = (icon: LucideIcon | null, words: ReactNode, from: readonly RecognizedText[]) => (
    <Piece icon={icon} parts={from} onPlain={onPlain}>
      {words}
    </Piece>
  );
  return (
    <>
      <div className={styles.preview}>
        <span className={styles.gutter}>
          <Mark name="pending" named={false} />
        </span>
        <div className={styles.body}>
          <b>{draft.title || 'New task'}</b>
          {!when && !routine && <span className={clsx(styles.part, textStyles.faint)}>No due date</span>}
          {when && show(Calendar, when, of('date', 'time'))}
          {routine && show(Repeat, routine.firstDate ? ruleWords(routine.rule, today) : 'No day of this rule is ahead', of('repeat'))}
          {draft.priority !== 'none' && show(null, <Priority level={draft.priority} word />, of('priority'))}
          {typeof estimate === 'number' && show(Timer, duration(estimate), of('estimate'))}
          {draft.verificationType !== 'none' && show(FileCheck, `Proof: ${PROOF_WORDS[draft.verificationType].toLowerCase()}`, of('proof'))}
          {parseTags(draft.tags).map((tag) => (
            <span key={tag} className={styles.tag}>
              {show(
                null,
                `#${tag}`,
                parts.filter((part) => part.kind === 'tag' && sameTag(part.text.slice(1), tag)),
              )}
            </span>
          ))}
        </div>
      </div>
      {doubt && <p className={clsx(styles.doubt, textStyles.small)}>{doubt}</p>}
      <p className={clsx(styles.hint, textStyles.tiny, textStyles.faint)}>
        Also: <b>p1</b> priority, <b>~45m</b> estimate, <b>!proof coding</b>, <b>every 2 weeks on tue</b>. Press a part to take it as plain
        text.
      </p>
    </>
  );
}

interface PieceProps {
  readonly icon: LucideIcon | null;
  /** The parts of the text that give this value. Empty if it was set by hand or is a default. */
  readonly parts: readonly RecognizedText[];
  readonly onPlain: PreviewProps['onPlain'];
  readonly children: ReactNode;
}

function Piece({ icon, parts, onPlain, children }: PieceProps) {
  const content = (
    <>
      {icon && <Icon of={icon} />}
      {children}
    </>
  );
  if (parts.length === 0) return <span className={styles.part}>{content}</span>;
  const text = parts.map((part) => part.text).join(' ');
  return (
    <button type="button" className={styles.part} title={`Take ‘${text}’ as plain text`} onClick={() => onPlain(parts.map(partKey))}>
      {content}
      <span className={layoutStyles.visuallyHidden}>, take ‘{text}’ as plain text</span>
    </button>
  );
}
