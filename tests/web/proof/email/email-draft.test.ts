import { describe, expect, test } from 'vitest';
import {
  addressesIn,
  attachFault,
  draftOf,
  EMPTY,
  type EmailDraft,
  faultsIn,
  fieldsOf,
  isSame,
} from '../../../../web/proof/email/email-draft.ts';

const full: EmailDraft = { ...EMPTY, to: 'bo@example.org', subject: 'The window', body: 'Could you confirm?' };
const file = (size: number, id = 'f1') => ({ id, name: 'plan.pdf', type: 'application/pdf', size });

test.each([
  ['', []],
  ['bo@example.org', ['bo@example.org']],
  [' bo@example.org , cy@example.org;\teve@example.org ', ['bo@example.org', 'cy@example.org', 'eve@example.org']],
  ['Bo Day <bo@example.org>, "Day, Cy" <cy@example.org>', ['bo@example.org', 'cy@example.org']],
  ['bo', ['bo']],
])('%j has the addresses %j', (line, addresses) => {
  expect(addressesIn(line)).toEqual(addresses);
});

test('a draft goes to the server and comes back as it was', () => {
  const draft = { ...full, cc: 'cy@example.org, eve@example.org', attachments: [file(7)] };
  const fields = fieldsOf(draft);
  expect(fields).toMatchObject({ to: ['bo@example.org'], cc: ['cy@example.org', 'eve@example.org'], bcc: [], attachments: ['f1'] });
  const again = draftOf({ ...fields, attachments: draft.attachments } as unknown as Parameters<typeof draftOf>[0]);
  expect([again, isSame(again, draft), isSame(again, { ...draft, subject: ' The window ' }), isSame(again, full)]).toEqual([
    draft,
    true,
    true,
    false,
  ]);
});

describe('faults', () => {
  test('a draft can lack anything, an email that is sent cannot', () => {
    expect(faultsIn(EMPTY, false)).toEqual({});
    expect(Object.keys(faultsIn(EMPTY, true))).toEqual(['to', 'subject', 'body']);
    expect(faultsIn(full, true)).toEqual({});
    expect(faultsIn({ ...full, to: '', bcc: 'bo@example.org' }, true)).toEqual({});
  });

  test('what no email can have is said in both', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}@example.org`).join(', ');
    expect(faultsIn({ ...full, cc: 'bo@example.org, cy' }, false)).toEqual({ cc: '‘cy’ is not an email address.' });
    expect(faultsIn({ ...full, to: many(12), bcc: many(9) }, false)).toEqual({ to: 'At most 20 recipients in all.' });
    expect(Object.keys(faultsIn({ ...full, subject: 'x'.repeat(201), body: 'x'.repeat(50_001) }, false))).toEqual(['subject', 'body']);
  });

  test('attachments have a number and a size', () => {
    const draft = { ...full, attachments: [file(20_971_519)] };
    expect([attachFault(draft, [1]), attachFault(full, [])]).toEqual([null, null]);
    expect(attachFault(draft, [2])).toBe('Attachments may have 20 MB together.');
    const ten = { ...full, attachments: Array.from({ length: 10 }, (_, index) => file(1, `f${index}`)) };
    expect(attachFault(ten, [1])).toBe('At most 10 attachments.');
  });
});
