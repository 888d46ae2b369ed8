import { isTag } from 'domhandler';
import { elementOf, elementsOf, textOfFirst } from '../reading/html.ts';
import { element, type PagePart, text } from '../reading/page-part.ts';
import { partsOf } from '../reading/parts.ts';
import { textOfPre } from '../reading/pre.ts';
import type { Site } from './site.ts';

export const codeforces: Site = {
  hosts: ['codeforces.com'],
  read: (page) => {
    const statement = elementOf(page, '.problem-statement');
    if (statement === null) return null;
    const [inputs, outputs] = ['.sample-test .input pre', '.sample-test .output pre'].map((selector) =>
      elementsOf(page, selector).map(textOfPre),
    );
    const examples = (inputs ?? []).flatMap((input, index) => {
      const output = outputs?.[index];
      return output === undefined ? [] : [{ input, output, explanation: null }];
    });
    // The header holds the title and the limits of time and memory, which are not those that hold here.
    const content = statement.children.filter((child) => !(isTag(child) && child.attribs.class === 'header'));
    const parts = content.flatMap((child) => partsOf(child, page.url)).map(withDollars);
    const title = textOfFirst(page, '.problem-statement > .header > .title')?.replace(/^[A-Z]\d?\. /, '') ?? null;
    return { title, parts, examples, kind: 'stdio' };
  },
};

/** Formulas stand between three dollars, which means one dollar elsewhere. */
const withDollars = (part: PagePart): PagePart =>
  part.type === 'text'
    ? text(part.value.replaceAll('$$$', '$'))
    : element(part.tagName, part.children.map(withDollars), part.properties.href);
