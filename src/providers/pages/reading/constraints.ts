import { announcesExamples, constraintsOf, labelOf } from './labels.ts';
import type { Line } from './lines.ts';

const MOST = 50;
/** Of one constraint, in characters. */
const LONGEST = 500;

/** What stands under 'Constraints', a line or an item each. */
export function constraintsIn(lines: readonly Line[]): readonly string[] {
  const found: string[] = [];
  let within = false;
  for (const line of lines) {
    const begins = line.kind === 'code' ? null : constraintsOf(line.text);
    if (begins !== null) {
      within = true;
      if (begins !== '') found.push(begins);
    } else if (within && ends(line, found.length > 0)) within = false;
    else if (within) found.push(...line.text.split('\n'));
  }
  return found
    .map((constraint) => withoutMarks(constraint).slice(0, LONGEST).toWellFormed())
    .filter((constraint) => constraint !== '')
    .slice(0, MOST);
}

/** The list ends with the next title or label, and with a new paragraph once there are some. */
function ends({ kind, text, first }: Line, some: boolean): boolean {
  if (kind === 'item' || kind === 'code') return kind === 'code' && some;
  return kind === 'heading' || labelOf(text) !== null || announcesExamples(text) || (first && some);
}

/** Markdown's marks around code, which a line of text does not need. */
const withoutMarks = (text: string): string => text.replaceAll('`', '').trim();
