import { describe, expect, test } from 'vitest';
import type { CodeTask } from '../../src/contracts/code-task.ts';
import type { Verification } from '../../src/contracts/proof.ts';
import { decidedRows } from '../../src/messages/partner/decided-view.ts';
import { renderPartnerPage } from '../../src/messages/partner/page.ts';
import { DEAD_LINK_PAGE } from '../../src/messages/partner/pages.ts';
import { type WaitingMatter, waitingView } from '../../src/messages/partner/waiting-view.ts';
import { renderPartnerMail, renderPartnerText } from '../../src/messages/partner-messages/mail.ts';
import { type ReviewRow, reviewMessage } from '../../src/messages/partner-messages/review.ts';

const PARTIES = {
  owner: 'Ada Ode',
  ownerAddress: 'ada@example.org',
  partner: 'Søren',
  page: 'https://vouch.example/partner/p',
  stop: 'https://vouch.example/partner/s/unsubscribe',
  ends: '4 December 2026',
};
const ZONE = 'Europe/Berlin';
const HOSTILE = '<img src=x onerror=alert(1)>';
const AT = '2026-11-19T11:04:00.000Z';
const UNTIL = '2026-11-22T11:04:00.000Z';

describe('the message about waiting proofs and appeals', () => {
  const row = (kind: ReviewRow['kind'], title = 'Water the plants'): ReviewRow => ({ kind, type: 'email', title, at: AT, until: UNTIL });
  const mailOf = (...rows: ReviewRow[]) => renderPartnerMail(reviewMessage(PARTIES, rows, ZONE));

  test.each([
    [['review'], 'Ada Ode has given a proof for you to judge'],
    [['review', 'review'], 'Ada Ode has given 2 proofs for you to judge'],
    [['reminder'], 'A proof of Ada Ode still waits for you'],
    [['appeal'], 'Ada Ode asks you to count a miss as kept'],
    [['review', 'appeal'], 'Ada Ode: two things wait for you'],
  ] as const)('has for %j the subject ‘%s’', (kinds, subject) => {
    expect(mailOf(...kinds.map((kind) => row(kind))).subject).toBe(subject);
  });

  test('names the task, the deadline and the page for the decision, in text, in HTML and in a chat', () => {
    const { text, html } = mailOf(row('review'));
    for (const form of [text, html])
      for (const part of ['Water the plants', 'Email, given Thu 19 Nov, 12:04, decide by Sun 22 Nov, 12:04', PARTIES.page, PARTIES.stop])
        expect(form).toContain(part);
    expect(renderPartnerText(reviewMessage(PARTIES, [row('appeal')], ZONE))).toContain('Appeal: Water the plants');
  });

  test('shows titles as text, and only the first ones of very many', () => {
    expect(mailOf(row('review', HOSTILE)).html).not.toContain('<img');
    const { text } = mailOf(...Array.from({ length: 60 }, () => row('review')));
    expect(text.match(/Water the plants/g)).toHaveLength(40);
    expect(text).toContain('The page has 20 more.');
  });
});

const REVIEW = { id: 'r', at: AT, score: null, criteria: [], comment: 'Too dark', model: null, prompt_version: null, seen: null };
const SUBMISSION: Verification['submissions'][number] = {
  id: 's2',
  at: AT,
  text: 'Look',
  links: [],
  files: [],
  commits: [],
  design: null,
  email_task_id: null,
  code_task_id: null,
  state: 'in_review',
  reviews: [],
};
const FILE: Verification['submissions'][number]['files'][number] = {
  id: 'f1',
  name: 'after.png',
  type: 'image/png',
  size: 9,
  sha256: 'ab'.repeat(32),
  width: null,
  height: null,
  preview: false,
  captured_at: null,
  created_at: AT,
  task_id: 't',
  seen_before: null,
};
const VERIFICATION: Verification = {
  id: 't',
  task_id: 't',
  task_title: 'Water the plants',
  type: 'general',
  state: 'in_review',
  requirement: null,
  due_at: AT,
  proof_due_at: UNTIL,
  judge: 'partner',
  partner: null,
  submissions: [SUBMISSION],
  decision: null,
  appeal: null,
  corrected: false,
  created_at: AT,
  updated_at: AT,
};

