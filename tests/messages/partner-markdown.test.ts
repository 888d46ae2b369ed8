import { describe, expect, test } from 'vitest';
import { markdownOfPage } from '../../src/messages/partner/markdown.ts';

const read = (text: string): string => markdownOfPage()(text);
const inside = (text: string): string => /^<div class="md" dir="auto">(.*)<\/div>$/s.exec(read(text))?.[1] ?? 'not read as Markdown';

describe('Markdown on the page of a partner', () => {
  test('is shown as what it means', () => {
    const text =
      '# Store\n\nTen *requests* a **second**.\n\n- one\n- `two`\n\n3. three\n\n> said\n\n```\na < b\n```\n\n---\n\n|a|b|\n|-|-|\n|1|2|';
    expect(inside(text)).toBe(
      '<h5>Store</h5><p>Ten <em>requests</em> a <strong>second</strong>.</p>' +
        '<ul><li><p>one</p></li><li><p><code>two</code></p></li></ul><ol start="3"><li><p>three</p></li></ol>' +
        '<blockquote><p>said</p></blockquote><pre tabindex="0"><code>a &lt; b</code></pre><hr>' +
        '<div class="tb" tabindex="0" role="group" aria-label="Table"><table><tbody>' +
        '<tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></tbody></table></div>',
    );
  });

  test('has links that lead where they say beside them', () => {
    expect(inside('[the bank](https://аррӏе.com/a?b=1&c="x")')).toBe(
      '<p><a href="https://xn--80ak6aa92e.com/a?b&#x3D;1&amp;c&#x3D;%22x%22" rel="noopener noreferrer nofollow" target="_blank">the bank</a> <span class="q">(xn--80ak6aa92e.com)</span></p>',
    );
    expect(inside('<https://example.org>')).toContain('href="https://example.org/"');
  });

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](<javascript:alert(1)>)',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](//example.org)',
    '[x](/settings)',
    '[x](mailto:a@example.org)',
    '<javascript:alert(1)>',
    '[x][y]\n\n[y]: javascript:alert(1)',
    '[x](https://[)',
  ])('%j leads nowhere', (text) => {
    expect(read(text)).not.toMatch(/<a|href/);
  });

  test.each([
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '![a" onerror="alert(1)](https://example.org/pixel.png "t")',
    '`<script>`',
    '```html\n<script>\n```',
    '<a href="javascript:alert(1)">x</a>',
    '<!-- --><style>*{}</style>',
    '|<script>|\n|-|\n|<img>|',
    '# <svg onload=alert(1)>',
    '&lt;script&gt;',
  ])('%j is no HTML of its own', (text) => {
    const names = [...inside(text).matchAll(/<([a-z0-9]+)([^>]*)>/g)];
    for (const [, name, attributes] of names) {
      expect(['p', 'em', 'code', 'pre', 'h5', 'div', 'table', 'tbody', 'tr', 'td']).toContain(name);
      expect(attributes).toMatch(/^( tabindex="0"| class="tb"| role="group"| aria-label="Table")*$/);
    }
  });

  test('is left as it was written where it would take long to read', () => {
    const long = [`${'- + '.repeat(9)}x`, '`'.repeat(201), '*'.repeat(701), 'a\n'.repeat(250), `${'a'.repeat(10_000)}b`];
    for (const text of long) expect(read(`${text}<b>`)).toBe(`<div class="tx" dir="auto">${text.replaceAll('`', '&#x60;')}&lt;b&gt;</div>`);
    expect(inside(`${'- '.repeat(8)}x`)).toContain('<ul>');
  });

  test('is read of twelve new texts of a page, and of those that were read before', () => {
    const page = markdownOfPage();
    const texts = Array.from({ length: 14 }, (_, index) => `*number ${index}*`);
    const isRead = texts.map((text) => page(text).includes('<em>'));
    expect(isRead).toEqual([...Array(12).fill(true), false, false]);
    const again = markdownOfPage();
    expect([...texts.map(again)].every((html) => html.includes('<em>'))).toBe(true);
  });
});
