import type { Line } from './lines.ts';
import { element, type PagePart, text } from './page-part.ts';

/** Lines of a text as the parts of a page. */
export function partsOfLines(lines: readonly Line[]): readonly PagePart[] {
  const parts: PagePart[] = [];
  let paragraph: PagePart[] = [];
  let items: PagePart[] = [];
  const end = (): void => {
    if (paragraph.length > 0) parts.push(element('p', paragraph));
    if (items.length > 0) parts.push(element('ul', items));
    paragraph = [];
    items = [];
  };
  for (const line of lines) {
    if (line.kind === 'item' && paragraph.length === 0) items.push(element('li', [text(line.text)]));
    else if (line.kind === 'text' && !line.first && items.length === 0) paragraph.push(element('br', []), text(line.text));
    else {
      end();
      if (line.kind === 'heading') parts.push(element('h3', [text(line.text)]));
      else if (line.kind === 'code') parts.push(element('pre', [element('code', [text(line.text)])]));
      else if (line.kind === 'item') items = [element('li', [text(line.text)])];
      else paragraph = [text(line.text)];
    }
  }
  end();
  return parts;
}
