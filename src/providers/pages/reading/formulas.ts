import { type Element, isTag } from 'domhandler';
import { textContent } from 'domutils';

/** A formula whose source the page holds: a script of MathJax, or the element `math`, which KaTeX puts beside its drawing. */
export const isFormula = ({ name, attribs }: Element): boolean =>
  name === 'math' || (name === 'script' && (attribs.type ?? '').toLowerCase().startsWith('math/tex'));

/** The formula as TeX between dollars, as practice sites write it themselves, or as plain text where there is no TeX. */
export function formulaOf(formula: Element): string {
  if (formula.name === 'script') return `$${textContent(formula).trim()}$`;
  const source = sourceIn(formula);
  return source === null ? textContent(formula).trim() : `$${textContent(source).trim()}$`;
}

function sourceIn(formula: Element): Element | null {
  for (const child of formula.children) {
    if (!isTag(child)) continue;
    if (child.name === 'annotation' && child.attribs.encoding === 'application/x-tex') return child;
    const found = sourceIn(child);
    if (found !== null) return found;
  }
  return null;
}

/** What stands raised or lowered, in a text that cannot: without a mark, 10<sup>5</sup> would be 105. */
export function raisedText(name: 'sup' | 'sub', content: string): string {
  const inner = content.trim();
  if (inner === '') return '';
  const mark = name === 'sup' ? '^' : '_';
  return /^[\w.+-]{1,40}$/.test(inner) ? mark + inner : `${mark}(${inner})`;
}
