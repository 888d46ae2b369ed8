import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { openPartnerLink, partnerCaller, speak } from '../../src/app/partner/partner-answers.ts';
import { sendEscalation, sendNotice, sendSummary } from '../../src/app/partner/partner-notices.ts';
import { undoTask } from '../../src/app/task/tasks.ts';
import { PARTNER_EMAIL, type PartnerProgram, startPartnerProgram } from '../support/partner-program.ts';

let program: PartnerProgram;
let owner: string;

beforeEach(async () => {
  program = await startPartnerProgram();
  owner = program.owner;
});
afterEach(() => program.dispose());

const due = (title: string, due_date = '2026-11-16', due_time: string | null = null) =>
  program.promise(owner, { title, due_date, due_time });
const subjects = () => program.notices().map(({ subject }) => subject);

describe('a partner who has not accepted yet', () => {
  test('gets the invitation and nothing else', async () => {
    await program.invite();
    expect(program.toPartner().map(({ subject }) => subject)).toEqual(['Robin asks you to be their accountability partner']);
    await due('Water the plants');
    await program.to('2026-11-23T12:00:00.000Z');
    expect(program.toPartner()).toHaveLength(1);
    expect(await sendSummary(program.app, owner, 'now')).toBeNull();
    expect(await sendEscalation(program.app, owner, '2026-11-18')).toBeNull();
    expect(await sendNotice(program.app, owner, ['2026-11-16'])).toBeNull();
  });

  test('is not notified later of what was missed before', async () => {
    await program.invite();
    await due('Water the plants');
    await program.to('2026-11-17T06:00:00.000Z');
    await program.accept();
    await program.to('2026-11-17T23:30:00.000Z');
    expect(subjects()).toEqual([]);
  });
});

