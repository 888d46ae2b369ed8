/** Without empty lines at the beginning, and without blanks at the end. The first line keeps its indentation. */
export function withoutEmptyEnds(text: string): string {
  const lines = text.trimEnd().split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  return first < 0 ? '' : lines.slice(first).join('\n');
}
