import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it, test } from 'vitest';
import { decoded } from '../../../src/providers/pages/reading/lines.ts';
import { questionOfFile, questionOfPage } from '../../../src/providers/pages/reading/page.ts';
import { PageUnreadable } from '../../../src/providers/pages/refusals.ts';

const URL_OF_PAGE = new URL('https://blog.example/posts/1');
const read = (html: string) => questionOfPage(html, URL_OF_PAGE);
const TEXT = 'Count the apples in every basket, and tell the largest number that two baskets that stand side by side hold together.';

describe('any page', () => {
  it('is read without the text around its content', () => {
    const { title, statement } = read(`<html><head><title>Apples - Example</title><style>p{}</style></head><body>
      <nav><a href="/">Home</a></nav><div class="menu"><ul><li><a href="/a">About</a></li><li><a href="/b">Boats</a></li></ul></div>
      <div id="post"><h1>Apples</h1><p>${TEXT}</p><p>Mind the <b>worms</b>.<script>alert(1)</script></p></div>
      <aside>Read more</aside><footer>Imprint</footer></body></html>`);
    expect(title).toBe('Apples');
    expect(statement).toBe(`# Apples\n\n${TEXT}\n\nMind the **worms**.`);
  });

  test.each([
    ['<title>Two Sums - Blog</title>', 'Two Sums'],
    ['<title>Two Sums | Part 1 | Elsewhere</title>', 'Two Sums | Part 1 | Elsewhere'],
    ['<meta property="og:title" content="Sums"><title>x</title>', 'Sums'],
    ['', null],
  ])('has the title of its head without the site’s name: %s', (head, title) => {
    expect(read(`<head>${head}</head><main><p>${TEXT}</p></main>`).title).toBe(title);
  });

  it('may have its text only as structured data (JSON-LD)', () => {
    const data = {
      '@graph': [
        { '@type': 'Organization', name: 'X' },
        { '@type': ['LearningResource'], name: 'Apples', text: `<p>${TEXT}</p><pre>Input: 1\nOutput: 2</pre>` },
      ],
    };
    const page = (json: string) => `<script type="application/ld+json">${json}</script><div id="app"></div>`;
    expect(read(page(JSON.stringify(data)))).toMatchObject({ title: 'Apples', examples: [{ input: '1', output: '2', explanation: null }] });
    expect(read(page(JSON.stringify({ '@type': 'Question', name: 'Pears', text: `${TEXT}\n\nInput: [1]\nOutput: 2` })))).toMatchObject({
      title: 'Pears',
      statement: `${TEXT}\n\nInput: \\[1]\\\nOutput: 2`,
      examples: [{ input: '[1]', output: '2', explanation: null }],
    });
    expect(() => read(page('['.repeat(100_000)))).toThrow(PageUnreadable);
  });

  it('without text is not read', () => {
    for (const html of [
      '',
      '<div id="root"></div>',
      '<script>const text = "long enough to be a statement of a question";</script>',
      '<p>Loading</p>',
    ])
      expect(() => read(html), html).toThrow('The page shows no text without running its scripts or signing in.');
  });

  it('is decoded by its header, its byte order mark or its meta element, and otherwise as UTF-8', () => {
    const latin = Buffer.from('<meta charset="windows-1252"><p>caf\xe9</p>', 'latin1');
    expect(decoded(latin, null)).toContain('café');
    expect(decoded(Buffer.from('caf\xe9', 'latin1'), 'iso-8859-1')).toBe('café');
    expect(decoded(Buffer.from([0x93, 0xfa, 0x96, 0x7b]), 'shift_jis')).toBe('日本');
    expect(decoded(Buffer.from('\ufeffcafé', 'utf16le'), 'utf-8')).toBe('café');
    expect(decoded(Buffer.from('café'), 'no-such-encoding')).toBe('café');
    expect(decoded(Buffer.from('a\u202etxt.exe\u0000\r\nb'), null)).toBe('atxt.exe\nb');
  });
});