describe('when a day closes', () => {
  beforeEach(async () => {
    await program.invite();
    await program.accept();
  });

  test('its misses and skips are sent in one message, as they are then', async () => {
    await due('Water the plants');
    const late = await due('Call the bank', '2026-11-16', '12:00');
    await program.skip(owner, await due('Guitar'), 'Guests came');
    await program.complete(owner, await due('Kept'));
    await program.to('2026-11-16T15:00:00.000Z');
    await program.complete(owner, late);
    expect(subjects()).toEqual([]);
    await program.to('2026-11-17T00:00:00.000Z');
    expect(subjects()).toEqual(['Robin: 2 missed, 1 skipped on Monday 16 November 2026']);
    const [{ text, html } = { text: '', html: '' }] = program.notices();
    for (const source of [text, html]) {
      for (const title of ['Water the plants', 'Call the bank', 'Guitar', 'Guests came']) expect(source).toContain(title);
      expect(source).toContain('Missed, done late');
      expect(source).not.toContain('Kept');
    }
  });

  test('what the partner says on their page reaches the owner by mail once, and both answer each other', async () => {
    const toOwner = () => program.sent.filter(({ to, subject }) => to.address === 'ada@example.org' && subject.startsWith('Søren'));
    const opened = await openPartnerLink(program.app, /\/partner\/(\w+)\n/.exec(program.toPartner().at(-1)?.text ?? '')?.[1] ?? '');
    if (opened === null) throw new Error('The link of the invitation leads nowhere.');
    const { app } = program;
    const say = (words: Parameters<typeof speak>[3]) => speak(app, partnerCaller(app, opened.partner), opened.partner, words);
    await program.seen(await say({ kind: 'ask', text: '' }));
    await program.seen(await say({ kind: 'well_done', text: 'Five days!\nKeep going.' }));
    await program.to('2026-11-16T12:00:00.000Z');
    expect(toOwner().map(({ subject }) => subject)).toEqual(['Søren asks what happened', 'Søren says: well done']);
    expect(toOwner().at(-1)?.text).toContain('Five days!\n\nKeep going.');
    expect(toOwner().map(({ headers }) => headers?.['reply-to'])).toEqual([PARTNER_EMAIL, PARTNER_EMAIL]);
    await program.seen(await sendSummary(app, owner, 'now'));
    const { text, html = '' } = program.toPartner().at(-1) ?? { text: '' };
    for (const source of [text, html]) expect(source).toMatch(/\/partner\/\w+\/summary\.pdf/);
    expect(program.toPartner().map(({ headers }) => headers?.['reply-to'])).toEqual([undefined, 'ada@example.org']);
  });

  test('a summary says first what was missed and skipped, with the reasons, then the numbers, and shows no positions', async () => {
    const back = await due('Counts again');
    await program.skip(owner, back, 'Too tired');
    await program.seen((await undoTask(program.app, userCaller(owner, program.app.newId()), back)).position);
    await program.complete(owner, back);
    await due('Water the plants');
    await program.skip(owner, await due('Guitar'), 'Guests came');
    await program.complete(owner, await due('Kept'));
    await program.to('2026-11-17T00:00:00.000Z');
    await program.seen(await sendSummary(program.app, owner, 'now'));
    await program.to('2026-11-17T00:01:00.000Z');
    const [{ text, html } = { text: '', html: '' }] = program.toPartner().slice(-1);
    const missed = text.indexOf('\n\nMissed:\n- ');
    expect(missed).toBeGreaterThan(text.indexOf('promises were due'));
    expect(text.indexOf('Guitar (Guests came)')).toBeGreaterThan(text.indexOf('\n\nSkipped:\n- '));
    expect(text.indexOf('Promised: ')).toBeGreaterThan(text.indexOf('Guitar'));
    expect(html.indexOf('Water the plants')).toBeLessThan(html.indexOf('Promised'));
    for (const source of [text, html]) {
      for (const title of ['Kept', 'Counts again', 'Too tired']) expect(source).not.toMatch(new RegExp(`: (<bdi>)?${title}|, ${title}`));
      expect(source).not.toMatch(/[0-9a-f]{4}…[0-9a-f]{4}/);
    }
  });

  test('nothing is sent if nothing was missed or skipped', async () => {
    await program.complete(owner, await due('Water the plants'));
    await due('Tomorrow', '2026-11-18');
    await program.to('2026-11-17T12:00:00.000Z');
    expect(subjects()).toEqual([]);
  });

  test('one message is sent even if the job runs twice, on two workers, and again', async () => {
    await due('Water the plants');
    await program.to('2026-11-16T23:00:00.000Z');
    const again = () => sendNotice(program.app, owner, ['2026-11-16']);
    await Promise.all([again(), again(), program.timekeeper.tick(), program.timekeeper.tick()]);
    await program.seen(await again());
    await program.reactAgain();
    await program.to('2026-11-17T12:00:00.000Z');
    expect(subjects()).toHaveLength(1);
    expect(program.errors).toEqual([]);
  });

  test('one message is sent for three days of downtime', async () => {
    for (const date of ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19']) await due(`Of ${date}`, date);
    program.sleep('PT80H');
    await program.timekeeper.tick();
    await program.to('2026-11-19T20:00:00.000Z');
    expect(subjects()).toEqual(['Robin: 3 missed on Monday 16 to Wednesday 18 November 2026']);
    for (const date of ['2026-11-16', '2026-11-17', '2026-11-18']) expect(program.notices()[0]?.text).toContain(`Of ${date}`);
    expect(program.errors).toEqual([]);
  });

  test('each of several days is sent in a message of its own', async () => {
    for (const date of ['2026-11-16', '2026-11-17', '2026-11-18']) await due(`Of ${date}`, date);
    await program.to('2026-11-19T12:00:00.000Z');
    expect(subjects()).toHaveLength(3);
  });

  test('every message can be stopped by the mail program, with a link of its own', async () => {
    await due('Water the plants');
    await program.to('2026-11-17T00:00:00.000Z');
    const ways = program.toPartner().map(({ headers }) => headers);
    for (const headers of ways) {
      expect(headers?.['list-unsubscribe']).toMatch(/^<http:\/\/127\.0\.0\.1:3000\/partner\/[0-9a-f]{80}\/unsubscribe>$/);
      expect(headers?.['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    }
    expect(new Set(ways.map((headers) => headers?.['list-unsubscribe'])).size).toBe(ways.length);
  });

  test('a partner who unsubscribed or was removed gets nothing more, not even what waits', async () => {
    await due('Water the plants');
    await due('And again', '2026-11-17');
    await program.to('2026-11-17T00:00:00.000Z');
    expect(subjects()).toHaveLength(1);
    const before = program.toPartner().length;
    program.sleep('PT24H');
    await program.stop();
    await program.to('2026-11-23T12:00:00.000Z');
    expect(program.toPartner()).toHaveLength(before);
    expect(await sendSummary(program.app, owner, 'now')).toBeNull();
  });
});

describe('what the owner shares', () => {
  test('is only numbers if the owner chooses so: no title and no reason is in any part of the mail', async () => {
    const id = await program.invite({ detail: 'counts' });
    await program.accept();
    await due('Secret visit');
    await program.skip(owner, await due('Hidden guitar'), 'Private reason');
    await program.to('2026-11-17T00:00:00.000Z');
    await program.seen(await sendSummary(program.app, owner, 'now'));
    const sources = program.toPartner().map((mail) => JSON.stringify(mail));
    expect(sources.length).toBeGreaterThan(2);
    for (const source of sources) expect(source).not.toMatch(/Secret|visit|Hidden|guitar|Private|reason/);
    await program.change(id, { detail: 'titles' });
    await program.seen(await sendSummary(program.app, owner, 'now'));
    expect(program.toPartner().at(-1)?.text).toContain('Secret visit');
  });

  test('is decided when a message is sent, not when it is requested', async () => {
    const id = await program.invite();
    await program.accept();
    await due('Secret visit');
    await program.app.waitForReadModels((await sendSummary(program.app, owner, 'now')) ?? '');
    await program.change(id, { detail: 'counts' });
    expect(program.toPartner().at(-1)?.subject).toContain('week 47 so far');
    expect(JSON.stringify(program.toPartner())).not.toContain('Secret');
  });
});

describe('a partner’s number', () => {
  const outbox = () => program.stores.outbox.list({ limit: 50 });

  test('gets the invitation if there is no address, and then the messages', async () => {
    await program.invite({ email: '', whatsapp: '+49 151 23456789' });
    const [invitation] = await outbox();
    expect(invitation).toMatchObject({ channel: 'whatsapp', to: '+4915123456789' });
    await program.accept(invitation?.text);
    await due('Water the plants');
    await program.to('2026-11-17T00:00:00.000Z');
    expect((await outbox())[0]?.text).toContain('Missed: Water the plants');
    expect(program.toPartner()).toEqual([]);
  });

  test('beside an address gets escalations, too, after the partner has accepted there', async () => {
    await program.invite({ whatsapp: '+49 151 23456789' });
    await program.accept();
    const [invitation] = await outbox();
    await program.seen(await sendEscalation(program.app, owner, '2026-11-16'));
    expect(await outbox()).toHaveLength(1);
    await program.accept(invitation?.text);
    await program.seen(await sendEscalation(program.app, owner, '2026-11-17'));
    expect((await outbox()).map(({ text }) => text.split('\n')[0])).toEqual([
      'Vouch: Nothing is planned for Tuesday 17 November 2026',
      'Vouch: Robin asks you to be their accountability partner',
    ]);
  });
});
