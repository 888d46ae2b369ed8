import { afterEach, beforeEach, expect, test } from 'vitest';
import { keysOf } from '../../src/app/ledger/signing.ts';
import { type Head, head as headSchema, signerOf } from '../../src/contracts/ledger/head.ts';
import { isConsistent } from '../../src/contracts/ledger/merkle.ts';
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
});
