import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personalMailbox } from '../../src/providers/mail/development.ts';
import { sees, startBrowser, type TestBrowser, visit } from '../support/browser.ts';
import { lookOver } from '../support/look.ts';
import { emailSender, mailServer } from '../support/mail-servers.ts';
import { type ProofServer, startProofServer } from '../support/partner-server.ts';

const WEB = join(import.meta.dirname, '../../dist/web');
const LETTER = `Hello Bo,

could you please confirm the migration window on Friday 17:00? We need your answer by Thursday, so that the others can plan.

Best regards
Ada`;

/** One story in several tests. Each test continues where the one before ended. */
describe('a member whose task asks for an email', () => {
  let server: ProofServer;
  let browser: TestBrowser;
  let page: Page;
  let faults: string[];
  let task: string;

  beforeAll(async () => {
    server = await startProofServer({ webRoot: WEB });
    browser = await startBrowser();
    const user = await visit(browser, server.url);
    const [name = '', ...value] = (server.ada.cookie ?? '').split('=');
    await user.context.addCookies([{ name, value: value.join('='), url: server.url }]);
    ({ page, faults } = user);
    task = await server.make({ title: 'Ask Bo', verification_type: 'email' });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.dispose();
  });

  const form = () => page.getByRole('form', { name: /^(New email|Email draft)$/ });
  const newest = async () => (await server.ada.get(`/api/verifications/email-tasks?task_id=${task}`)).body[0];
  const attach = (name: string, text: string) =>
    form()
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

  test('writes it and attaches a file, and loses nothing by a reload', async () => {
    await page.goto(`/verify/task/${task}`);
    await form().getByRole('button', { name: 'Send email' }).click();
    await sees(page, 'Name at least one recipient.');
    await form().getByLabel('To', { exact: true }).fill('Bo Day <bo@example.org>');
    await form().getByRole('button', { name: 'Cc and Bcc' }).click();
    await form().getByLabel('Bcc').fill('eve');
    await form().getByLabel('Subject').fill('The window');
    await form().getByLabel('Text').fill('When?');
    await attach('plan.txt', 'The plan');
    await form().getByRole('button', { name: 'Remove plan.txt' }).waitFor();
    await attach('page.png', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await form().getByRole('alert').filter({ hasText: /./ }).first().waitFor();
    await form().getByRole('button', { name: 'Remove page.png' }).click();
    await page.reload();
    await form().getByRole('button', { name: 'Remove plan.txt' }).waitFor();
    await form().getByRole('button', { name: 'Review' }).click();
    await sees(page, '‘eve’ is not an email address.');
    await form().getByLabel('Bcc').fill('eve@example.org');
  });

  test('has it reviewed, and improves it by the score of each criterion', async () => {
    await form().getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('region', { name: 'Review by rubric' });
    await review.getByText('Could be better').waitFor();
    for (const name of ['Clarity', 'Tone', 'Request', 'Structure']) await review.getByRole('meter', { name }).waitFor();
    expect(await lookOver(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await form().getByLabel('Text').fill(LETTER);
    await review.waitFor({ state: 'detached' });
    await form().getByRole('button', { name: 'Review' }).click();
    await review.getByText('Good to send').waitFor();
    expect(await newest()).toMatchObject({ status: 'draft', to: ['bo@example.org'], body: LETTER, attachments: [{ name: 'plan.txt' }] });
  });

  test('sends it, says what became of it where nobody knows, and so gives the proof', async () => {
    faults.splice(0);
    await form().getByRole('button', { name: 'Send email' }).click();
    await sees(page, 'On its way');
    const { id } = await newest();
    const lost = mailServer({ canBeAsked: false });
    lost.fault.after = new Error('The connection to the mail server broke off: ETIMEDOUT.');
    await emailSender(server.app, lost.mailer)(id);
    await page.getByText('Did it go out?').waitFor();
    await page.getByRole('button', { name: 'It did not' }).click();
    await form().getByText('You said that it did not go out.').waitFor();
    await form().getByRole('button', { name: 'Send email' }).click();
    await sees(page, 'On its way');
    const personalMailer = personalMailbox(server.stores.mailbox, 'Vouch <vouch@example.org>');
    await emailSender(server.app, personalMailer)(id);
    await page.getByRole('article', { name: 'Ask Bo' }).getByText('Verified', { exact: true }).first().waitFor();
    const [mail] = await server.stores.mailbox.list({ to: 'bo@example.org', limit: 9 });
    expect(mail).toMatchObject({ subject: 'The window', text: LETTER, attachments: [{ filename: 'plan.txt' }] });
    await page.getByText('The window').first().click();
    await sees(page, 'To bo@example.org; blind copy to eve@example.org');
    await expect.poll(() => form().count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
