import { plural } from '../../../contracts/words/format.ts';
import type { SystemDesignSubmission } from '../../../ports/reviewer.ts';
import { beginningOf, type Check, type Findings, type Scored, scored, shareOf, whether, wordsOf } from './findings.ts';

export function judgeDesign({ design, files }: SystemDesignSubmission): Findings {
  const { requirements, estimates, components, trade_offs, mermaid } = design;
  const hasPicture = files.some(({ type }) => type.startsWith('image/'));
  const sections = [requirements, estimates, components, trade_offs];
  const words = sections.reduce((sum, section) => sum + wordsOf(section).length, 0);
  return {
    criteria: [
      judgeSection('Requirements', 20, requirements, 25, {
        points: 40,
        met: shareOf(itemsIn(requirements), 3),
        advice: 'List what the system has to do, point by point.',
      }),
      judgeSection('Estimates', 20, estimates, 15, {
        points: 60,
        met: shareOf(numbersIn(estimates), 4),
        advice: 'Give numbers: users, requests a second, bytes, growth.',
      }),
      judgeSection('Components', 25, components, 40, {
        points: 50,
        met: shareOf(itemsIn(components), 3),
        advice: 'Name at least three components, each with its job.',
      }),
      judgeSection('Trade-offs', 20, trade_offs, 30, {
        points: 50,
        met: shareOf(weighedIn(trade_offs), 2),
        advice: 'Say what else was possible, why it was not taken, and what the choice costs.',
      }),
      // A picture counts neither for nor against the design, because the program cannot read it.
      ...(mermaid === null && hasPicture ? [] : [judgeDiagram(mermaid ?? '')]),
    ],
    lookedAt: [
      `the ${plural(sections.filter((section) => section.trim() !== '').length, 'section')} that were written (${plural(words, 'word')})`,
      ...(mermaid === null ? [] : ['the source of the diagram']),
      ...(mermaid === null && hasPicture ? ['no picture, since it cannot read any'] : []),
    ],
  };
}

/** A section: whether enough is written, and one check of its own. */
function judgeSection(name: string, weight: number, text: string, enough: number, own: Check): Scored {
  const met = shareOf(new Set(wordsOf(text)).size, enough);
  const advice = met === 0 ? 'This section is empty.' : 'This section is short.';
  return scored(name, weight, [{ points: 100 - own.points, met, advice }, own], 'This section has what the rubric looks for.');
}

const ITEM = /^\s*(?:[-*+•]|\d+[.)]|#{1,6}|\|)\s*\S/;

/** List items, headings and rows of tables; without any of these, paragraphs. */
function itemsIn(text: string): number {
  const body = beginningOf(text);
  const items = body.split('\n').filter((line) => ITEM.test(line)).length;
  return Math.max(items, body.split(/\n[ \t]*\n/).filter((paragraph) => paragraph.trim() !== '').length);
}

const numbersIn = (text: string): number => beginningOf(text).match(/\p{Nd}+(?:[.,]\p{Nd}+)*/gu)?.length ?? 0;

const WEIGHS =
  /\b(?:instead|rather|because|since|but|however|although|versus|vs|alternatives?|trade-?offs?|costs?|risks?|downsides?|fails?|failures?|slower|faster|cheaper)\b/gi;

const weighedIn = (text: string): number => beginningOf(text).match(WEIGHS)?.length ?? 0;

const KINDS =
  /^[ \t]*(?:graph|flowchart|sequenceDiagram|classDiagram|stateDiagram|erDiagram|C4\w*|architecture|block|mindmap|journey|gantt|timeline)\b/m;
const CONNECTION = /--?>>?|-->|==>|-\.->|---|--x|<-->|\|\|--|\}o--/g;

function judgeDiagram(source: string): Scored {
  const body = beginningOf(source);
  return scored(
    'Diagram',
    15,
    [
      { points: 30, met: whether(KINDS.test(body)), advice: 'No kind of diagram was found in its source.' },
      { points: 70, met: shareOf(body.match(CONNECTION)?.length ?? 0, 3), advice: 'Draw how the components are connected.' },
    ],
    'It shows how components are connected.',
  );
}
