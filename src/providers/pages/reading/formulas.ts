import { type AnyNode, type Element, isTag } from 'domhandler';
import { textContent } from 'domutils';
import { textOfMathml } from './mathml.ts';

const DRAWN = /(?:^|\s)(?:MathJax|MathJax_Display|MathJax_SVG|MathJax_CHTML|MJXc-display)(?:\s|$)/;

const isScript = ({ name, attribs }: Element): boolean => name === 'script' && (attribs.type ?? '').toLowerCase().startsWith('math/tex');
/** What MathJax draws. Version 3 uses an element of its own. */
const isDrawn = ({ name, attribs }: Element): boolean => name === 'mjx-container' || DRAWN.test(attribs.class ?? '');

/** A formula: the element `math`, which KaTeX puts beside its drawing, the script that holds its source for MathJax, or what MathJax drew. */
export const isFormula = (element: Element): boolean => element.name === 'math' || isScript(element) || isDrawn(element);

/** The formula as TeX between dollars, as practice sites write it themselves, or as plain text where there is no TeX. */
export function formulaOf(formula: Element): string {
  if (isScript(formula)) return inDollars(textContent(formula));
  if (!isDrawn(formula)) return formulaOfMathml(formula);
  // The source that follows the drawing is read by itself.
  if (followedBySource(formula)) return '';
  const source = within(formula, isScript);
  if (source !== null) return inDollars(textContent(source));
  const written = latexOf(formula);
  if (written !== null) return inDollars(written);
  const math = within(formula, ({ name }) => name === 'math') ?? within(formula, ({ name }) => name === 'mjx-math');
  return math === null ? '' : formulaOfMathml(math);
}

function formulaOfMathml(formula: Element): string {
  const source = within(formula, ({ name, attribs }) => name === 'annotation' && attribs.encoding === 'application/x-tex');
  return source === null ? textOfMathml(formula) : inDollars(textContent(source));
}

const inDollars = (tex: string): string => `$${tex.trim()}$`;

/** Version 4 of MathJax keeps the source in an attribute of the outermost part. */
function latexOf(formula: Element): string | null {
  const holder = within(formula, ({ name, attribs }) => (name === 'mjx-math' || name === 'math') && attribs['data-latex'] !== undefined);
  return holder?.attribs['data-latex'] ?? formula.attribs['data-latex'] ?? null;
}

/** Version 2 of MathJax puts its drawing before the script. */
function followedBySource(formula: Element): boolean {
  let next: AnyNode | null = formula.next;
  while (next !== null && !isTag(next)) next = next.next;
  return next !== null && (isScript(next) || (isDrawn(next) && followedBySource(next)));
}

function within(formula: Element, matches: (element: Element) => boolean): Element | null {
  for (const child of formula.children) {
    if (!isTag(child)) continue;
    const found = matches(child) ? child : within(child, matches);
    if (found !== null) return found;
  }
  return null;
}
