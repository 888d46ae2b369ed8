import sharp from 'sharp';
import { expect, test } from 'vitest';
import { socialPost } from '../../src/contracts/premium.ts';
import type { BundleRequest } from '../../src/reports/bundle/part.ts';
import { premiumPart } from '../../src/reports/bundle/premium.ts';
import * as double from '../servers/openai.ts';
import { aiServerForFile } from '../support/ai.ts';

const of = aiServerForFile('pro');
const { behaves, newTask, usage } = of;
const kept = async (fields: object = {}): Promise<string> => {
  const id = await newTask(fields);
  await of.ada.patch(`/api/tasks/${id}/status`, { status: 'completed' });
  return id;
};

const PATH = '/api/premium/social/posts';
const POST_TEXT = 'This week I kept 1 promise. My streak: 1 day.';
const POST = { text: 'This week I kept {kept}. My streak: {streak}.' };
const draft = (body: object = { about: 'week' }) => of.ada.post(PATH, body);

test('posts contain the numbers of the record and a generated picture, and are listed', async () => {
  await kept();
  await kept();
  behaves(double.answer(POST));
  const made = await draft({ about: 'week', tone: 'proud' });
  expect([made.status, made.headers.get('location')]).toEqual([201, `${PATH}/${made.body.id}`]);
  expect(socialPost.strict().parse(made.body)).toMatchObject({
    about: 'week',
    task_id: null,
    status: 'draft',
    text: 'This week I kept 2 promises. My streak: 1 day.',
    facts: { kept: 2, streak: 1, from: '2026-11-14', to: '2026-11-20' },
    share_url: null,
    model: 'test/premium',
    image: { type: 'image/png', width: 1_200, height: 630 },
  });
  expect((await of.ada.get(PATH)).body).toEqual([made.body]);
  expect(await usage()).toMatchObject({ premium: { used: 1 }, modules: [{}, {}, {}, { module: 'general', premium: 1 }, {}] });
  // The picture is a file like any other, and no loose one.
  expect((await of.ada.get(`/api/files/${made.body.image.id}`)).status).toBe(200);
  const asked = JSON.stringify(of.ai.requests.at(-1)?.body.messages);
  expect(asked).not.toMatch(/2 promises/);
});

test.each([
  ['a number of its own', { text: 'I kept 99 of {kept}.' }],
  ['a number written as a word', { text: 'I kept ninety percent: {kept}.' }],
  ['no placeholder', { text: 'I kept a lot.' }],
  ['an unknown placeholder', { text: 'I kept {kept} of {all}.' }],
])('a post is made from the template and counts no use if the text of the AI has %s', async (_, content) => {
  await kept();
  behaves(double.answer(content));
  const { body } = await draft();
  expect(body).toMatchObject({ model: null, text: 'I kept 1 promise in the week of 14 to 20 November 2026. My streak stands at 1 day.' });
  expect((await usage()).premium.used).toBe(0);
});

test('posts can be about a streak or a kept task', async () => {
  const id = await kept({ title: 'Run 5 km' });
  behaves(double.answer({ text: '{task} is done.' }));
  expect((await draft({ about: 'task', task_id: id })).body).toMatchObject({
    text: 'Run 5 km is done.',
    facts: { kept: 1, from: '2026-11-20', to: '2026-11-20' },
  });
  behaves(double.answer({ text: '{streak} in a row.' }));
  expect((await draft({ about: 'streak' })).body).toMatchObject({ text: '1 day in a row.', facts: { streak: 1, from: '2026-11-20' } });
});

test('posts cannot be about a streak of 0 days or a task that was not kept', async () => {
  for (const about of ['week', 'streak']) expect(await draft({ about })).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await draft({ about: 'task', task_id: await newTask() })).status).toBe(409);
  for (const body of [{ about: 'task', task_id: 'nothing' }, { about: 'task' }, { about: 'week', task_id: 'x' }])
    expect((await draft(body)).body.errors).toHaveProperty('task_id');
  expect((await draft({ about: 'poems' })).body.errors).toHaveProperty('about');
});

test('a post is drafted once by two simultaneous requests under one key', async () => {
  await kept();
  behaves(double.answer(POST));
  const headers = { 'idempotency-key': 'post-1' };
  const [one, two] = await Promise.all([1, 2].map(() => of.ada.post(PATH, { about: 'week' }, headers)));
  expect(one?.body).toEqual(two?.body);
  expect((await of.ada.get(PATH)).body).toHaveLength(1);
  expect((await usage()).premium.used).toBe(1);
});

