import { afterAll, beforeAll, expect, test } from 'vitest';
import { upload } from '../support/file-client.ts';
import { drawn } from '../support/pictures.ts';
import { type ProofServer, startProofServer } from '../support/proof-server.ts';

let server: ProofServer;
let token: string;
let soren: string;
beforeAll(async () => {
  server = await startProofServer();
  soren = await server.partner();
  token = await server.page();
});
afterAll(() => server.dispose());

const get = (path: string, headers = {}) => fetch(`${server.url}/partner/${token}${path}`, { headers });
const uploaded = async (id: string, bytes: Buffer, name: string): Promise<string> => (await upload(server.ada, bytes, name, id)).body.id;

test('what was given is shown with previews, and can be fetched as long as the page shows it', async () => {
  const [id, other] = [await server.make(), await server.make({ title: 'Asks nobody' })];
  const picture = await drawn(1, 1_600, 900);
  const [shot, note, diagram, loose] = [
    await uploaded(id, picture, 'shot <1>.png'),
    await uploaded(id, Buffer.from('It is done.'), '<b>note.txt'),
    await uploaded(id, await drawn(2), 'diagram.png'),
    await uploaded(other, await drawn(3), 'other.png'),
  ];
  const design = { requirements: 'Fast', diagram: { mermaid: 'graph TD; A-->B', file: diagram } };
  expect((await server.give(id, { files: [shot, note], design })).status).toBe(201);
  const shown = await get('');
  const html = await shown.text();
  expect(shown.headers.get('content-security-policy')).toContain("img-src 'self';");
  for (const part of [
    `<img src="/partner/${token}/files/${shot}/preview?size&#x3D;1280" width="1280" height="720" alt="shot &lt;1&gt;.png" loading="lazy">`,
    '<bdi>&lt;b&gt;note.txt</bdi></a> <span class="q">11 bytes</span>',
    `<h4>Diagram</h4><a class="pi" href="/partner/${token}/files/${diagram}">`,
    'graph TD; A--&gt;B',
  ])
    expect(html).toContain(part);
  expect(html.match(new RegExp(`files/${diagram}/preview`, 'g'))).toHaveLength(1);

  const bytes = await get(`/files/${shot}`);
  expect([bytes.status, bytes.headers.get('content-type'), bytes.headers.get('content-security-policy')]).toEqual([
    200,
    'image/png',
    "sandbox; default-src 'none'",
  ]);
  expect(bytes.headers.get('content-disposition')).toMatch(/^attachment; filename="shot <1>\.png"/);
  expect([bytes.headers.get('referrer-policy'), bytes.headers.get('x-content-type-options')]).toEqual(['no-referrer', 'nosniff']);
  expect(Buffer.from(await bytes.arrayBuffer()).equals(picture)).toBe(true);
  expect((await get(`/files/${shot}`, { Range: 'bytes=0-9' })).status).toBe(206);
  const preview = await get(`/files/${shot}/preview?size=320`);
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/webp']);

  for (const [path, status] of [
    [`/files/${note}/preview`, 404],
    [`/files/${loose}`, 404],
    [`/files/${loose}/preview`, 404],
    ['/files/nothing', 404],
    [`/files/${shot}/preview?size=7`, 422],
  ] as const) {
    const refused = await get(path);
    expect([path, refused.status, refused.headers.get('content-type')]).toEqual([path, status, 'text/html; charset=utf-8']);
  }

  await server.judge(soren, id, 'accepted', 'Seen');
  expect(await (await get('')).text()).toContain(`<a href="/partner/${token}/files/${shot}"><bdi>shot`);
  expect((await get(`/files/${shot}`)).status).toBe(200);
});

test('what was withdrawn cannot be fetched any more; an appeal has its files', async () => {
  const [id, missed] = [await server.make(), await server.make({ verification_type: 'none' })];
  const [shot, proof] = [await uploaded(id, await drawn(4), 'a.png'), await uploaded(missed, await drawn(5), 'status.png')];
  await server.give(id, { files: [shot] });
  expect((await get(`/files/${shot}`)).status).toBe(200);
  await server.ada.delete(`/api/verifications/${id}/proof`);
  expect((await get(`/files/${shot}`)).status).toBe(404);
  await server.later(missed, 'PT2H');
  await server.ada.post(`/api/verifications/${missed}/appeal`, { text: 'It was down.', files: [proof] });
  expect(await (await get('')).text()).toContain('alt="status.png"');
  expect((await get(`/files/${proof}/preview`)).status).toBe(200);
  await server.ada.patch(`/api/partners/${soren}`, { status: 'removed' });
  expect((await get(`/files/${proof}`)).status).toBe(404);
});
