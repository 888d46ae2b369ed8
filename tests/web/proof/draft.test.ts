import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../web/api/problem.ts';
import { refusedFields } from '../../../web/forms/refusal.ts';
import {
  DESIGN_TEMPLATE,
  diagramOf,
  draftFrom,
  emptyDraft,
  isCommit,
  linksIn,
  linkWords,
  PROOF,
  type ProofDraft,
  proofFieldOf,
  proofOf,
} from '../../../web/proof/draft.ts';
import {
  addressesIn,
  asTyped,
  attachFault,
  EMAIL,
  EMPTY,
  type EmailDraft,
  emailFieldOf,
  fieldsOf,
  isSame,
} from '../../../web/proof/email/email-draft.ts';
import { aSubmission, faultsIn } from '../examples.ts';

/** What the form says of a proof with so many files. */
const faultsWith = (draft: ProofDraft, files: number) =>
  faultsIn(PROOF, { ...draft, files: Array.from({ length: files }, () => 'done' as const) });
const withLinks = (draft: ProofDraft, links: readonly string[]): ProofDraft => ({ ...draft, links });

const DRAFT = emptyDraft('general');
const COMMIT = 'https://github.com/ada/vouch/commit/9be1c07a41f9c2';

test('a pasted text counts as links only if it contains nothing else', () => {
  expect(linksIn(' https://a.example/x\nhttp://b.example ')).toEqual(['https://a.example/x', 'http://b.example']);
  expect(['see https://a.example', 'javascript:alert(1)', 'a.example/x', '', '9be1c07'].map(linksIn)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('commits are recognized by their address, on every site', () => {
  const links = [
    COMMIT,
    'https://gitlab.com/a/b/-/commit/9be1c07',
    'https://bitbucket.org/a/b/commits/9be1c07',
    'https://github.com/a/b/pull/7',
  ];
  expect(links.map(isCommit)).toEqual([true, true, true, false]);
  expect([COMMIT, 'https://gitlab.com/a/b/-/commit/9be1c07aa', 'https://a.example/'].map(linkWords)).toEqual([
    'github.com/ada/vouch 9be1c07',
    'gitlab.com/a/b 9be1c07',
    'a.example',
  ]);
});

test('a draft sends only what was given, with links and commits apart, including a link still in the field', () => {
  const draft = { ...withLinks(DRAFT, ['https://a.example/x', COMMIT]), link: 'https://b.example', text: ' Done. ' };
  expect(proofOf(draft, ['f1'])).toEqual({
    text: 'Done.',
    links: ['https://a.example/x', 'https://b.example'],
    commits: [COMMIT],
    files: ['f1'],
  });
  expect(proofOf(DRAFT, [])).toEqual({});
});

test('unchanged text of the template is not sent', () => {
  const draft = { ...emptyDraft('system_design'), design: DESIGN_TEMPLATE };
  expect(faultsWith(draft, 0).files).toBe('Give something: a file, a link or a few words.');
  expect(diagramOf(draft)).toBeNull();
  const design = { ...DESIGN_TEMPLATE, estimates: `${DESIGN_TEMPLATE.estimates} 40 dollars` };
  expect(proofOf({ ...draft, design }, [])).toEqual({
    design: { requirements: '', estimates: design.estimates, components: '', tradeOffs: '' },
  });
  expect(diagramOf({ ...draft, design: { ...design, mermaid: 'flowchart LR' } })).toBe('flowchart LR');
});

test('a design is sent with its diagram and the picture of it', () => {
  const design = { requirements: 'Fast.', estimates: '', components: '', tradeOffs: '', mermaid: 'flowchart LR' };
  const draft = { ...emptyDraft('system_design'), design };
  const { mermaid, ...sections } = design;
  expect(proofOf(draft, [], 'picture')).toEqual({ design: { ...sections, diagram: { mermaid, file: 'picture' } } });
  expect(proofOf({ ...draft, design: { ...design, mermaid: ' ' } }, [])).toEqual({ design: sections });
});

test('a draft reports its faults, and that nothing was given', () => {
  const many = (count: number, of: (n: number) => string) =>
    withLinks(
      DRAFT,
      Array.from({ length: count }, (_, n) => of(n)),
    );
  expect(faultsWith(DRAFT, 0)).toEqual({ files: 'Give something: a file, a link or a few words.' });
  expect(faultsWith(DRAFT, 1)).toEqual({});
  expect(faultsWith({ ...DRAFT, link: '9be1c07' }, 0)).toEqual({ link: 'A link that begins with http:// or https://.' });
  expect(
    faultsWith(
      many(11, (n) => `https://a.example/${n}`),
      0,
    ),
  ).toEqual({ link: 'At most 10 links.' });
  expect(
    faultsWith(
      many(21, (n) => `${COMMIT}${n}`),
      0,
    ),
  ).toEqual({ link: 'At most 20 commits.' });
  expect(faultsWith({ ...DRAFT, text: '😀'.repeat(10_001) }, 0)).toEqual({ text: 'At most 10,000 characters.' });
  expect(faultsWith(DRAFT, 21)).toEqual({ files: 'At most 20 files.' });
});

test('a withdrawn proof becomes a draft again', () => {
  const unread = { sha: null, repository: null, author: null, committedAt: null, pushedAt: null, message: null, readAt: null };
  const commit = { url: COMMIT, kind: 'commit' as const, ...unread, confirmed: null, note: null };
  const given = aSubmission({ text: 'Done.', links: ['https://a.example/x'], commits: [commit] });
  expect(draftFrom(given, 'general')).toEqual({ text: 'Done.', links: ['https://a.example/x', COMMIT], link: '', design: null });
});

test("the server's faults are shown at their fields", () => {
  const faults = {
    'proofData.links.0': ['No link.'],
    'proofData.text': ['Too long.'],
    'proofData.files': ['No such file.'],
    proofData: ['Odd.'],
  };
  const refused = new ApiError('No.', { status: 422, code: 'validation_failed', errors: faults });
  expect(Object.fromEntries(refusedFields(refused, proofFieldOf).fields)).toEqual({
    link: 'No link.',
    text: 'Too long.',
    files: 'No such file. Odd.',
  });
});

const full: EmailDraft = { ...EMPTY, to: 'bo@example.org', subject: 'The window', body: 'Could you confirm?' };
const file = (size: number, id = 'f1') => ({ id, name: 'plan.pdf', type: 'application/pdf', size });

test.each([
  ['', []],
  ['bo@example.org', ['bo@example.org']],
  [' bo@example.org , cy@example.org;\teve@example.org ', ['bo@example.org', 'cy@example.org', 'eve@example.org']],
  ['Bo Day <bo@example.org>, "Day, Cy" <cy@example.org>', ['bo@example.org', 'cy@example.org']],
  ['bo', ['bo']],
])('the text %j has the addresses %j', (line, addresses) => {
  expect(addressesIn(line)).toEqual(addresses);
});

test('a draft is unchanged after it was sent to the server and read again', () => {
  const draft = { ...full, cc: 'cy@example.org, eve@example.org', attachments: [file(7)] };
  const fields = fieldsOf(draft);
  expect(fields).toMatchObject({ to: ['bo@example.org'], cc: ['cy@example.org', 'eve@example.org'], bcc: [], attachments: ['f1'] });
  const again = asTyped({ ...fields, attachments: draft.attachments } as unknown as Parameters<typeof asTyped>[0]);
  expect([again, isSame(again, draft), isSame(again, { ...draft, subject: ' The window ' }), isSame(again, full)]).toEqual([
    draft,
    true,
    true,
    false,
  ]);
});

const emailFaults = (draft: EmailDraft, toSend: boolean) => faultsIn(EMAIL, { ...draft, step: toSend ? 'send' : 'save' });

test('a fault of an address is shown at its line, and a fault of no field at the first one', () => {
  expect(['cc', 'subject', 'files'].map(emailFieldOf)).toEqual(['cc', 'subject', 'to']);
});

describe('faults', () => {
  test('may miss any field in a draft, but not in an email to be sent', () => {
    expect(emailFaults(EMPTY, false)).toEqual({});
    expect(Object.keys(emailFaults(EMPTY, true))).toEqual(['to', 'subject', 'body']);
    expect(emailFaults(full, true)).toEqual({});
    expect(emailFaults({ ...full, to: '', bcc: 'bo@example.org' }, true)).toEqual({});
  });

  test('are reported in both if no email could have the value', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}@example.org`).join(', ');
    expect(emailFaults({ ...full, cc: 'bo@example.org, cy' }, false)).toEqual({ cc: '‘cy’ is not an email address.' });
    expect(emailFaults({ ...full, to: many(12), bcc: many(9) }, false)).toEqual({ to: 'At most 20 recipients in all.' });
    expect(Object.keys(emailFaults({ ...full, subject: 'x'.repeat(201), body: 'x'.repeat(50_001) }, false))).toEqual(['subject', 'body']);
  });

  test('include too many and too large attachments', () => {
    const draft = { ...full, attachments: [file(20_971_519)] };
    expect([attachFault(draft, [1]), attachFault(full, [])]).toEqual([null, null]);
    expect(attachFault(draft, [2])).toBe('Attachments may have 20 MB together.');
    const ten = { ...full, attachments: Array.from({ length: 10 }, (_, index) => file(1, `f${index}`)) };
    expect(attachFault(ten, [1])).toBe('At most 10 attachments.');
  });
});