test('a mail with a verdict names what a machine was given of the proof, and its SHA-256', () => {
  const entry = { when: 'Thu 19 Nov, 12:04', mark: 'rejected', what: 'Proof rejected', title: 'Ship it', by: 'by the AI' };
  const judged = { ...entry, fingerprint: '', seen: 'after.png: by name only', proof: [FILE.sha256] };
  const summary = { owner: '', heading: '', lead: '', said: '', figures: [], groups: [], shared: '' };
  const told = [{ label: 'Missed', entries: [judged] }];
  const { text, html } = renderPartnerMail({ ...reviewMessage(PARTIES, [], ZONE), summary: { ...summary, told } });
  const after = `after.png: by name only\n  SHA-256 of its proof: ${FILE.sha256}`;
  expect(text).toContain(`- Thu 19 Nov, 12:04: Proof rejected, Ship it, by the AI\n  ${after}\n`);
  for (const part of ['<bdi>after.png: by name only</bdi>', `SHA-256 of its proof: ${FILE.sha256}`]) expect(html).toContain(part);
});

describe('the page with waiting proofs and appeals', () => {
  const matter = (submission: Partial<Verification['submissions'][number]> = {}, more: Partial<Verification> = {}): WaitingMatter => {
    const one = { ...SUBMISSION, ...submission };
    const verification = { ...VERIFICATION, submissions: [one], ...more };
    const material = { code: null, email: null };
    return { kind: 'review', verification, submission: one, material, until: UNTIL, completed_at: AT, missed_at: null, late: false };
  };
  const htmlOf = (matters: readonly WaitingMatter[], sent: Parameters<typeof waitingView>[1]['sent'] = null) => {
    const context = { to: '/partner/p/verdict', files: '/partner/p/files', zone: ZONE, now: AT, reader: 'Søren', sent };
    return renderPartnerPage({ ...DEAD_LINK_PAGE, waiting: waitingView(matters, context) });
  };

  test('shows all content as text, and links only to http and https', () => {
    const html = htmlOf([
      matter(
        {
          text: HOSTILE,
          links: ['https://аррӏе.com/a?b=1&c="', 'javascript:alert(1)', 'data:text/html,x'],
          design: {
            requirements: HOSTILE,
            estimates: '',
            components: '',
            trade_offs: '',
            diagram: { mermaid: `A[${HOSTILE}]`, file: null },
          },
          reviews: [
            {
              ...REVIEW,
              judge: { kind: 'ai', name: HOSTILE },
              verdict: 'comment',
              score: 72,
              comment: HOSTILE,
              seen: [{ file: 'f1', as: 'name' }],
            },
          ],
        },
        { task_title: `${HOSTILE}\u202e`, requirement: HOSTILE },
      ),
    ]);
    expect(html).not.toMatch(/<img|<script|style="|\u202e|javascript:|data:/);
    expect(html.match(/href="http[^"]*"/g)).toEqual(['href="https://xn--80ak6aa92e.com/a?b&#x3D;1&amp;c&#x3D;%22"']);
    expect(html).toContain('rated it 72 of 100');
    // The file that the AI was given by name only was deleted meanwhile.
    expect(html).toContain('<bdi>A deleted file: by name only</bdi>');
  });

  test('shows designs and statements as formatted Markdown', () => {
    const parts = { requirements: '# Ten a second\n\n[x](javascript:alert(1))', estimates: '', components: '- cache', trade_offs: '' };
    const html = htmlOf([matter({ design: { ...parts, diagram: null } })]);
    expect(html).toContain('<h4>Requirements</h4><div class="md" dir="auto"><h5>Ten a second</h5><p>x</p></div>');
    expect(html).toContain('<h4>Components</h4><div class="md" dir="auto"><ul><li><p>cache</p></li></ul></div>');
  });

  test('shows the email, and the code with the examples that the owner changed', () => {
    const result = { input: 'a = 1', expected: '2', actual: '3', passed: false, output: '', ms: 1, error: null };
    const best = {
      id: 'a',
      at: AT,
      language: 'python',
      code: HOSTILE,
      status: 'failed',
      results: [result],
      passed: 0,
      total: 1,
      ms: 1,
    } as const;
    const code = {
      ...{
        id: 'c',
        task_id: 't',
        url: 'https://example.org/two-sum',
        title: HOSTILE,
        statement: HOSTILE,
        examples_found: 1,
        constraints: [],
      },
      ...{ kind: 'function', signature: null, pasted: true, status: 'attempted', error: null, attempts: 1, created_at: AT },
      examples: [{ input: 'a = 1', output: '2', explanation: null, edited: true }],
      best: { ...best, results: [result] },
    } as const satisfies CodeTask;
    const email = { subject: HOSTILE, body: HOSTILE, recipients: 3 };
    const html = htmlOf([{ ...matter(), material: { code: { ...code, examples: [...code.examples], constraints: [] }, email } }]);
    for (const part of [
      'The sandbox ran it: 0 of 1 example passed.',
      '1 example was written or changed by the owner.',
      'The statement was pasted by the owner',
      'Example 1: failed, changed by the owner',
      'To 3 recipients.',
    ])
      expect(html).toContain(part);
    expect(html).not.toContain('<img');
  });

  test('says who gave each earlier verdict', () => {
    const judged = (name: string) => ({
      ...SUBMISSION,
      id: name,
      reviews: [{ ...REVIEW, judge: { kind: 'partner', name } as const, verdict: 'rejected' as const }],
    });
    const html = htmlOf([matter({}, { submissions: [judged('Kim'), judged('Søren'), SUBMISSION] })]);
    expect(html).toContain('An earlier proof was rejected by Kim');
    expect(html).toContain('An earlier proof was rejected by you');
  });

  test('keeps a refused text in its own form only', () => {
    const matters = [matter(), matter({ id: 's3' }, { id: 't2', task_id: 't2' })];
    const html = htmlOf(matters, { verification: 't2', isAppeal: false, comment: HOSTILE, error: 'Say why.' });
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
    expect(html).toContain(`autofocus>&lt;img`);
    expect(html.match(/name="verdict" value="accepted" formnovalidate/g)).toHaveLength(2);
  });

  test('shows no form if nothing waits, and at most 50 forms', () => {
    expect(htmlOf([])).not.toContain('<form');
    const html = htmlOf(Array.from({ length: 53 }, () => matter()));
    expect(html.match(/<form/g)).toHaveLength(50);
    expect(html).toContain('3 more things wait, and will be here once some of these are decided.');
  });

  test('shows decided proofs below', () => {
    const common = { at: AT, title: HOSTILE, comment: 'No', files: [FILE] };
    const decided = decidedRows(
      [
        { ...common, about: 'appeal', outcome: 'rejected', seen: null },
        { ...common, about: 'proof', outcome: 'accepted', seen: [{ file: FILE.id, as: 'name' }] },
      ],
      { moment: () => 'today 12:04', to: '/partner/p/files' },
    );
    const html = renderPartnerPage({ ...DEAD_LINK_PAGE, decided });
    expect(html).toContain('Miss stands: <bdi>&lt;img');
    expect(html).toContain('‘No’');
    expect(html.match(/after\.png: by name only/g)).toHaveLength(1);
    expect(html.match(new RegExp(`SHA-256 of its proof: <code>${FILE.sha256}</code>`, 'g'))).toHaveLength(2);
  });
});
