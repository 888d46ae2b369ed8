import { isTag, isText } from 'domhandler';
import { textContent } from 'domutils';
import type { CodingQuestion, QuestionSignature } from '../../../ports/pages.ts';
import { attributeOf, elementOf, elementsOf, type HtmlPage, textOfFirst } from './html.ts';
import { type Line, linesOfText } from './lines.ts';
import { isEntry, parsed, stringOf } from './metadata.ts';
import { element, linesOfParts, type PagePart, partsOfLines, text } from './page-part.ts';
import { partsOf, partsOfHtml, textOfPre } from './parts.ts';
import { signatureOf } from './signature.ts';

/** A practice site whose pages are known. */
export interface Site {
  /** The names of its hosts; subdomains belong to it, too. */
  readonly hosts: readonly string[];
  /** The content of the page; null if it is not built as expected. Then it is read like a page of an unknown site. */
  read(page: HtmlPage): SiteReading | null;
}

export interface SiteReading {
  readonly title: string | null;
  readonly parts: readonly PagePart[];
  /** The lines to search for examples, if they are not those of the parts. */
  readonly lines?: readonly Line[] | undefined;
  /** The examples, if the site marks them, so that they need not be searched for. */
  readonly examples?: CodingQuestion['examples'] | undefined;
  readonly kind?: CodingQuestion['kind'] | undefined;
  readonly signature?: CodingQuestion['signature'] | undefined;
}

/** The parts of all elements that match, one after another; null if there is none. */
function partsOfAll(page: HtmlPage, selector: string): readonly PagePart[] | null {
  const elements = elementsOf(page, selector);
  return elements.length === 0 ? null : elements.flatMap((element) => partsOf(element, page.url));
}

/** Without signing in, it shows only the first part of a day. The answer depends on the input that each person gets. */
const adventOfCode: Site = {
  hosts: ['adventofcode.com'],
  read: (page) => {
    const parts = partsOfAll(page, 'article.day-desc');
    const title = textOfFirst(page, 'article.day-desc h2')?.replaceAll(/^-+ | -+$/g, '') ?? null;
    return parts && { title, parts, kind: 'stdio' };
  },
};

/** The statement is in Japanese and usually also in English. */
const atcoder: Site = {
  hosts: ['atcoder.jp'],
  read: (page) => {
    const statement = elementOf(page, '#task-statement .lang-en', '#task-statement .lang-ja', '#task-statement');
    if (statement === null) return null;
    // The heading also contains a link to the editorial, and the letter of the task before the name.
    const heading = elementOf(page, 'span.h2', 'h2');
    const title = heading?.children
      .map((child) => (isText(child) ? child.data : ''))
      .join('')
      .trim();
    return { title: title?.replace(/^[A-Za-z]{1,2}\d? - /, '') ?? null, parts: partsOf(statement, page.url), kind: 'stdio' };
  },
};

const codeforces: Site = {
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
    // The header contains the title and the site's limits of time and memory, which do not apply here.
    const content = statement.children.filter((child) => !(isTag(child) && child.attribs.class === 'header'));
    const parts = content.flatMap((child) => partsOf(child, page.url)).map(withDollars);
    const title = textOfFirst(page, '.problem-statement > .header > .title')?.replace(/^[A-Z]\d?\. /, '') ?? null;
    return { title, parts, examples, kind: 'stdio' };
  },
};

/** Formulas are put between three dollars, where other sites use one. */
const withDollars = (part: PagePart): PagePart =>
  part.type === 'text'
    ? text(part.value.replaceAll('$$$', '$'))
    : element(part.tagName, part.children.map(withDollars), part.properties.href);

const cses: Site = {
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

/**
 * Without signing in, the page shows the introduction and the instructions. Only the exercise's files name the
 * function.
 */
const exercism: Site = {
  hosts: ['exercism.org'],
  read: (page) => {
    const parts = partsOfAll(page, 'section.introduction, section.instructions');
    const shared = attributeOf(page, 'meta[property="og:title"]', 'content')?.replace(/ in [^ ]+(?: [^ ]+)? on Exercism$/, '') ?? null;
    return parts && { title: shared ?? textOfFirst(page, 'h1'), parts };
  },
};

const hackerrank: Site = {
  hosts: ['hackerrank.com'],
  read: (page) => {
    const parts = partsOfAll(page, '.challenge-body-html');
    if (parts === null) return null;
    const lines = linesOfParts(parts).map((line) => (line.kind === 'code' ? { ...line, text: inputOnly(line.text) } : line));
    return { title: textOfFirst(page, 'h1.page-label', 'h2.hr_tour-challenge-name', 'h1'), parts, lines, kind: 'stdio' };
  },
};

/**
 * Some samples have a second column that explains each line, under 'STDIN   Function'. Only the first column is input.
 */
function inputOnly(code: string): string {
  const [titles = '', rule = '', ...rows] = code.split('\n');
  const column = titles.indexOf('Function');
  if (!titles.startsWith('STDIN') || column < 0 || !rule.startsWith('-----')) return code;
  return rows.map((row) => row.slice(0, column).trimEnd()).join('\n');
}

/** Its samples are tables of two columns, titled 'Sample Input 1' and 'Sample Output 1'. */
const kattis: Site = {
  hosts: ['kattis.com'],
  read: (page) => {
    const parts = partsOfAll(page, '.problembody');
    return parts && { title: textOfFirst(page, 'h1.book-page-heading', 'h1'), parts, kind: 'stdio' };
  },
};

/**
 * Scripts draw the question, and the calls that they use (GraphQL by POST) are meant for the site's own pages. The page
 * itself contains the initial data of these scripts and, for shared links, the whole statement as text.
 */
const leetcode: Site = {
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
  const questions = (Array.isArray(queries) ? queries : []).map((query: unknown) =>
    ['state', 'data', 'question'].reduce((value, name) => (isEntry(value) ? value[name] : null), query),
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

/** Its problems have no input; a program prints the answer. */
const projectEuler: Site = {
  hosts: ['projecteuler.net'],
  read: (page) => {
    const parts = partsOfAll(page, '.problem_content');
    return parts && { title: textOfFirst(page, '#content h2', 'h2'), parts, kind: 'stdio' };
  },
};

/** The sites whose pages are known and can be read without signing in. */
export const SITES: readonly Site[] = [adventOfCode, atcoder, codeforces, cses, exercism, hackerrank, kattis, leetcode, projectEuler];
