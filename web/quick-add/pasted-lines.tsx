import { plural, shortDate } from '../lib/words.ts';
import { ruleWords } from '../recurrence/rule-words.ts';
import { type Draft, faultsOf, parseTags } from '../tasks/draft.ts';
import { Tags } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import type { ParsedQuickAdd } from './parse-quick-add.ts';

/** A pasted line as it is understood by itself. */
export interface ReadLine {
  readonly text: string;
  readonly parsed: ParsedQuickAdd;
  readonly draft: Draft;
}

/** What is wrong with a line, or null. */
export const faultOf = ({ draft }: ReadLine): string | null => Object.values(faultsOf(draft))[0] ?? null;

interface PastedLinesProps {
  readonly lines: readonly ReadLine[];
  readonly today: string;
  readonly busy: boolean;
  readonly onOne: () => void;
  readonly onDiscard: () => void;
}

/** The tasks that pasted lines would make. The button of the form makes them all; another keeps the text as one task. */
export function PastedLines({ lines, today, busy, onOne, onDiscard }: PastedLinesProps) {
  const good = lines.filter((line) => faultOf(line) === null).length;
  return (
    <section className="qa-lines" aria-label="Pasted lines">
      <p className="qa-lines-h s2">{lines.length} lines were pasted. Each becomes a task.</p>
      <ol>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be alike, and they never change their order
          <Line key={index} line={line} today={today} />
        ))}
      </ol>
      <div className="qa-acts">
        <Button size="s" onClick={onDiscard}>
          Discard
        </Button>
        <Button size="s" onClick={onOne}>
          Keep as one task
        </Button>
        <Button size="s" variant="primary" type="submit" busy={busy} busyLabel="Writing..." disabled={good === 0}>
          Add {plural(good, 'task')}
        </Button>
      </div>
    </section>
  );
}

function Line({ line, today }: { readonly line: ReadLine; readonly today: string }) {
  const { draft, parsed } = line;
  const fault = faultOf(line);
  const when = draft.dueDate && [shortDate(draft.dueDate, today), draft.dueTime].filter(Boolean).join(', ');
  const tags = parseTags(draft.tags);
  return (
    <li>
      <Mark name="pending" named={false} />
      <span className="qa-lines-t">{draft.title || line.text}</span>
      <span className="q3">{when ?? parsed.doubt ?? 'No due date'}</span>
      {parsed.routine && <span className="q3">{ruleWords(parsed.routine.rule, today)}</span>}
      {tags.length > 0 && <Tags tags={tags} />}
      {fault && <span className="missed">{fault}</span>}
    </li>
  );
}
