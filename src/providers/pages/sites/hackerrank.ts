import { textOfFirst } from '../reading/html.ts';
import { linesOfParts } from '../reading/lines-of-parts.ts';
import { partsOfAll, type Site } from './site.ts';

export const hackerrank: Site = {
  hosts: ['hackerrank.com'],
  read: (page) => {
    const parts = partsOfAll(page, '.challenge-body-html');
    if (parts === null) return null;
    const lines = linesOfParts(parts).map((line) => (line.kind === 'code' ? { ...line, text: inputOnly(line.text) } : line));
    return { title: textOfFirst(page, 'h1.page-label', 'h2.hr_tour-challenge-name', 'h1'), parts, lines, kind: 'stdio' };
  },
};

/** Some samples have a second column that says what each line is for, under 'STDIN   Function'. Only the first one is input. */
function inputOnly(code: string): string {
  const [titles = '', rule = '', ...rows] = code.split('\n');
  const column = titles.indexOf('Function');
  if (!titles.startsWith('STDIN') || column < 0 || !rule.startsWith('-----')) return code;
  return rows.map((row) => row.slice(0, column).trimEnd()).join('\n');
}
