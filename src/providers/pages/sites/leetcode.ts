import { textContent } from 'domutils';
import type { QuestionSignature } from '../../../ports/pages.ts';
import { attributeOf, elementOf, type HtmlPage } from '../reading/html.ts';
import { linesOfText } from '../reading/lines.ts';
import { partsOfLines } from '../reading/lines-as-parts.ts';
import { isEntry, parsed, stringOf } from '../reading/metadata.ts';
import { partsOfHtml } from '../reading/parts.ts';
import { signatureOf } from '../reading/signature.ts';
import type { Site, SiteReading } from './site.ts';

/**
 * The question is drawn by scripts, and their calls (GraphQL by POST) are for the site's own pages. What the page itself holds is the
 * data that these scripts begin with, and, for those who share a link, the whole statement as text.
 */
export const leetcode: Site = {
  hosts: ['leetcode.com', 'leetcode.cn'],
  read: (page) => fromData(page) ?? fromDescription(page),
};

/** From `__NEXT_DATA__`: one question, whose fields are spread over several queries. */
function fromData(page: HtmlPage): SiteReading | null {
  const data = elementOf(page, 'script#__NEXT_DATA__');
  const question = questionIn(parsed(data === null ? '' : textContent(data)));
  const content = stringOf(question.content);
  if (content === null) return null;
  return {
    title: stringOf(question.title),
    parts: partsOfHtml(content, page.url),
    kind: 'function',
    signature: signatureFrom(question.metaData),
  };
}

function questionIn(data: unknown): Readonly<Record<string, unknown>> {
  const queries = ['props', 'pageProps', 'dehydratedState', 'queries'].reduce((value, name) => (isEntry(value) ? value[name] : null), data);
  const questions = (Array.isArray(queries) ? queries : []).map((query) =>
    ['state', 'data', 'question'].reduce((value, name) => (isEntry(value) ? value[name] : null), query as unknown),
  );
  return Object.assign({}, ...questions.filter(isEntry));
}

/** `metaData` is JSON in JSON: `{"name": …, "params": [{"name": …}]}`. Questions about a class have no name of a function. */
function signatureFrom(json: unknown): QuestionSignature | null {
  const data = typeof json === 'string' ? parsed(json) : null;
  if (!isEntry(data) || typeof data.name !== 'string' || !Array.isArray(data.params)) return null;
  const names = data.params.map((parameter) => (isEntry(parameter) ? stringOf(parameter.name) : null));
  return names.some((name) => name === null) ? null : signatureOf(data.name, names.join(', '));
}

/** 'Can you solve this real interview question? Two Sum - Given …' with all of the statement, in which powers are lost. */
function fromDescription(page: HtmlPage): SiteReading | null {
  const description = attributeOf(page, 'meta[name="description"]', 'content') ?? '';
  const [, title, statement] = /^Can you solve this real interview question\? ([^\n]{1,200}?) - ([\s\S]+)$/.exec(description) ?? [];
  if (title === undefined || statement === undefined) return null;
  const lines = linesOfText(statement);
  return { title, parts: partsOfLines(lines), lines, kind: 'function' };
}
