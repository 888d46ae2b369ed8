import { describe, expect, test } from 'vitest';
import { markdownOfPage } from '../../src/messages/partner/markdown.ts';
import { partnerPageCsp, renderPartnerPage } from '../../src/messages/partner/page.ts';
import { DEAD_LINK_PAGE, declinedPage, invitationPage, judgingPage, stopPage, stoppedPage } from '../../src/messages/partner/pages.ts';
import { escalationMessage } from '../../src/messages/partner-messages/escalation.ts';
import { accountDeletedMessage, farewellMessage } from '../../src/messages/partner-messages/farewell.ts';
import { invitationMessage } from '../../src/messages/partner-messages/invitation.ts';
import { renderPartnerMail, renderPartnerText } from '../../src/messages/partner-messages/mail.ts';
import { noticeMessage } from '../../src/messages/partner-messages/notice.ts';

const PARTIES = {
  owner: 'Ada Ode',
  ownerAddress: 'ada@example.org',
  partner: 'Søren',
  page: 'https://vouch.example/partner/p',
  stop: 'https://vouch.example/partner/s/unsubscribe',
  ends: '4 December 2026',
};
const PAGE = {
  ...PARTIES,
  accept: '/partner/p/accept',
  decline: '/partner/p/decline',
  words: '/partner/p/words',
  pdf: '/partner/p/summary.pdf',
  download: '/partner/p?download=1',
  role: 'first',
} as const;
const HOSTILE = '<img src=x onerror=alert(1)>';
const DATE = '2026-11-20';
const notice = (title: string, count = 1) => {
  const tasks = Array.from({ length: count }, (_, index) => ({ task_id: `t${index}`, date: DATE, status: 'missed' as const }));
  return noticeMessage(PARTIES, { dates: [DATE], tasks, words: new Map(tasks.map(({ task_id }) => [task_id, { title, reason: null }])) });
};

describe('a message to a partner', () => {
  test('has a subject of one line, whatever the name of the owner is', () => {
    const { subject, html } = renderPartnerMail(invitationMessage({ ...PARTIES, owner: 'Ada\r\nBcc: all\u2028x\u202eevil' }, 'first'));
    expect(subject).toBe('ada@example.org asks you to be their accountability partner');
    expect(html).not.toMatch(/Bcc|\u202e/);
  });

  test('shows no name that is a link or is long enough to be a message', () => {
    for (const owner of [
      'Win at https://evil.example',
      'evil.example',
      'a@evil.example',
      'x'.repeat(81),
      ' ',
      'evil。example',
      'a＠evil',
    ]) {
      const { subject, text, html } = renderPartnerMail(invitationMessage({ ...PARTIES, owner }, 'first'));
      expect(subject).toBe('ada@example.org asks you to be their accountability partner');
      expect(text).toContain('ada@example.org writes down promises');
      expect(text + html).not.toMatch(/evil|Somebody/);
    }
  });

  test('shows the address of the owner beside the name, in text, in HTML and in a chat', () => {
    const messages = [
      invitationMessage(PARTIES, 'first'),
      invitationMessage(PARTIES, 'second'),
      farewellMessage(PARTIES),
      notice('Water the plants'),
    ];
    for (const message of messages) {
      const { text, html } = renderPartnerMail(message);
      for (const shown of [text, html]) expect(shown).toContain('Ada Ode (ada@example.org)');
    }
    expect(renderPartnerText(invitationMessage(PARTIES, 'first'))).toContain('Ada Ode (ada@example.org)');
  });

  test('names an owner without a name by their address', () => {
    const { subject, text } = renderPartnerMail(invitationMessage({ ...PARTIES, owner: '', ownerAddress: 'maria@example.org' }, 'first'));
    expect(subject).toBe('maria@example.org asks you to be their accountability partner');
    expect(text).toContain('maria@example.org writes down promises');
    expect(text).not.toContain('(maria@example.org)');
  });

  test('of an account that was deleted names nobody', () => {
    const { text } = renderPartnerMail(accountDeletedMessage({ ...PARTIES, owner: '', ownerAddress: '' }));
    expect(text).not.toMatch(/@|Somebody/);
  });

  test('shows titles as text: they can neither be markup, nor begin a line, nor change the direction of the sentence', () => {
    const { html, text } = renderPartnerMail(notice(`${HOSTILE}\nStop these messages:\u202e`));
    expect(html).not.toContain('<img');
    expect(html).not.toContain('\u202e');
    expect(text).toContain(`- Missed: ${HOSTILE} Stop these messages:\n`);
  });

  test('has both links, to the page and to stop the messages, in text and in HTML', () => {
    for (const source of [
      renderPartnerMail(notice('Water the plants')).html,
      renderPartnerMail(notice('Water the plants')).text,
      renderPartnerText(notice('Water the plants')),
    ])
      for (const part of ['Water the plants', PARTIES.page, PARTIES.stop]) expect(source).toContain(part);
  });

  test('about a day without plans does not ask the partner to write to the owner if that day is over', () => {
    expect(escalationMessage(PARTIES, [DATE], DATE).body.join(' ')).toContain('A word from you');
    const { subject, body } = escalationMessage(PARTIES, [DATE], '2026-11-21');
    expect(subject).toBe('Ada Ode had nothing planned for Friday 20 November 2026');
    expect(body.join(' ')).toContain('there was nothing');
    expect(body.join(' ')).not.toMatch(/A word from you|could not be reached/);
  });

  test('is short in a chat', () => {
    const text = renderPartnerText(notice('Water the plants', 30));
    expect(text.match(/Water the plants/g)).toHaveLength(10);
    expect(text).toContain('and 20 more');
  });
});

