/** Without empty lines at the beginning, and without blanks at the end. The first line keeps its indentation. */
export function withoutEmptyEnds(text: string): string {
  const lines = text.trimEnd().split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  return first < 0 ? '' : lines.slice(first).join('\n');
}

const INDENT = /^[ \t]*/;

/** What Markdown takes for a block of code. Fewer blanks can belong to the shape of a text. */
const INDENTED = /\t| {4}/;

/** Without the indentation that all lines share, if it is that of a block of code. */
export function withoutIndent(text: string): string {
  const lines = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => INDENT.exec(line)?.[0] ?? '');
  const shared = indents.reduce((one, other) => one.slice(0, sameLength(one, other)), indents[0] ?? '');
  return !INDENTED.test(shared)
    ? text
    : lines.map((line) => (line.startsWith(shared) ? line.slice(shared.length) : line.trimStart())).join('\n');
}

/** How many characters two texts have in common at their beginnings. */
function sameLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
