import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  atRest,
  type BrowserServer,
  comeBack,
  newTask,
  openScreen,
  sees,
  startBrowserServer,
  todoScreen,
  type Visit,
} from '../support/browser.ts';
import { lookOver } from '../support/look.ts';
import { type PartnerReader, partnerReader } from '../support/partner-program.ts';
import { call, signIn, signUp, startServer } from '../support/server-process.ts';

const ADA = { email: 'ada@example.org', password: 'a rather long password' };
const INVITATION = 'Ann asks you to be their accountability partner';
const PARSER = 'Port the parser';

let server: BrowserServer;

beforeAll(async () => {
  server = await startBrowserServer('second-partner', (folder) => startServer(folder, { VOUCH_CLOCK: '2026-11-16T07:00:00Z' }));
});
afterAll(() => server?.close());

/** One story in several tests. Each test continues where the one before ended. */
describe('a member who wants two partners, on a Monday at eight,', () => {
  let member: Visit;
  let page: Page;
  let soren: PartnerReader;
  let kim: PartnerReader;

  beforeAll(async () => {
    await signUp(server.url, ADA.email);
    member = await server.signedIn(ADA);
    soren = partnerReader(await server.visit(), 'soren@example.org');
    kim = partnerReader(await server.visit(), 'kim@example.org');
    page = member.page;
  });

  const second = () => page.getByRole('region', { name: 'Second partner' });
  const panel = () => page.getByRole('article');
  const invite = () => second().getByRole('button', { name: 'Invite a second partner' });

  test('reads what a second one is for, and starts the trial of Pro from there', async () => {
    await page.goto('/settings/accountability_partner');
    await second().getByRole('heading', { name: 'Two people, each for what they know' }).waitFor();
    await second().getByRole('button', { name: 'Start 14-day trial' }).click();
    await second().getByText('Name your partner above first.').waitFor();
  });

  test('names the first one, and then the second, who is asked for less', async () => {
    await page.getByLabel('Name').fill('Søren Ødegård');
    await page.getByLabel('Email Address').fill('soren@example.org');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await invite().waitFor();
    await soren.follow(INVITATION);
    await soren.page().getByRole('button', { name: 'Accept', exact: true }).click();
    await sees(soren.page(), 'You have accepted.');

    await invite().click();
    await second().getByLabel('Name').press('Enter');
    await second().getByText('Name is required.').waitFor();
    await second().getByLabel('Name').fill('Kim Park');
    await second().getByLabel('Email Address').fill('soren@example.org');
    await second().getByLabel('Email Address').press('Enter');
    await second().getByText('This is the address of your other partner.').waitFor();
    await second().getByLabel('Email Address').fill('kim@example.org');
    await second().getByRole('button', { name: 'Send invitation' }).click();
    await second().getByText('Invited', { exact: true }).first().waitFor();
    expect(await lookOver(page)).toEqual([]);

    await kim.follow(INVITATION);
    await sees(kim.page(), 'You hear of nothing else.');
    await kim.page().getByRole('button', { name: 'Accept', exact: true }).click();
    await sees(kim.page(), 'You have accepted. From now on you are asked about tasks that name you.');
    await comeBack(page);
    await second().getByText('Accepted', { exact: true }).first().waitFor();
    expect(await second().getByRole('button', { name: 'Send summary now' }).count()).toBe(0);
  });

  test('chooses who judges a task, when it is created and later', async () => {
    await openScreen(page, '/todo');
    await (await newTask(page, true)).fill(`${PARSER} today 18:00`);
    const judge = page.getByLabel('Judged by');
    expect(await judge.count()).toBe(0);
    await page.getByLabel('Proof', { exact: true }).selectOption('General');
    await judge.selectOption('Kim Park');
    await page.getByRole('button', { name: 'Add task' }).click();
    await todoScreen(page).row(PARSER).getByRole('link', { name: PARSER }).click();
    await panel().getByRole('definition').filter({ hasText: 'Kim Park' }).waitFor();
    for (const name of ['Søren Ødegård', 'Kim Park']) {
      await panel().getByRole('button', { name: 'Edit', exact: true }).click();
      await panel().getByLabel('Judged by').selectOption(name);
      await panel().getByRole('button', { name: 'Save', exact: true }).click();
      await panel().getByRole('form').waitFor({ state: 'detached' });
      expect(await panel().getByText('Judged by').count()).toBe(name === 'Kim Park' ? 1 : 0);
    }
  });

  test('gives the proof to the partner whom the task names, who sees this task only', async () => {
    await openScreen(page, '/todo');
    await todoScreen(page).complete(PARSER);
    await page.waitForURL('/verify/task/*');
    await panel().getByText('Goes to Kim Park').waitFor();
    await page.getByLabel('Note to Kim Park').fill('It reads all of the old files.');
    await page.getByLabel('Note to Kim Park').press('Enter');
    await sees(page, /with Kim Park since/);
    await server.pass('PT5M');
    await kim.follow('Ann has given a proof for you to judge');
    await kim.about(PARSER).getByText('It reads all of the old files.').waitFor();
    expect(await kim.page().getByText('Audit trail').count()).toBe(0);
    await kim.judge(PARSER, 'Accept');
    await comeBack(page);
    await panel().getByText('Verified', { exact: true }).first().waitFor();
    await openScreen(page, '/verify?tab=history');
    await page.getByRole('listitem').filter({ hasText: PARSER }).getByText('accepted by Kim Park').waitFor();
  });

  test('keeps the second partner after Pro has ended, and removes them', async () => {
    await atRest(page);
    await server.pass('P15D');
    await page.goto('/settings/accountability_partner');
    await second().getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByText('What names them goes to your first partner.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await second().getByRole('heading', { name: 'Two people, each for what they know' }).waitFor();
    expect(member.faults.filter((fault) => !fault.includes('409'))).toEqual([]);
  });
});

const NEW = { email: 'new@example.org', password: 'a rather long password' };

/** One story in several tests. Each test continues where the one before ended. */
describe('an owner who has given no name', () => {
  let member: Visit;
  let page: Page;

  beforeAll(async () => {
    await signUp(server.url, NEW.email);
    const token = await signIn(server.url, NEW.email);
    await call(server.url, 'PUT', '/api/settings/profile', { token, body: { full_name: '' } });
    member = await server.signedIn(NEW);
    page = member.page;
  });

  const own = () => page.getByLabel('What people call you');
  const save = () => page.getByRole('button', { name: 'Send invitation' });
  const profile = async () => (await page.request.get('/api/settings/profile')).json();

  test('enters it in the form of the partner, before anybody is invited', async () => {
    await page.goto('/settings/accountability_partner');
    await page.getByLabel('Name').fill('Liv Dahl');
    await page.getByLabel('Email Address').fill('liv@example.org');
    expect(await save().isDisabled()).toBe(true);
    await page.getByLabel('Email Address').press('Enter');
    await own().press('Enter');
    await sees(page, 'Tell your partner who asks.');
    expect(await lookOver(page)).toEqual([]);
    await page.request.get('/dev/mailbox.json?to=liv@example.org').then(async (mails) => expect(await mails.json()).toEqual([]));
    await own().fill('  Maria Lund ');
    await page.route('**/api/settings/accountability', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
    await save().click();
    await sees(page, 'Failed to save changes.');
    // The name is stored already, so the form does not ask for it.
    await own().waitFor({ state: 'detached' });
    await page.unroute('**/api/settings/accountability');
    await save().click();
    await sees(page, 'Changes saved successfully!');
    expect(await profile()).toMatchObject({ full_name: 'Maria Lund' });
    await openScreen(page, '/profile');
    expect(await page.getByLabel('Full name').inputValue()).toBe('Maria Lund');
  });

  test('is named in the invitation and on its page, with the address beside the name', async () => {
    const liv = partnerReader(await server.visit(), 'liv@example.org');
    await liv.follow('Maria Lund asks you to be their accountability partner');
    await sees(liv.page(), 'Maria Lund (new@example.org) writes down promises in Vouch');
    await sees(liv.page(), 'For Liv Dahl, from Maria Lund (new@example.org).');
  });
});
