import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advanceDeletion, farewellKeyOwner, requestDeletion } from '../../src/app/account/account-deletion.ts';
import type { App } from '../../src/app/app.ts';
import { userCaller } from '../../src/app/caller.ts';
import { requestExport } from '../../src/app/export.ts';
import { answerInvitation, openPartnerLink, partnerCaller } from '../../src/app/partner/partner-answers.ts';
import { addPartner, askSummary } from '../../src/app/partner/partners.ts';
import { takeVacation } from '../../src/app/vacation.ts';
import { partnerKeyOwner } from '../../src/domain/partner/events.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { dumpViews } from '../support/rebuilt.ts';

let program: TestProgram;
beforeAll(async () => {
  // The program offers a provider of its own at its address. Nobody answers at this one, whatever else runs on the machine.
  program = await startTestProgram({ at: '2026-11-16T09:00:00.000Z', env: { PUBLIC_URL: 'http://localhost:1' }, threads: 2 });
});
afterAll(() => program.dispose());

const mailsTo = (address: string): readonly string[] =>
  program.sent.filter(({ to }) => to.address === address).map(({ subject }) => subject);
const waitForAll = async (): Promise<void> => program.app.waitForReadModels(await program.app.store.head());
const due = async (): Promise<void> => {
  await waitForAll();
  await program.timekeeper.tick();
};

interface Person {
  readonly id: string;
  readonly email: string;
  readonly friend: string;
  readonly partner: string;
}

/** A person with a task, a partner who has accepted, and a mail that is to be sent. */
async function person(name: string): Promise<Person> {
  const [email, friend] = [`${name}@example.org`, `${name}@partner.example`];
  const { app } = program;
  const id = await program.signUp(email, 'Europe/Berlin');
  const { id: partner } = await addPartner(app, userCaller(id, app.newId()), { name: 'Bo', email: friend, whatsapp: '', detail: 'titles' });
  await due();
  const token = /\/partner\/(\w+)\n/.exec(program.sent.at(-1)?.text ?? '')?.[1] ?? '';
  const opened = await openPartnerLink(app, token);
  if (opened) await answerInvitation(app, partnerCaller(app, opened.partner), opened, 'Accept');
  await program.promise(id, { title: 'Count the swans', due_date: '2026-12-01' });
  await app.providerTokens.putProviderTokens(id, 'google', {
    access: `access of ${id}`,
    refresh: null,
    expires_at: null,
    id: '1',
    scopes: [],
  });
  await requestExport(app, id, app.newId());
  await due();
  await program.accounts.forgot({ email }, app.newId());
  await program.accounts.drain();
  await waitForAll();
  return { id, email, friend, partner };
}

/** The program's ports, on which every write fails from the `last`th on, as if the program had been killed there. */
function dying(app: App, last: number): { readonly app: App; readonly died: () => boolean } {
  let left = last;
  let died = false;
  const mortal = <T extends object>(port: T, writing: readonly string[]): T =>
    new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          if (writing.includes(String(name)) && left-- <= 0) {
            died = true;
            throw new Error('killed');
          }
          return Reflect.apply(value, target, given);
        };
      },
    });
  return {
    died: () => died,
    app: {
      ...app,
      store: mortal(app.store, ['append']),
      keys: mortal(app.keys, ['destroyKey', 'createKey']),
      secretsUpkeep: mortal(app.secretsUpkeep, ['forget']),
      providerTokens: mortal(app.providerTokens, ['putRevocation', 'endProviderTokens']),
      files: mortal(app.files, ['forget']),
      outboxes: app.outboxes.map((outbox) => mortal(outbox, ['forget'])),
    },
  };
}

/** The events that were written since, by kind of stream and type. */
async function writtenSince(position: string): Promise<readonly string[]> {
  const events = await program.app.store.readAll(position, 1_000);
  return events.map(({ stream, type }) => `${stream.slice(0, stream.indexOf('-'))} ${type}`).sort();
}

async function leave(who: Person, app: App): Promise<readonly string[]> {
  const before = await program.app.store.head();
  await requestDeletion(program.app, who.id, program.app.newId());
  await advanceDeletion(app, who.id).catch(() => null);
  await due();
  await due();
  return writtenSince(before);
}