test('posts are shared by a link, with exactly their text and picture, and can be taken back', async () => {
  await kept();
  behaves(double.answer(POST));
  const made = (await draft()).body;
  const at = `${PATH}/${made.id}`;
  const text = 'I <b>kept</b> it.\nReally & truly.';
  const shared = await of.ada.patch(at, { text, status: 'shared' });
  expect(shared.body).toMatchObject({
    status: 'shared',
    text,
    share_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/share\/[0-9a-f]{64}$/),
  });
  const page = await fetch(shared.body.share_url);
  const html = await page.text();
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; base-uri 'none'/,
  );
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(html).toContain('I &lt;b&gt;kept&lt;/b&gt; it.\nReally &amp; truly.');
  expect(html).toContain(`<meta property="og:description" content="I &lt;b&gt;kept`);
  expect(html).toContain(`<meta property="og:url" content="${shared.body.share_url}">`);
  expect(html).toContain(`<meta property="og:image" content="${shared.body.share_url}/picture.png">`);
  expect(html).not.toMatch(/Ada|@example\.org/);
  const picture = await fetch(`${shared.body.share_url}/picture.png`);
  const bytes = Buffer.from(await picture.arrayBuffer());
  expect([picture.headers.get('content-type'), (await sharp(bytes).metadata()).width]).toEqual(['image/png', 1_200]);
  expect(
    bytes.equals(
      Buffer.from(
        await (await fetch(`${of.server.url}/api/files/${made.image.id}`, { headers: { cookie: of.ada.cookie ?? '' } })).arrayBuffer(),
      ),
    ),
  ).toBe(true);
  expect(JSON.stringify(await of.server.app.store.readStream(`social_post-${made.id}`))).not.toContain(
    shared.body.share_url.split('/').at(-1),
  );

  of.plans.set(of.me, 'free');
  expect((await of.ada.patch(at, { status: 'draft' })).body).toMatchObject({ status: 'draft', share_url: null });
  for (const path of ['', '/picture.png']) expect((await fetch(`${shared.body.share_url}${path}`)).status).toBe(404);
  expect(await of.ada.patch(at, { status: 'shared' })).toMatchObject({ status: 403, body: { code: 'premium_required' } });
  expect((await of.ada.get(at)).status).toBe(200);
  of.plans.set(of.me, 'pro');
  const again = await of.ada.patch(at, { status: 'shared' });
  expect(again.body.share_url).not.toBe(shared.body.share_url);
  expect((await fetch(shared.body.share_url)).status).toBe(404);
  expect((await fetch(`${of.server.url}/share/short`)).status).toBe(404);
});

test('posts can be changed only in their newest version and only by their owner', async () => {
  await kept();
  behaves(double.answer(POST));
  const made = await draft();
  const at = `${PATH}/${made.body.id}`;
  const tag = { 'if-match': made.headers.get('etag') ?? '' };
  const changed = await of.ada.patch(at, { text: 'Mine.' }, tag);
  expect([changed.status, changed.body.text]).toEqual([200, 'Mine.']);
  expect((await of.ada.patch(at, { text: 'Late.' }, tag)).status).toBe(412);
  expect((await of.ada.patch(at, { text: ' ' })).body.errors).toHaveProperty('text');
  expect((await of.ada.patch(at, { facts: { ...made.body.facts, kept: 99 } })).body.errors).toHaveProperty('facts');
  const bob = await of.bob();
  expect((await bob.patch(at, { status: 'shared' })).status).toBe(404);
  expect(await bob.get(PATH)).toMatchObject({ status: 403, body: { code: 'premium_required' } });
  of.plans.set(of.me, 'free');
  expect((await of.ada.get(PATH)).body).toHaveLength(1);
  expect((await draft()).body.code).toBe('premium_required');
});

test('posts are in the export with their links, and their pages are deleted with the account', async () => {
  await kept();
  behaves(double.answer(POST));
  const { id } = (await draft()).body;
  const { share_url } = (await of.ada.patch(`${PATH}/${id}`, { status: 'shared' })).body;
  const { app } = of.server;
  const files = await premiumPart.files({ app, owner: of.me } as BundleRequest);
  const bundle = await Promise.all(files.map(async ({ path, pieces }) => [path, (await Array.fromAsync(pieces())).join('')] as const));
  const { 'premium/posts.json': posts, ...others } = Object.fromEntries(bundle);
  expect(JSON.parse(posts ?? '')).toMatchObject([{ id, text: POST_TEXT, share_url: new URL(share_url).pathname }]);
  expect(others).toEqual({ 'premium/solutions.json': '[]\n', 'premium/design-feedback.json': '[]\n' });
  await app.keys.destroyKey(of.me);
  for (const path of ['', '/picture.png']) expect((await fetch(`${share_url}${path}`)).status).toBe(404);
});
