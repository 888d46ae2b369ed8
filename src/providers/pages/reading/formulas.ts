import { type AnyNode, type Element, isTag, isText } from 'domhandler';
import { textContent } from 'domutils';

/** The MathML name of an element. MathJax draws with elements of the same names, prefixed with `mjx-`. */
const nameOf = ({ name }: Element): string => name.replace(/^mjx-/, '');
/** Notes about the formula, and elements that take room without being visible. */
const UNSEEN: ReadonlySet<string> = new Set([
  'annotation',
  'annotation-xml',
  'mphantom',
  'none',
  'mprescripts',
  'mspace',
  'nstrut',
  'dstrut',
]);
const WITH_BLANKS = /^[=<>≤≥≠≈≡∈∉⊂⊆∧∨→⇒⇔⩽⩾]$/;
const SIMPLE = /^[^\s+\-−*/·×,;=<>≤≥]+$/;

/** A formula of MathML as a line of text: `10^5`, `a_i`, `(a + b)/2`, `sqrt(x)`. */
const textOfMathml = (formula: Element): string => write(formula).replaceAll(/\s+/g, ' ').trim();

/** Marks raised or lowered text in plain text: without a mark, 10<sup>5</sup> would become 105. */
export function raisedText(name: 'sup' | 'sub', content: string): string {
  const inner = content.trim();
  if (inner === '') return '';
  const mark = name === 'sup' ? '^' : '_';
  return /^[\w.+-]{1,40}$/.test(inner) ? mark + inner : `${mark}(${inner})`;
}

function write(node: AnyNode): string {
  if (isText(node)) return node.data.trim();
  if (!isTag(node)) return '';
  const name = nameOf(node);
  if (UNSEEN.has(name)) return '';
  const parts = (): readonly string[] => elementsIn(node).map(write);
  const [base = '', first = '', second = ''] = SCRIPTED.has(name) ? parts() : [];
  switch (name) {
    case 'mo':
      return operator(withinOf(node));
    case 'msup':
    case 'mover':
      return base + raisedText('sup', first);
    case 'msub':
    case 'munder':
      return base + raisedText('sub', first);
    case 'msubsup':
    case 'munderover':
      return base + raisedText('sub', first) + raisedText('sup', second);
    case 'mfrac':
      return fraction(node);
    case 'msqrt':
      return `sqrt(${withinOf(node).trim()})`;
    case 'mroot':
      return `root(${base}, ${first})`;
    case 'mfenced':
      return `${node.attribs.open ?? '('}${parts().join(', ')}${node.attribs.close ?? ')'}`;
    case 'mtable':
      return `[${parts().join('; ')}]`;
    case 'mtr':
      return parts().join(', ');
    case 'c':
      return drawnCharacter(node);
    default:
      return withinOf(node);
  }
}

const SCRIPTED: ReadonlySet<string> = new Set(['msup', 'mover', 'msub', 'munder', 'msubsup', 'munderover', 'mroot']);

const elementsIn = ({ children }: Element): readonly Element[] => children.filter((child) => isTag(child));
/** A letter or number that follows a raised or lowered part does not belong to it. */
function withinOf({ children }: Element): string {
  return children.reduce((before, child) => {
    const next = write(child);
    return before + (/[\^_][^\s]*$/.test(before) && /^[\p{L}\p{N}]/u.test(next) ? ' ' : '') + next;
  }, '');
}

function operator(sign: string): string {
  const seen = sign.replaceAll(/[\u2061-\u2064]/g, '').trim();
  if (WITH_BLANKS.test(seen)) return ` ${seen} `;
  return seen === ',' ? ', ' : seen;
}

/** In MathJax's drawing, numerator and denominator are nested more deeply. */
function fraction(node: Element): string {
  const [above = '', below = ''] = (within(node, 'num', 'den') ?? elementsIn(node)).map((part) => write(part).trim());
  return `${grouped(above)}/${grouped(below)}`;
}

function within(node: Element, ...names: readonly string[]): readonly Element[] | null {
  const found = descendants(node).filter((part) => names.includes(nameOf(part)));
  return found.length === names.length ? found : null;
}

const descendants = (node: Element): readonly Element[] => elementsIn(node).flatMap((child) => [child, ...descendants(child)]);
const grouped = (part: string): string => (SIMPLE.test(part) ? part : `(${part})`);

/** MathJax draws a character with a class that names its code point: `mjx-c31`. */
function drawnCharacter({ attribs }: Element): string {
  const [, code] = /(?:^|\s)mjx-c([0-9A-F]{1,6})(?:\s|$)/.exec(attribs.class ?? '') ?? [];
  const point = code === undefined ? 0 : Number.parseInt(code, 16);
  return point > 0x20 && point <= 0x10_ff_ff ? String.fromCodePoint(point).normalize('NFKC') : '';
}

const DRAWN = /(?:^|\s)(?:MathJax|MathJax_Display|MathJax_SVG|MathJax_CHTML|MJXc-display)(?:\s|$)/;

const isScript = ({ name, attribs }: Element): boolean => name === 'script' && (attribs.type ?? '').toLowerCase().startsWith('math/tex');
/** Whether MathJax drew the element. Version 3 uses an element of its own. */
const isDrawn = ({ name, attribs }: Element): boolean => name === 'mjx-container' || DRAWN.test(attribs.class ?? '');

/**
 * Whether an element is a formula: `math`, which KaTeX adds to its drawing, the script with MathJax's source, or
 * MathJax's drawing.
 */
export const isFormula = (element: Element): boolean => element.name === 'math' || isScript(element) || isDrawn(element);

/** The formula as TeX between dollars, as practice sites write it; plain text if there is no TeX. */
export function formulaOf(formula: Element): string {
  if (isScript(formula)) return inDollars(textContent(formula));
  if (!isDrawn(formula)) return formulaOfMathml(formula);
  // The source after the drawing is read separately.
  if (followedBySource(formula)) return '';
  const source = elementWithin(formula, isScript);
  if (source !== null) return inDollars(textContent(source));
  const written = latexOf(formula);
  if (written !== null) return inDollars(written);
  const math = elementWithin(formula, ({ name }) => name === 'math') ?? elementWithin(formula, ({ name }) => name === 'mjx-math');
  return math === null ? '' : formulaOfMathml(math);
}

function formulaOfMathml(formula: Element): string {
  const source = elementWithin(formula, ({ name, attribs }) => name === 'annotation' && attribs.encoding === 'application/x-tex');
  return source === null ? textOfMathml(formula) : inDollars(textContent(source));
}

const inDollars = (tex: string): string => `$${tex.trim()}$`;

/** Version 4 of MathJax keeps the source in an attribute of the outermost part. */
function latexOf(formula: Element): string | null {
  const holder = elementWithin(
    formula,
    ({ name, attribs }) => (name === 'mjx-math' || name === 'math') && attribs['data-latex'] !== undefined,
  );
  return holder?.attribs['data-latex'] ?? formula.attribs['data-latex'] ?? null;
}

/** Version 2 of MathJax puts its drawing before the script. */
function followedBySource(formula: Element): boolean {
  let next: AnyNode | null = formula.next;
  while (next !== null && !isTag(next)) next = next.next;
  return next !== null && (isScript(next) || (isDrawn(next) && followedBySource(next)));
}

function elementWithin(formula: Element, matches: (element: Element) => boolean): Element | null {
  for (const child of formula.children) {
    if (!isTag(child)) continue;
    const found = matches(child) ? child : elementWithin(child, matches);
    if (found !== null) return found;
  }
  return null;
}