const ALL = [
  'account AccountDeleted',
  'account AccountDeletionRequested',
  'address AddressReleased',
  'delivery DeliveryBegun',
  'delivery DeliveryBegun',
  'delivery DeliveryCancelled',
  'delivery DeliveryRequested',
  'delivery DeliveryRequested',
  'delivery DeliverySent',
  'delivery DeliverySent',
  'partner PartnerRemoved',
];

async function gone({ id, email, friend, partner }: Person): Promise<void> {
  const { keys, credentials, providerTokens } = program.app;
  for (const key of [id, farewellKeyOwner(id), partnerKeyOwner(partner)]) expect([key, await keys.key(key)]).toEqual([key, null]);
  expect(await credentials.password(id)).toBeNull();
  expect(await providerTokens.providerTokens(id, 'google')).toBeNull();
  // No provider is set up that could be told, so it waits.
  expect((await providerTokens.revocations()).filter(({ access }) => access === `access of ${id}`)).toHaveLength(1);
  expect(mailsTo(email).filter((subject) => subject.includes('deleted'))).toHaveLength(1);
  expect(mailsTo(friend).filter((subject) => subject.startsWith('You are no longer'))).toHaveLength(1);
}

/** The read models that have a document of the account. */
const readModelsOf = (owner: string): readonly string[] =>
  Object.entries(dumpViews(program.folder))
    .filter(([, rows]) =>
      (rows as readonly Row[]).some((row) => row.doc !== null && [row.id, row.doc?.owner, row['f.owner']].includes(owner)),
    )
    .map(([table]) => table.replace(/^c\.|\.v\d+$/g, ''));

interface Row {
  readonly id: string;
  /** Left out if the document is made from its event; then the row has the owner. */
  readonly doc?: { readonly owner?: unknown } | null;
  readonly 'f.owner'?: unknown;
}

describe('an account that is deleted', () => {
  test('ends with one farewell to its owner and one to the partner', async () => {
    const who = await person('whole');
    // The read models are in two files, and those of both have something of every account.
    expect(readModelsOf(who.id)).toEqual(expect.arrayContaining(['days', 'history', 'accounts', 'tasks']));
    expect(await leave(who, program.app)).toEqual(ALL);
    await gone(who);
    expect(readModelsOf(who.id)).toEqual([]);
    expect(mailsTo(who.friend).at(-1)).not.toContain('Robin');
    expect(await writtenSince(await program.app.store.head())).toEqual([]);
  });

  test('ends the same when the deletion is interrupted anywhere', { timeout: 60_000 }, async () => {
    for (let last = 0; ; last += 1) {
      const who = await person(`cut${last}`);
      const { app, died } = dying(program.app, last);
      const written = await leave(who, app);
      expect([last, written]).toEqual([last, ALL]);
      await gone(who);
      const again = await program.signUp(who.email, 'Europe/Berlin');
      expect(again).not.toBe(who.id);
      if (!died()) return expect(last).toBeGreaterThan(10);
    }
  });

  test('ends the same when finished steps are repeated after a start', async () => {
    const who = await person('summary');
    const caller = userCaller(who.id, program.app.newId());
    await askSummary(program.app, caller, who.partner, null);
    await takeVacation(program.app, caller, { from: '2026-12-21', to: '2026-12-24' });
    await due();
    await leave(who, program.app);
    const before = await program.app.store.head();
    await program.reactAgain();
    expect(await writtenSince(before)).toEqual([]);
  });

  test('is deleted completely by the next sign-up if the deletion was interrupted at once', async () => {
    const who = await person('soon');
    await requestDeletion(program.app, who.id, program.app.newId());
    const input = { email: who.email, password: 'a rather long password', fullName: 'Robin', timezone: 'UTC' };
    const { userId, position } = await program.accounts.signup(input, program.app.newId());
    await program.accounts.drain();
    expect(userId).not.toBe(who.id);
    expect(await program.app.keys.key(who.id)).toBeNull();
    await program.app.waitForReadModels(position);
    await due();
    await gone(who);
  });

  test('is deleted completely two days later, and nothing is due for it within a month', async () => {
    const who = await person('over');
    await leave(who, program.app);
    const before = await program.app.store.head();
    await program.to('2026-12-20T00:00:00.000Z');
    const later = (await program.app.store.readAll(before, 10_000)).filter(
      ({ stream, metadata }) => stream.includes(who.id) || metadata.owner === who.id,
    );
    expect(later.map(({ type }) => type)).toEqual(['AccountForgotten']);
    expect(program.errors).toEqual([]);
    expect((await program.stores.verify()).breaks).toEqual([]);
  });
});
