import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionDecider } from '../../src/domain/account/decide.ts';
import { sessionStream } from '../../src/domain/account/session-events.ts';
import { DELIVERY_EVENTS, type DeliveryEvent, deliveryStream } from '../../src/domain/delivery/events.ts';
import type { Decider } from '../../src/domain/kernel/decider.ts';
import { SYSTEM } from '../../src/domain/kernel/event.ts';
import { handle } from '../../src/domain/kernel/handle.ts';
import type { MailMessage } from '../../src/ports/mailer.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';

const requestDecider: Decider<boolean, DeliveryEvent, DeliveryEvent> = {
  events: DELIVERY_EVENTS,
  initial: false,
  evolve: () => true,
  decide: (event, requested) => (requested ? [] : [event]),
};

let program: TestProgram;
let owner: string;
beforeEach(async () => {
  program = await startTestProgram({ at: '2026-11-20T22:50:00Z' });
  owner = await program.signUp('ada@example.org', 'Europe/Berlin');
});
afterEach(() => program.dispose());

const context = () => ({ owner, actor: SYSTEM, correlationId: 'c', causationId: null });

async function refuse(times: number): Promise<void> {
  for (let count = 0; count < times; count += 1)
    await handle(program.app, sessionDecider, sessionStream(program.app.newId()), { type: 'Refuse' }, context());
}

async function mail(): Promise<MailMessage | undefined> {
  const { app, sent, timekeeper } = program;
  const asked = {
    type: 'DeliveryRequested',
    data: { channel: 'mail', kind: 'refused_sign_ins', user_id: owner, expires_at: null },
    private: { to: 'ada@example.org', name: 'Ada' },
  } as const;
  const { position } = await handle(app, requestDecider, deliveryStream(app.newId()), asked, context());
  await app.waitForReadModels(position as string);
  await timekeeper.tick();
  return sent.find(({ subject }) => subject === 'Somebody tried to sign in to your account');
}

test('says when, how often and what to do, in both forms, with nothing that tells that it was read', async () => {
  await refuse(12);
  const sent = await mail();
  expect(sent?.to).toEqual({ address: 'ada@example.org', name: 'Ada' });
  const { text, html } = sent as MailMessage;
  for (const form of [text, html]) {
    expect(form.replaceAll('&#x2B;', '+')).toContain(
      'Since Friday 20 November 2026, 23:50 (UTC+01:00) a wrong password has been tried 12 times. Each of these tries was refused, and nobody got in by any of them.',
    );
    expect(form).toContain('A new password is wise all the same');
    expect(form).toContain('http://127.0.0.1:3000/auth/forgot');
    expect(form).not.toContain('!</');
    expect(form).not.toContain('token=');
  }
  expect(html).not.toMatch(/<img|<script|src=/);
  expect(new Set([...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target))).toEqual(
    new Set(['http://127.0.0.1:3000/auth/forgot']),
  );
});

test('that goes out on a later day names the day that it is about', async () => {
  await refuse(10);
  await program.to('2026-11-21T09:00:00Z');
  await refuse(2);
  expect((await mail())?.text).toContain('On Friday 20 November 2026 a wrong password was tried at least 10 times.');
});

test('is given up where there is nothing to tell', async () => {
  expect(await mail()).toBeUndefined();
});