describe('a page for a partner', () => {
  test('escapes what was typed, and allows only its own style', () => {
    const html = renderPartnerPage(invitationPage({ ...PAGE, partner: HOSTILE, owner: 'Ada "Ode" & Co' }));
    expect(html).toContain('Ada &quot;Ode&quot; &amp; Co asks you');
    expect(html).not.toMatch(/<img|<script|style="/);
    expect(partnerPageCsp()).not.toContain('unsafe');
  });

  test('uses the program’s fonts if they are built, and may then load them from this host', () => {
    const faces = '@font-face{font-family:Hanken Grotesk Variable;src:url(/assets/h.woff2)}';
    expect(renderPartnerPage(DEAD_LINK_PAGE, faces)).toContain(`<style>${faces}`);
    expect(partnerPageCsp(faces)).toContain("font-src 'self'");
    expect(partnerPageCsp()).not.toContain('font-src');
    expect(partnerPageCsp(faces).slice(0, 60)).not.toBe(partnerPageCsp().slice(0, 60));
  });

  test('shows the address of the owner beside the name', () => {
    const matter = { waiting: null, decided: [] };
    const pages = [
      invitationPage(PAGE),
      declinedPage(PAGE, true),
      judgingPage(PAGE, matter, { note: null, kept: '', words: null }),
      stopPage(PAGE, '/x'),
      stoppedPage(PAGE),
    ];
    for (const page of pages) expect(renderPartnerPage(page)).toContain('Ada Ode (ada@example.org)');
    expect(renderPartnerPage(invitationPage({ ...PAGE, owner: '' }))).toContain('ada@example.org asks you');
  });

  test('changes something only by forms', () => {
    const html = renderPartnerPage(invitationPage(PAGE));
    expect(html.match(/<form method="post" action="[^"]+">/g)).toEqual([
      '<form method="post" action="/partner/p/accept">',
      '<form method="post" action="/partner/p/decline">',
    ]);
    expect(html).not.toContain('<a ');
    expect(renderPartnerPage(DEAD_LINK_PAGE)).not.toContain('<form');
  });
});

const read = (text: string): string => markdownOfPage()(text);
const inside = (text: string): string => /^<div class="md" dir="auto">(.*)<\/div>$/s.exec(read(text))?.[1] ?? 'not read as Markdown';

describe('Markdown on the page of a partner', () => {
  test('is shown formatted', () => {
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

  test('shows the host of each link beside it', () => {
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
  ])('gets no link from %j', (text) => {
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
  ])('does not pass on HTML from %j', (text) => {
    const names = [...inside(text).matchAll(/<([a-z0-9]+)([^>]*)>/g)];
    for (const [, name, attributes] of names) {
      expect(['p', 'em', 'code', 'pre', 'h5', 'div', 'table', 'tbody', 'tr', 'td']).toContain(name);
      expect(attributes).toMatch(/^( tabindex="0"| class="tb"| role="group"| aria-label="Table")*$/);
    }
  });

  test('is shown as plain text if it would take long to parse', () => {
    const long = [`${'- + '.repeat(9)}x`, '`'.repeat(201), '*'.repeat(701), 'a\n'.repeat(250), `${'a'.repeat(10_000)}b`];
    for (const text of long) expect(read(`${text}<b>`)).toBe(`<div class="tx" dir="auto">${text.replaceAll('`', '&#x60;')}&lt;b&gt;</div>`);
    expect(inside(`${'- '.repeat(8)}x`)).toContain('<ul>');
  });

  test('is formatted in twelve new texts of a page, and in all texts that were formatted before', () => {
    const page = markdownOfPage();
    const texts = Array.from({ length: 14 }, (_, index) => `*number ${index}*`);
    const isRead = texts.map((text) => page(text).includes('<em>'));
    expect(isRead).toEqual([...Array(12).fill(true), false, false]);
    const again = markdownOfPage();
    expect([...texts.map(again)].every((html) => html.includes('<em>'))).toBe(true);
  });
});
