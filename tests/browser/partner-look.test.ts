import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserServer, sees, startBrowserServer, type Visit } from '../support/browser.ts';
import { lookOver } from '../support/look.ts';
import { call, signUp, startServer } from '../support/server-process.ts';

const ADA = { email: 'ada@example.org', password: 'a rather long password' };
const KIM = 'kim@example.org';
const INES = 'ines@example.org';
const LONG = `Draft the outline for Łukasz and Nguyễn Thị Minh Châu ${'and on '.repeat(15)}`.trim();

const MARKDOWN = `# ${LONG}

- [${LONG}](https://${'a'.repeat(60)}.example.org/)

| ${LONG} | b |
|-|-|
| 1 | \`${'x'.repeat(200)}\` |

\`\`\`
${'y'.repeat(300)}
\`\`\``;

/** Every page that is opened with a link in a mail, in both themes, on a phone and on a desktop. */
describe('axe-core finds no violation, nothing overflows at any width, and the console shows no error:', () => {
  let server: BrowserServer;
  let ada: Visit;
  let partner: Visit;

  beforeAll(async () => {
    server = await startBrowserServer('partner-look', (folder) => startServer(folder, { VOUCH_CLOCK: '2026-11-19T13:12:00Z' }));
    await signUp(server.url, ADA.email);
    ada = await server.signedIn(ADA);
    partner = await server.visit();
    await post('/api/tasks', { title: LONG, due_date: '2026-11-20', due_time: '17:00' });
    await post('/api/tasks', { title: 'Call Юлія', due_date: '2026-11-20' });
  });
  afterAll(() => server?.close());

  const post = async (path: string, data: object) =>
    expect((await ada.context.request.post(path, { data, headers: { origin: server.url } })).ok()).toBe(true);
  const clockTo = async (to: string) => expect((await call(server.url, 'POST', '/dev/clock', { body: { to } })).status).toBe(200);
  /** The first link like this in the newest mail to an address. */
  async function linkTo(address: string, like: RegExp): Promise<string> {
    let found: string | undefined;
    await expect
      .poll(async () => {
        const [mail] = (await (await ada.context.request.get(`/dev/mailbox.json?to=${address}`)).json()) as { text: string }[];
        found = like.exec(mail?.text ?? '')?.[0];
        return found;
      })
      .toBeDefined();
    return found as string;
  }
  const pageTo = (address: string) => linkTo(address, /http\S+\/partner\/\w+/);
  const press = (name: string) => partner.page.getByRole('button', { name }).click();

  async function nothingWith(words: string, { page, faults }: Visit = partner): Promise<void> {
    await sees(page, words);
    expect(await page.evaluate<number>('document.fonts.size')).toBeGreaterThan(0);
    expect([...(await lookOver(page)), ...faults.splice(0)]).toEqual([]);
  }

  test('the invitation, and a refusal that can be changed', async () => {
    await post('/api/partners', { name: 'Kim', email: KIM });
    await partner.page.goto(await pageTo(KIM));
    await nothingWith('Nothing is sent to you unless you accept here.');
    await press('Decline');
    await nothingWith('You have declined');
  });

  test('the page after the invitation was accepted, with the week so far', async () => {
    await post('/api/partners', { name: 'Inés Kowalczyk', email: INES });
    await partner.page.goto(await pageTo(INES));
    await press('Accept');
    await nothingWith('You have accepted. From now on you hear how it goes; this is how it stands.');
  });

  test('proofs that wait for a verdict, one that was judged without a comment, and the decided ones', async () => {
    const origin = { origin: server.url };
    for (const title of [LONG, 'Prove it']) {
      const data = { title, due_date: '2026-11-20', verification_type: 'system_design', proof_requirement: LONG };
      const { id } = (await (await ada.context.request.post('/api/tasks', { data, headers: origin })).json()) as { id: string };
      const multipart = { file: { name: `${LONG}.txt`, mimeType: 'text/plain', buffer: Buffer.from(LONG) }, task_id: id };
      const file = (await (await ada.context.request.post('/api/files', { multipart, headers: origin })).json()) as { id: string };
      const design = { requirements: MARKDOWN, diagram: { mermaid: `graph TD; A[${LONG}]-->B` } };
      const links = [`https://example.org/${'long-'.repeat(40)}`];
      await post(`/api/verifications/${id}/proof`, { proofData: { text: LONG, links, files: [file.id], design } });
    }
    await partner.page.goto(await pageTo(INES));
    await partner.page.evaluate("document.querySelectorAll('.rv details').forEach((one) => { one.open = true; })");
    await nothingWith('Two things wait for you');
    // The browser itself asks for the comment.
    await partner.page.getByRole('button', { name: 'Reject' }).first().click();
    expect(partner.page.url()).not.toContain('verdict');
    await partner.page.evaluate("document.querySelectorAll('textarea').forEach((one) => { one.required = false; })");
    await partner.page.getByRole('button', { name: 'Reject' }).first().click();
    await sees(partner.page, 'Say why: a comment is needed when you do not accept.');
    partner.faults.length = 0;
    await nothingWith('Say why: a comment is needed when you do not accept.');
    await partner.page.getByRole('button', { name: 'Accept' }).first().click();
    await nothingWith('You have accepted the proof of');
  });

  test('the summary with its whole audit trail', async () => {
    await clockTo('2026-11-23T07:00:00Z');
    await partner.page.goto(await pageTo(INES));
    await partner.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    await nothingWith('Not completed by its due time. Done afterwards, it is late as well, and the miss stays.');
  });

  test('the public page that checks the saved summary without asking anybody', async () => {
    const { page, context } = partner;
    const saved = await (await context.request.get(`${await pageTo(INES)}?download=1`)).body();
    await page.goto('/verify-a-report');
    const choose = (label: string, buffer: Buffer) =>
      page.getByLabel(label).setInputFiles({ name: 'chosen', mimeType: 'application/octet-stream', buffer });
    await page.getByLabel('File to check').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await choose('File to check', saved);
    await nothingWith('It is unchanged since');
    await choose('Proof', Buffer.from(LONG));
    await choose('Earlier file', saved);
    await nothingWith('It is unchanged since');
    await choose('Proof', Buffer.from('Another'));
    await nothingWith('chosen is not one of the files that it names as proof.');
    await choose('File to check', Buffer.from(saved.toString().replace('Prove it', 'Prove all')));
    await nothingWith('It was changed after it was signed');
    await choose('Keys of another installation', Buffer.from('{}'));
    await nothingWith('chosen is no list of keys.');
    expect(asked).toEqual([]);
    const [worker] = page.workers();
    expect(await worker?.evaluate(() => fetch('/api/auth/me').catch(({ message }: Error) => message))).toBe('Failed to fetch');
  });

  test('an invented link, and one that has expired', async () => {
    const summary = await pageTo(INES);
    await clockTo('2026-12-08T07:00:00Z');
    for (const link of [`${summary.slice(0, -4)}beef`, summary]) {
      expect((await partner.page.goto(link))?.status()).toBe(404);
      partner.faults.length = 0;
      await nothingWith('This link leads nowhere');
    }
  });

  test('the page to stop the messages, before and after', async () => {
    await partner.page.goto(await linkTo(INES, /http\S+\/partner\/\w+\/unsubscribe/));
    await nothingWith('Stop messages about Ann');
    await press('Stop these messages');
    await nothingWith('No more messages');
    await partner.page.reload();
    await nothingWith('No more messages');
  });

  test('a link to exported data without a session, and after it was used', async () => {
    expect((await ada.context.request.get('/api/settings/account/export')).status()).toBe(202);
    await server.pass('PT1S');
    const link = await linkTo(ADA.email, /http\S+\/export\/\w+/);
    expect((await partner.page.goto(link))?.status()).toBe(401);
    partner.faults.length = 0;
    await nothingWith('Sign in first');
    expect((await ada.context.request.get(link)).status()).toBe(200);
    expect((await ada.page.goto(link))?.status()).toBe(404);
    ada.faults.length = 0;
    await nothingWith('This link leads nowhere', ada);
    await ada.page.getByRole('link', { name: 'Account Management' }).click();
    await ada.page.waitForURL('/settings/account');
  });
});
