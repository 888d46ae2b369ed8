/** What is kept of a page: text, and the elements that Markdown has. Its shapes are those of hast, the tree of the unified tools. */
export type PagePart = TextPart | ElementPart;

interface TextPart {
  readonly type: 'text';
  readonly value: string;
}

export interface ElementPart {
  readonly type: 'element';
  readonly tagName: string;
  /** A link has an absolute address, http or https. A numbered list may have its first number. */
  readonly properties: { readonly href?: string; readonly start?: number };
  readonly children: readonly PagePart[];
}

const INLINE: ReadonlySet<string> = new Set('a code em strong b i br'.split(' '));
/** Elements without a counterpart in Markdown that begin a line of their own. */

export const text = (value: string): TextPart => ({ type: 'text', value });
export const element = (tagName: string, children: readonly PagePart[], href?: string): ElementPart => ({
  type: 'element',
  tagName,
  properties: href === undefined ? {} : { href },
  children,
});

/** The text of parts, without line breaks of its own. */
export const textOf = (parts: readonly PagePart[]): string =>
  parts.map((part) => (part.type === 'text' ? part.value : part.tagName === 'br' ? '\n' : textOf(part.children))).join('');

/** Whether it stands within a line. */
export const isInline = ({ tagName }: ElementPart): boolean => INLINE.has(tagName);

/** A block of code, unless it is empty, as a column of line numbers is once they are left out. */
export const blockOfCode = (code: string): readonly ElementPart[] =>
  code.trim() === '' ? [] : [element('pre', [element('code', [text(code)])])];

/** Elements of a name in a part, the outermost of them. */
export function elementsWithin(part: PagePart, name: string): readonly ElementPart[] {
  if (part.type === 'text') return [];
  return part.tagName === name ? [part] : part.children.flatMap((child) => elementsWithin(child, name));
}
