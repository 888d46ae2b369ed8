import { describe, expect, it, onTestFinished } from 'vitest';
import type { Copies, MailCopy, MessageCopy } from '../../src/ports/files.ts';

const mail = (id: string, ...to: string[]): MailCopy => ({
  id,
  to,
  from: 'vouch@example.org',
  subject: `Mail ${id}`,
  text: 'text',
  html: '<p>html</p>',
  headers: { 'list-unsubscribe': '<x>', 'with.dot': '$x' },
  attachments: [{ filename: 'report.pdf', content_type: 'application/pdf', size: 1234 }],
  at: '2026-11-20T16:00:00.000Z',
});
const message = (id: string, to: string): MessageCopy => ({
  id,
  channel: 'whatsapp',
  to,
  text: `Message ${id}`,
  at: '2026-11-20T16:00:00.000Z',
});

interface Kind<T> {
  open(): Promise<Copies<T>>;
  copy(id: string, to: string): T;
  /** Two recipients, and another spelling of the first. */
  readonly to: readonly [string, string, string];
}

function kindContract<T extends { readonly id: string }>({ open: openCopies, copy, to: [ann, bob, annAgain] }: Kind<T>): void {
  const open = async (): Promise<Copies<T>> => {
    const copies = await openCopies();
    onTestFinished(() => copies.close());
    return copies;
  };
  const ids = async (copies: Copies<T>, filter: { readonly to?: string } = {}) =>
    (await copies.list({ ...filter, limit: 9 })).map(({ id }) => id);

  it('lists copies newest first, up to a limit', async () => {
    const copies = await open();
    for (const id of ['2', '3', '1']) await copies.add(copy(id, ann), 'ann');
    expect(await copies.list({ limit: 2 })).toEqual([copy('1', ann), copy('3', ann)]);
  });

  it('lists copies to one address, however it is written', async () => {
    const copies = await open();
    await copies.add(copy('1', annAgain), 'ann');
    await copies.add(copy('2', bob), null);
    await copies.add(copy('3', ann), 'ann');
    expect(await ids(copies, { to: ann })).toEqual(['3', '1']);
    expect(await ids(copies, { to: annAgain })).toEqual(['3', '1']);
    expect(await ids(copies, { to: bob })).toEqual(['2']);
  });

  it('keeps the first one if the same copy is added twice', async () => {
    const copies = await open();
    await Promise.all([copies.add(copy('1', ann), 'ann'), copies.add(copy('1', ann), 'ann')]);
    await copies.add(copy('2', ann), 'ann');
    await copies.add(copy('1', bob), 'ann');
    expect(await ids(copies)).toEqual(['2', '1']);
    expect(await ids(copies, { to: bob })).toEqual([]);
  });

  it('says whether a copy exists', async () => {
    const copies = await open();
    await copies.add(copy('1', ann), 'ann');
    expect([await copies.has('1'), await copies.has('2')]).toEqual([true, false]);
    await copies.forget('ann');
    expect(await copies.has('1')).toBe(false);
  });

  it('forgets the copies of one user', async () => {
    const copies = await open();
    await copies.add(copy('1', ann), 'ann');
    await copies.add(copy('2', bob), 'bob');
    await copies.add(copy('3', bob), null);
    await copies.forget('ann');
    await copies.forget('ann');
    expect(await ids(copies)).toEqual(['3', '2']);
    expect(await ids(copies, { to: ann })).toEqual([]);
  });
}

export function copiesContract(openMailbox: () => Promise<Copies<MailCopy>>, openOutbox: () => Promise<Copies<MessageCopy>>): void {
  describe('the mailbox', () => {
    kindContract({ open: openMailbox, copy: mail, to: ['ann@example.org', 'bob@example.org', 'Ann@Example.ORG'] });

    it('lists a mail to several recipients for each of them', async () => {
      const mailbox = await openMailbox();
      onTestFinished(() => mailbox.close());
      const both = mail('1', 'ann@example.org', 'bob@example.org');
      await mailbox.add(both, 'ann');
      for (const to of both.to) expect(await mailbox.list({ to, limit: 9 })).toEqual([both]);
    });
  });

  describe('the outbox', () => {
    kindContract({ open: openOutbox, copy: message, to: ['+49 151 1', '+49 151 2', '49151-1'] });
  });
}
