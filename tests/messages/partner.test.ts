import { describe, expect, test } from 'vitest';
import { partnerPageCsp, renderPartnerPage } from '../../src/messages/partner/page.ts';
import { DEAD_LINK_PAGE, declinedPage, invitationPage, judgingPage, stopPage, stoppedPage } from '../../src/messages/partner/pages.ts';
import { renderPartnerText } from '../../src/messages/partner-messages/chat.ts';
import { escalationMessage } from '../../src/messages/partner-messages/escalation.ts';
import { accountDeletedMessage, farewellMessage } from '../../src/messages/partner-messages/farewell.ts';
import { invitationMessage } from '../../src/messages/partner-messages/invitation.ts';
import { renderPartnerMail } from '../../src/messages/partner-messages/mail.ts';
import { noticeMessage } from '../../src/messages/partner-messages/notice.ts';

const PARTIES = {
  owner: 'Ada Ode',
  ownerAddress: 'ada@example.org',
  partner: 'Søren',
  page: 'https://vouch.example/partner/p',
  stop: 'https://vouch.example/partner/s/unsubscribe',
  ends: '4 December 2026',
};
const PAGE = { ...PARTIES, accept: '/partner/p/accept', decline: '/partner/p/decline', role: 'first' } as const;
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

  test('names an owner without a name by their address alone', () => {
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
      judgingPage(PAGE, matter, null),
      stopPage(PAGE, '/x'),
      stoppedPage(PAGE),
    ];
    for (const page of pages) expect(renderPartnerPage(page)).toContain('Ada Ode (ada@example.org)');
    expect(renderPartnerPage(invitationPage({ ...PAGE, owner: '' }))).toContain('ada@example.org asks you');
  });

  test('changes something only with forms', () => {
    const html = renderPartnerPage(invitationPage(PAGE));
    expect(html.match(/<form method="post" action="[^"]+">/g)).toEqual([
      '<form method="post" action="/partner/p/accept">',
      '<form method="post" action="/partner/p/decline">',
    ]);
    expect(html).not.toContain('<a ');
    expect(renderPartnerPage(DEAD_LINK_PAGE)).not.toContain('<form');
  });
});
