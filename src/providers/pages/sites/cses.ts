import { isTag } from 'domhandler';
import { elementOf, textOfFirst } from '../reading/html.ts';
import { partsOf } from '../reading/parts.ts';
import type { Site } from './site.ts';

export const cses: Site = {
  hosts: ['cses.fi'],
  read: (page) => {
    const statement = elementOf(page, '.content .md', '.content');
    if (statement === null) return null;
    const content = statement.children.filter((child) => !(isTag(child) && child.attribs.class === 'task-constraints'));
    return {
      title: textOfFirst(page, '.title-block h1'),
      parts: content.flatMap((child) => partsOf(child, page.url)),
      kind: 'stdio',
    };
  },
};
