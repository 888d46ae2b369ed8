import { type AnyNode, type Element, isTag, isText } from 'domhandler';
import { withoutEmptyEnds } from './blank-lines.ts';
import { formulaOf, isFormula } from './formulas.ts';
import { isLeftOut } from './left-out.ts';
import { raisedText } from './mathml.ts';

/** Elements that stand on lines of their own, also within `<pre>`. */
const LINES: ReadonlySet<string> = new Set(['div', 'p', 'li', 'tr']);
const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'button', 'svg']);

/** The text of `<pre>` as it is shown: `<br>` and blocks in it end lines. It neither begins nor ends with an empty line. */
export function textOfPre(pre: Element): string {
  const hasBlocks = pre.children.some((child) => isTag(child) && LINES.has(child.name));
  const written: string[] = [];
  // Between blocks, blanks are only the page's own indentation.
  for (const child of pre.children) if (!hasBlocks || !isText(child) || child.data.trim() !== '') write(child, written);
  return withoutEmptyEnds(written.join(''));
}

function write(node: AnyNode, written: string[]): void {
  if (isText(node)) written.push(node.data);
  if (!isTag(node)) return;
  if (isFormula(node)) written.push(formulaOf(node));
  else if (SILENT.has(node.name) || isLeftOut(node)) return;
  else if (node.name === 'br') written.push('\n');
  else if (node.name === 'sup' || node.name === 'sub') written.push(raisedText(node.name, textWithin(node)));
  else if (LINES.has(node.name)) writeLine(node, written);
  else for (const child of node.children) write(child, written);
}

function writeLine(node: Element, written: string[]): void {
  const before = written.at(-1);
  if (before !== undefined && !before.endsWith('\n')) written.push('\n');
  for (const child of node.children) write(child, written);
  if (!(written.at(-1) ?? '').endsWith('\n')) written.push('\n');
}

function textWithin(node: Element): string {
  const written: string[] = [];
  for (const child of node.children) write(child, written);
  return written.join('');
}
