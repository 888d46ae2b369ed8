import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
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
import { drawn } from '../support/file-samples.ts';
import { type PartnerReader, partnerReader } from '../support/partner-program.ts';
import { call, signUp, startServer } from '../support/server-process.ts';

/** Held upright, so that it is turned where it is shown. */
const photograph = (): Promise<Buffer> =>
  sharp({ create: { width: 3200, height: 2400, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 20 } } })
    .withExif({ IFD2: { DateTimeOriginal: '2026:11:16 07:30:00', OffsetTimeOriginal: '+01:00' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();

const ADA = { email: 'ada@example.org', password: 'a rather long password' };
const LETTER = `Hello Bo,

could you please confirm the migration window on Friday 17:00? We need your answer by Thursday, so that the others can plan.

Best regards
Ann`;

/** From the task to the verdict and the report, by the screens alone, with the partner in a browser of their own. */
describe('a member in Berlin and their partner, on a Monday at eight,', () => {
  let server: BrowserServer;
  let member: Visit;
  let partner: Visit;
  let page: Page;
  let soren: PartnerReader;

  beforeAll(async () => {
    server = await startBrowserServer('proof-journeys', (folder) => startServer(folder, { VOUCH_CLOCK: '2026-11-16T07:00:00Z' }));
    await signUp(server.url, ADA.email);
    member = await server.signedIn(ADA);
    partner = await server.visit();
    page = member.page;
    soren = partnerReader(partner, 'soren@example.org');
  });
  afterAll(() => server?.close());

  const panel = () => page.getByRole('article');
  const note = () => page.getByLabel('Note to Søren Ødegård');

  /** Writes a task as a line of words. */
  async function promise(words: string): Promise<void> {
    await openScreen(page, '/todo');
    await (await newTask(page)).fill(words);
    await page.getByRole('button', { name: 'Add task' }).click();
  }

  /** Completes a task whose proof is asked for at once. */
  async function complete(title: string): Promise<void> {
    await todoScreen(page).complete(title);
    await page.waitForURL('/verify/task/*');
    await panel().getByRole('heading', { name: title }).waitFor();
  }

  /** The form for the partner's verdict five minutes later, by the task's title. */
  async function waits(title: string): Promise<Locator> {
    await server.pass('PT5M');
    await soren.follow('Ann has given a proof for you to judge');
    return soren.about(title);
  }

  const isDrawn = (picture: Locator) =>
    expect.poll(() => picture.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(0);

  /** The verdict in the task, in the history of verifications and in the report of the day. */
  async function stands(title: string, { kind, by }: { kind: string; by: string }): Promise<void> {
    await panel().getByText('Verified', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Open the task' }).click();
    await panel().getByText(`${kind}, verified`).waitFor();
    await openScreen(page, '/verify?tab=history');
    await page.getByRole('listitem').filter({ hasText: title }).getByText(by).waitFor();
    await openScreen(page, '/report?tab=daily&date=2026-11-16');
    await page.getByRole('row', { name: new RegExp(`^${title} Verified`) }).waitFor();
  }

  test('the member names the partner in the settings, who accepts by the mail', async () => {
    await page.goto('/settings/accountability_partner');
    await page.getByLabel('Name').fill('Søren Ødegård');
    await page.getByLabel('Email Address').fill('soren@example.org');
    await page.getByRole('button', { name: 'Titles', exact: true }).click();
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await sees(page, 'Changes saved successfully!');
    await soren.follow('Ann asks you to be their accountability partner');
    await soren.page().getByRole('button', { name: 'Accept', exact: true }).click();
    await sees(soren.page(), 'You have accepted. From now on you hear how it goes; this is how it stands.');
    await comeBack(page);
    await page.getByText('Accepted', { exact: true }).first().waitFor();
  });

  test('the member proves a task by a picture and a link, and the partner accepts', async () => {
    const title = 'Merge the retry budget';
    await openScreen(page, '/todo');
    await (await newTask(page, true)).fill(`${title} today 18:00`);
    await page.getByLabel('Proof', { exact: true }).selectOption('General');
    await page.getByLabel('Proof asked for').fill('Link to the merged PR, and the graph');
    await page.getByRole('button', { name: 'Add task' }).click();
    await complete(title);
    await panel().getByText('Link to the merged PR, and the graph').waitFor();
    await panel().getByText('Goes to Søren Ødegård').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('TEXTAREA');
    await page.getByLabel('Files').setInputFiles([
      { name: 'p99.png', mimeType: 'image/png', buffer: await drawn(1, 640, 480) },
      { name: 'desk.jpg', mimeType: 'image/jpeg', buffer: await photograph() },
    ]);
    await page.getByLabel('Uploaded').nth(1).waitFor();
    await page.getByLabel('Commit or link').fill('https://github.com/ada/vouch/pull/4821');
    await note().fill('Merged after two reviews.');
    await note().press('Enter');
    await sees(page, /with Søren Ødegård since/);

    const item = await waits(title);
    await item.getByText('Merged after two reviews.').waitFor();
    await item.getByRole('link', { name: 'https://github.com/ada/vouch/pull/4821' }).waitFor();
    await isDrawn(item.getByRole('img', { name: 'p99.png' }));
    const [id] = new URL(page.url()).pathname.split('/').slice(-1);
    const { submissions } = await (await page.request.get(`/api/verifications/${id}`)).json();
    // The photograph was scaled down before it was sent, and still says when it was taken.
    expect(submissions[0].files).toMatchObject([{ width: 640 }, { width: 1920, height: 2560, captured_at: '2026-11-16T06:30:00.000Z' }]);
    await soren.judge(title, 'Accept');
    await comeBack(page);
    await stands(title, { kind: 'General', by: 'accepted by Søren Ødegård' });
  });

  test('the partner judges code without examples, rejects it, and accepts the next submission', async () => {
    const title = 'Sum two numbers';
    await promise(`${title} today 18:00 !proof coding`);
    await complete(title);
    await page.getByLabel('Addresses of the questions').fill('https://questions.invalid/sum');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('link', { name: 'https://questions.invalid/sum' }).click();
    await page.getByLabel('Title').fill('Sum');
    await page.getByLabel('Statement').fill('Add **two** numbers, however large they are.');
    await page.getByRole('button', { name: 'Take this statement' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sum' }).waitFor();
    const submit = async (code: string) => {
      await page.getByRole('textbox', { name: /^Code in / }).click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(code);
      await page.getByRole('button', { name: 'Submit', exact: true }).click();
      await sees(page, 'Submitted.');
    };
    expect(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
    await submit('const sum = (a, b) => a + b;');
    await page.getByText('Submitted', { exact: true }).first().waitFor();

    const first = await waits(title);
    await first.getByText('const sum = (a, b) => a + b;').waitFor();
    await first.getByText('There are no examples to run it against.').waitFor();
    await first.getByText('The statement was pasted by the owner; it is not from the page.').waitFor();
    await soren.judge(title, 'Reject', 'Large numbers lose their last digits.');
    await page.getByRole('link', { name: 'Back to the task' }).click();
    await sees(page, 'Large numbers lose their last digits.');
    await page.getByRole('link', { name: 'Sum', exact: true }).click();
    await submit('const sum = (a, b) => BigInt(a) + BigInt(b);');

    const second = await waits(title);
    await second.getByText('BigInt(a) + BigInt(b)').waitFor();
    await soren.judge(title, 'Accept', 'Right.');
    await page.getByRole('link', { name: 'Back to the task' }).click();
    await stands(title, { kind: 'Coding', by: 'accepted by Søren Ødegård' });
  });

  test('the partner rejects a design with a diagram, and accepts it once it is improved', async () => {
    const title = 'Design the queue';
    await promise(`${title} today 18:00 !proof system design`);
    await complete(title);
    await page.getByRole('button', { name: 'Begin with the template' }).click();
    await page.getByLabel('Requirements').fill('Ten thousand jobs a second, each at least once.');
    await page.getByLabel('Trade-offs').fill('At least once, since exactly once costs a round trip.');
    await page.getByLabel('Diagram').fill('flowchart LR\n  api[API] --> queue[[Queue]]\n  queue --> worker[Worker]');
    await page.getByRole('img', { name: 'The diagram as it is drawn' }).waitFor();
    await page.getByRole('button', { name: 'Send proof' }).click();
    await sees(page, /with Søren Ødegård since/);

    const first = await waits(title);
    await first.getByText('Ten thousand jobs a second').waitFor();
    await isDrawn(first.getByRole('img').first());
    await first.getByText('Source of the diagram').click();
    await first.getByText('queue --> worker').waitFor();
    await soren.judge(title, 'Reject', 'What happens when a worker dies?');
    await comeBack(page);
    await sees(page, 'What happens when a worker dies?');
    await page.getByRole('textbox', { name: 'Components' }).fill('A lease of 30 s, after which the next worker takes the job.');
    await page.getByRole('button', { name: 'Send proof' }).click();
    await sees(page, /with Søren Ødegård since/);

    const second = await waits(title);
    await second.getByText('A lease of 30 s').waitFor();
    await second.getByText('What happens when a worker dies?').waitFor();
    await soren.judge(title, 'Accept');
    await comeBack(page);
    await stands(title, { kind: 'System design', by: 'accepted by Søren Ødegård' });
  });

  test('a sent email is accepted by a check, one that was never sent expires, and the partner accepts the appeal', async () => {
    const title = 'Ask Bo for the window';
    await promise(`${title} today 18:00 !proof email`);
    await promise('Thank Bo today 18:00 !proof email');
    await complete('Thank Bo');
    await openScreen(page, '/todo');
    await complete(title);
    const form = page.getByRole('form', { name: 'New email' });
    await form.getByLabel('To', { exact: true }).fill('Bo Day <bo@example.org>');
    await form.getByLabel('Subject').fill('The window');
    await form.getByLabel('Text').fill(LETTER);
    await form.getByRole('button', { name: 'Send email' }).click();
    await panel().getByText('Verified', { exact: true }).first().waitFor();
    const { body: mails } = await call(server.url, 'GET', '/dev/mailbox.json?to=bo@example.org');
    expect(mails).toMatchObject([{ subject: 'The window', text: LETTER }]);
    await stands(title, { kind: 'Email', by: 'accepted by a check' });

    await atRest(page);
    await server.pass('PT36H');
    await page.goto('/verify?tab=history');
    await page.getByRole('link', { name: /Thank Bo/ }).click();
    await page.getByRole('button', { name: 'Appeal to Søren Ødegård' }).click();
    await page.getByLabel('What happened').fill('I thanked him in person.');
    await page.getByRole('button', { name: 'Send appeal' }).click();
    await page.getByRole('heading', { name: 'Appeal made' }).waitFor();
    await server.pass('PT5M');
    await soren.follow('Ann asks you to count a miss as kept');
    const appeal = soren.about('Thank Bo');
    await appeal.getByText('I thanked him in person.').waitFor();
    await appeal.getByRole('button', { name: 'Accept the appeal' }).click();
    await sees(soren.page(), 'You have accepted the appeal: ‘Thank Bo’ counts as kept now.');
    await comeBack(page);
    await page.getByRole('heading', { name: 'Appeal accepted' }).waitFor();
    await openScreen(page, '/report?tab=daily&date=2026-11-16');
    await page.getByRole('row', { name: /^Thank Bo Corrected/ }).waitFor();
  });

  test('the partner reads the summary at the end of the week, and no console shows an error', async () => {
    await atRest(page);
    await server.pass('P7D');
    await soren.follow('how it went');
    await soren.page().getByText('What you decided').waitFor();
    await soren.page().evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    for (const title of ['Merge the retry budget', 'Sum two numbers', 'Design the queue', 'Thank Bo', 'Ask Bo for the window'])
      await soren.page().getByText(title).first().waitFor();
    expect([...member.faults, ...partner.faults]).toEqual([]);
  });
});
