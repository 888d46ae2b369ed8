import { afterEach, beforeEach, expect, test } from 'vitest';
import { headFor } from '../../src/app/ledger/heads.ts';
import { keysOf } from '../../src/app/ledger/signing.ts';
import { ledgerBefore } from '../../src/app/partner/ledger-before.ts';
import { openPartnerLink } from '../../src/app/partner/partner-answers.ts';
import { type Head, head as headSchema, signerOf } from '../../src/contracts/ledger/head.ts';
import { isConsistent } from '../../src/contracts/ledger/merkle.ts';
import { required } from '../../src/domain/kernel/records.ts';
import type { MailMessage } from '../../src/ports/mailer.ts';
import { consistencyPath } from '../../src/projections/ledger/tree.ts';
import { PARTNER_EMAIL, type PartnerProgram, startPartnerProgram } from '../support/partner-program.ts';

let program: PartnerProgram;
beforeEach(async () => {
  program = await startPartnerProgram();
});
afterEach(() => program.dispose());

const UNESCAPED: Readonly<Record<string, string>> = { '&quot;': '"', '&#x3D;': '=', '&amp;': '&' };

/** The heads in the text and in the HTML of a mail. */
function headsIn({ text, html = '' }: MailMessage): readonly Head[] {
  const lines = [...text.matchAll(/^\{"ledger".*\}$/gm)].map(([line]) => line);
  const folded = [...html.matchAll(/<details>[\s\S]*?<code[^>]*>(.*?)<\/code>/g)].map(([, line = '']) => line);
  const unescaped = folded.map((line) => line.replace(/&[#\w]+;/g, (entity) => UNESCAPED[entity] ?? entity));
  expect(unescaped).toEqual(lines);
  return lines.map((line) => headSchema.parse(JSON.parse(line)));
}

async function sinceOf(app: PartnerProgram['app'], { text }: MailMessage, newest: Head) {
  const token = /\/partner\/(\w+)\/summary\.pdf/.exec(text)?.[1] ?? '';
  return ledgerBefore(app, required(await openPartnerLink(app, token), 'link'), newest);
}

test('weekly mails and summaries carry the head, which the next one continues, and other mails do not', { timeout: 120_000 }, async () => {
  const { app, owner, sent } = program;
  await program.invite();
  await program.accept();
  for (const due_date of ['2026-11-17', '2026-11-25'])
    await program.complete(owner, await program.promise(owner, { title: 'Water', due_date }));
  await program.to('2026-12-01T12:00:00.000Z');
  const keys = await keysOf(app);
  const carrying = sent.filter((mail) => headsIn(mail).length > 0);
  expect(carrying.every((mail) => headsIn(mail).length === 1)).toBe(true);
  const subjects = carrying.map(({ to, subject }) => `${to.address === PARTNER_EMAIL ? 'partner' : 'owner'}: ${subject}`);
  expect(subjects.filter((subject) => /^owner: (Week|Your assessment)/.test(subject)).length).toBeGreaterThanOrEqual(2);
  expect(subjects.filter((subject) => /^partner: .*: how it went$/.test(subject)).length).toBeGreaterThanOrEqual(2);
  expect(sent.filter((mail) => !carrying.includes(mail)).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Robin asks you to be their accountability partner']),
  );
  const heads = carrying.flatMap(headsIn);
  for (const head of heads) expect(signerOf(head, keys)).not.toBeNull();
  for (const [index, to] of heads.entries()) {
    const from = heads[index - 1] ?? to;
    expect(isConsistent({ from, to, path: await consistencyPath(app.views, owner, from.size, to.size) })).toBe(true);
  }
  expect(heads.at(-1)?.size).toBeGreaterThan(heads[0]?.size ?? 0);

  // A paper of the link in a summary proves that it continues the summary before.
  const newest = required(await headFor(app, owner), 'head');
  const summaries = carrying.filter(({ to }) => to.address === PARTNER_EMAIL);
  const befores = await Promise.all(summaries.map((mail) => sinceOf(app, mail, newest)));
  expect(befores.map((since) => since?.head ?? null)).toEqual([null, ...summaries.slice(0, -1).flatMap(headsIn)]);
  for (const since of befores) if (since) expect(isConsistent({ from: since.head, to: newest, path: since.path })).toBe(true);
});
