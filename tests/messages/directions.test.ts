import bidiFactory from 'bidi-js';
import type { AnyNode, Element } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { renderLinkMail } from '../../src/messages/mail/link-mail.ts';
import type { Block } from '../../src/messages/mail/mail.ts';
import { renderSheetMail } from '../../src/messages/mail/sheet-mail.ts';
import { renderPartnerPage } from '../../src/messages/partner/page.ts';
import { invitationPage } from '../../src/messages/partner/pages.ts';
import { invitationMessage } from '../../src/messages/partner-messages/invitation.ts';
import { renderPartnerMail } from '../../src/messages/partner-messages/mail.ts';
import { noticeMessage } from '../../src/messages/partner-messages/notice.ts';
import { renderReportHtml } from '../../src/reports/html/report-html.ts';
import { dailyModel, historyModel } from '../../src/reports/model/build-report.ts';
import { day, entry, history, task } from '../reports/fixtures.ts';

/** Hebrew, so that it is found whatever is around it. */
const WORDS = 'לקרוא את הספר';
const PARTIES = { owner: WORDS, ownerAddress: 'ada@example.org', partner: WORDS, ends: '4 December 2026' };
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
/** The text as a reader sees it, from the left. Hebrew letters are counted only. */
const seen = (text: string): string =>
  bidi
    .getReorderedString(text, bidi.getEmbeddingLevels(text))
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/[\u0590-\u05ff]+( [\u0590-\u05ff]+)*/g, '…');

const LINKS = { page: 'https://vouch.example/partner/p', stop: 'https://vouch.example/partner/s/unsubscribe' };
const DATE = '2026-11-20';

const follows = ({ name, attribs }: Element): boolean => name === 'bdi' || attribs.dir === 'auto';

/** The texts from right to left that stand in no element whose direction follows its text. */
function astray(node: AnyNode): string[] {
  if (node.type === 'text') return /[\u0590-\u05ff]/.test(node.data) ? [node.data.trim()] : [];
  if (!('children' in node)) return [];
  if ('attribs' in node && (follows(node) || node.name === 'title')) return [];
  return node.children.flatMap(astray);
}

function blocks(): readonly Block[] {
  const row = { mark: '✓', tone: 'kept', what: WORDS, when: WORDS, state: `Skipped: ${WORDS}` } as const;
  return [{ heading: WORDS }, { subheading: WORDS }, { text: WORDS }, { small: WORDS }, { rows: [row] }];
}

function notice() {
  const tasks = [{ task_id: 't', date: DATE, status: 'skipped' as const }];
  const words = new Map([['t', { title: WORDS, reason: WORDS }]]);
  return noticeMessage({ ...PARTIES, ...LINKS }, { dates: [DATE], tasks, words });
}

const MADE: Readonly<Record<string, () => string>> = {
  'the mail with several blocks': () => renderSheetMail({ subject: WORDS, blocks: blocks(), why: WORDS, links: [] }).html,
  'the mail with one link': () =>
    renderLinkMail(
      () => ({
        subject: WORDS,
        blocks: [{ heading: WORDS }, { text: WORDS }, { small: WORDS }, { button: { label: 'Go', url: LINKS.page } }],
        why: WORDS,
        links: [],
      }),
      { address: 'ada@example.org', name: WORDS, url: LINKS.page },
    ).html,
  'the invitation of a partner': () => renderPartnerMail(invitationMessage({ ...PARTIES, ...LINKS }, 'first')).html,
  'the notice to a partner': () => renderPartnerMail(notice()).html,
  "the partner's page": () =>
    renderPartnerPage(
      invitationPage({ ...PARTIES, accept: '/a', words: '/w', pdf: '/p', download: '/d', decline: '/d', stop: '/s', role: 'first' }),
    ),
  'the report of a day': () =>
    renderReportHtml(dailyModel(day({ tasks: [task({ title: WORDS, status: 'skipped', skip_reason: WORDS })] }), WORDS)),
  'the history': () =>
    renderReportHtml(
      historyModel(history({ entries: [entry({ title: WORDS, detail: WORDS, actor: { kind: 'partner', name: WORDS } })] }), WORDS),
    ),
};

test.each(Object.entries(MADE))('%s shows what people wrote in its own direction', (_name, made) => {
  const html = made();
  expect(html).toContain(WORDS);
  expect(astray(parseDocument(html))).toEqual([]);
});

test('the texts of a message keep their words and numbers in order beside a name from right to left', () => {
  const message = noticeMessage(
    { ...PARTIES, owner: `${WORDS} 5`, ...LINKS },
    {
      dates: [DATE],
      tasks: [{ task_id: 't', date: DATE, status: 'skipped' }],
      words: new Map([['t', { title: `${WORDS} 7`, reason: `${WORDS}!` }]]),
    },
  );
  const { subject, text } = renderPartnerMail(message);
  expect(seen(subject)).toBe('5 …: 1 skipped on Friday 20 November 2026');
  const lines = text.split('\n').map(seen);
  expect(lines).toEqual(expect.arrayContaining(['Hello ….', '- Skipped: 7 … (!…)']));
  expect(lines.join('\n')).toContain('the accountability partner of 5 … (ada@example.org).');
});