describe('hostile pages', () => {
  const PIECES = [
    ...[
      '<p>',
      '</p>',
      '<b>',
      '<a href="javascript:alert(1)">',
      '<a href="https://x.example/)<script>">',
      '</a>',
      '<li>',
      '<td>',
      '<table>',
      '<tr>',
    ],
    ...[
      '<pre>',
      '</pre>',
      '<code>',
      '</code>',
      '&lt;script&gt;alert(1)&lt;/script&gt;',
      '&lt;img src=x onerror=alert(1)&gt;',
      '&lt;!--',
      '--&gt;',
    ],
    ...[
      '```',
      '`',
      '~~~',
      '\n',
      '    ',
      '[x](javascript:alert(1))',
      '![x](http://t.example/x.png)',
      '[x]: javascript:alert(1)',
      '&lt;javascript:x&gt;',
    ],
    ...[
      '\\',
      '\\&lt;b&gt;',
      '&amp;lt;b&amp;gt;',
      '&#x3c;b&#x3e;',
      '<![CDATA[<b>]]>',
      '<img alt="&lt;b&gt;x">',
      '<sup>&lt;i&gt;</sup>',
      '<blockquote>',
      '# ',
      '- ',
      '> ',
    ],
    ...[
      '&lt;a&gt;',
      '<s>',
      '<del>',
      '<h2>',
      '<dl><dt>',
      '<dd>',
      '<ol>',
      '<em>',
      '</ul>',
      '<ul>',
      '<br>',
      '</table>',
      '<th>',
      '&lt;/a&gt;',
      '&lt;?php',
      '&lt;x.y@z.example&gt;',
      '|',
      '*',
      '_',
      '<math><annotation encoding="application/x-tex">&lt;b&gt;</annotation></math>',
    ],
  ];
  interface Node {
    readonly type: string;
    readonly url?: string;
    readonly children?: readonly Node[];
  }
  const nodesIn = (node: Node): readonly Node[] => [node, ...(node.children ?? []).flatMap(nodesIn)];
  const isHarmless = ({ type, url }: Node): boolean =>
    type !== 'html' && type !== 'image' && (url === undefined || /^(?:https?|mailto):/.test(url));

  it('become Markdown without HTML, pictures and links other than to the web', () => {
    const html = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4 })), { maxLength: 40 });
    fc.assert(
      fc.property(html, (pieces) => {
        const { statement } = read(`<main><p>${TEXT}</p>${pieces.join('')}</main>`);
        return nodesIn(fromMarkdown(statement) as Node).every(isHarmless);
      }),
      { numRuns: 400 },
    );
  });

  it('also become harmless in files of text and Markdown', () => {
    const file = '# T\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) <img src=x>\n\n```\n<b>code</b>\n```\n';
    const { statement, title } = questionOfFile(file);
    expect(title).toBe('T');
    expect(nodesIn(fromMarkdown(statement) as Node).every(isHarmless)).toBe(true);
    expect(statement).toContain('```\n<b>code</b>\n```');
  });

  it('are not read if they are nested too deeply or too large', () => {
    expect(() => read('<div>'.repeat(400_000))).toThrow('The page is nested too deeply to be read.');
    expect(() => read('<b></b>'.repeat(200_000))).toThrow('The page has too many parts to be read.');
  });

  test.each([
    ['a word of two megabytes', `<p>${'a'.repeat(2 ** 21)}</p>`],
    ['text that has to be escaped', `<p>${'&lt;b'.repeat(100_000)}</p>`],
    ['marks in each other', `<p>${`${'<strong>'.repeat(90)}x${'</strong>'.repeat(90)}`.repeat(100)} ${TEXT}</p>`],
    ['lists in each other', `${'<ul><li>'.repeat(95)}${'<p>a</p>'.repeat(15_000)}`],
    ['elements that are closed without being open', `${'<i>'.repeat(190)}${'</b>'.repeat(200_000)}${TEXT}`],
    ['tables', `<p>${TEXT}</p><table>${'<tr><td>a<td>b'.repeat(6_000)}</table>`],
    ['rows of a thousand cells', `<p>${TEXT}</p><table><tr>${'<td>a'.repeat(1_000)}${'<tr><td>b'.repeat(1_000)}</table>`],
    ['blanks', `<p>${TEXT}${' '.repeat(2 ** 20)}x</p>`],
  ])('are cut at the length of a statement: %s', (_, html) => {
    const { length } = read(html).statement;
    expect([length >= TEXT.length, length <= 50_000]).toEqual([true, true]);
  });
});
