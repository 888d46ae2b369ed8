import { Calendar, FileCheck, type LucideIcon, Repeat, Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import { sameTag } from '../../src/contracts/words/same-tag.ts';
import { duration, shortDate } from '../lib/words.ts';
import { ruleWords } from '../recurrence/rule-words.ts';
import { type Draft, parseEstimate, parseTags } from '../tasks/draft.ts';
import { PROOF_WORDS } from '../tasks/state.ts';
import { Priority } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { type ParsedQuickAdd, partKey, type RecognizedText } from './parse-quick-add.ts';

interface PreviewProps {
  readonly draft: Draft;
  readonly parsed: ParsedQuickAdd;
  readonly today: string;
  /** Called with the keys of parts that should be plain text. */
  readonly onPlain: (keys: readonly string[]) => void;
}

/** The task as it will be saved. Pressing a recognised part makes it plain text again. */
export function QuickAddPreview({ draft, parsed, today, onPlain }: PreviewProps) {
  const { parts, routine, doubt } = parsed;
  const of = (...kinds: RecognizedText['kind'][]) => parts.filter((part) => kinds.includes(part.kind));
  const estimate = parseEstimate(draft.estimate);
  const when = draft.dueDate && [shortDate(draft.dueDate, today), draft.dueTime].filter(Boolean).join(', ');
  const show = (icon: LucideIcon | null, words: ReactNode, from: readonly RecognizedText[]) => (
    <Piece icon={icon} parts={from} onPlain={onPlain}>
      {words}
    </Piece>
  );
  return (
    <>
      <div className="pv">
        <span className="pv-m">
          <Mark name="pending" named={false} />
        </span>
        <div className="pv-b">
          <b>{draft.title || 'New task'}</b>
          {!when && !routine && <span className="pv-p q3">No due date</span>}
          {when && show(Calendar, when, of('date', 'time'))}
          {routine && show(Repeat, routine.firstDate ? ruleWords(routine.rule, today) : 'No day of this rule is ahead', of('repeat'))}
          {draft.priority !== 'none' && show(null, <Priority level={draft.priority} word />, of('priority'))}
          {typeof estimate === 'number' && show(Timer, duration(estimate), of('estimate'))}
          {draft.verificationType !== 'none' && show(FileCheck, `Proof: ${PROOF_WORDS[draft.verificationType].toLowerCase()}`, of('proof'))}
          {parseTags(draft.tags).map((tag) => (
            <span key={tag} className="contents">
              {show(
                null,
                `#${tag}`,
                parts.filter((part) => part.kind === 'tag' && sameTag(part.text.slice(1), tag)),
              )}
            </span>
          ))}
        </div>
      </div>
      {doubt && <p className="pv-d s2">{doubt}</p>}
      <p className="pv-h s1 q3">
        Also: <b>p1</b> priority, <b>~45m</b> estimate, <b>!proof coding</b>, <b>every 2 weeks on tue</b>. Press a part to take it as plain
        text.
      </p>
    </>
  );
}

interface PieceProps {
  readonly icon: LucideIcon | null;
  /** The parts of the text that give this value. Empty when it was set by hand or is a default. */
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
  if (parts.length === 0) return <span className="pv-p">{content}</span>;
  const text = parts.map((part) => part.text).join(' ');
  return (
    <button type="button" className="pv-p" title={`Take ‘${text}’ as plain text`} onClick={() => onPlain(parts.map(partKey))}>
      {content}
      <span className="sr-only">, take ‘{text}’ as plain text</span>
    </button>
  );
}
