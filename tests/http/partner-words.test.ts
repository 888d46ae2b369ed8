import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { checkPage } from '../../src/contracts/ledger/papers/check-page.ts';
import { type Addresses, limited } from '../../src/http/kernel/limits.ts';
import { partnerPages } from '../../src/http/routes/partner/pages.ts';
import type { Deps } from '../../src/http/routes.ts';
import { type ProofServer, SOREN, startProofServer } from '../support/partner-server.ts';

describe('what a partner says on their page', () => {
  let server: ProofServer;
  let soren: string;
  let path: string;
  beforeAll(async () => {
    server = await startProofServer();
    soren = await server.partner();
    path = `/partner/${await server.page()}`;
  });
  afterAll(() => server.dispose());

  async function say(fields: { readonly kind?: string; readonly text?: string }) {
    const answer = await fetch(`${server.url}${path}/words`, {
      method: 'POST',
      body: new URLSearchParams({ ...fields }),
      headers: { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    });
    return { status: answer.status, wait: answer.headers.get('retry-after'), text: await answer.text() };
  }

  test('is read by the owner alone, in the history, and stands in the trail of the page', async () => {
    const shown = await (await fetch(server.url + path)).text();
    expect(shown.match(new RegExp(`action="${path}/words"`, 'g'))).toHaveLength(2);
    expect(shown).not.toContain('Your words');
    expect((await say({ kind: 'ask', text: '' })).text).toContain('You have asked what happened.');
    expect((await say({ kind: 'well_done' })).status).toBe(200);
    const noted = await say({ kind: 'note', text: ' Shall we <talk>?\r\nOn Friday ' });
    expect([noted.status, noted.text.split('Your words</summary>')[1]?.split('</ol>')[0]?.match(/<li>/g)?.length]).toEqual([200, 3]);
    expect(noted.text).not.toContain('talk');
    const written = (await server.app.store.readStream(`partner-${soren}`)).slice(2);
    expect(written.map(({ type, private: sealed }) => [type, sealed === null])).toEqual([
      ['PartnerAsked', true],
      ['PartnerPraised', true],
      ['PartnerWrote', false],
    ]);
    expect(new Set(written.map(({ metadata }) => metadata.owner))).toEqual(new Set([server.by(soren).owner]));
    const { body } = await server.ada.get('/api/reports/history?type=partner');
    expect(body.slice(0, 3).map((entry: { label: string; detail: string | null; actor: unknown }) => [entry.label, entry.detail])).toEqual([
      ['Left a note', '‘Shall we <talk>?\nOn Friday’'],
      ['Said well done', null],
      ['Asked what happened', null],
    ]);
    expect(body[0].actor).toEqual({ kind: 'partner', name: SOREN.name });
    const { body: audit } = await server.ada.get('/api/audit?type=partner.wrote');
    expect(audit[0].after).toEqual({ text: 'Shall we <talk>?\nOn Friday' });
  });

  test('stands beside the summary, which can be had as a PDF', async () => {
    expect(await (await fetch(server.url + path)).text()).toContain(`<a href="${path}/summary.pdf">`);
    const answer = await fetch(`${server.url}${path}/summary.pdf`);
    const { status, headers } = answer;
    expect([status, headers.get('content-type'), headers.get('referrer-policy')]).toEqual([200, 'application/pdf', 'no-referrer']);
    const pdf = checkPage(await answer.bytes(), 'pdf', null);
    expect(pdf).toMatchObject({ fault: null, statement: { kind: 'partner_summary', from: expect.any(String) } });
    expect((await fetch(`${server.url}/partner/x/summary.pdf`)).status).toBe(404);
  });

  test('is refused if it is wrong, after twenty in a week, and once they are no partner any more', async () => {
    for (const wrong of [{}, { kind: 'shout' }, { kind: 'ask', text: 'Why?' }, { kind: 'note', text: 'x'.repeat(501) }])
      expect([wrong, (await say(wrong)).status]).toEqual([wrong, 422]);
    const typed = await say({ kind: 'ask', text: 'Why <so>?' });
    for (const part of ['A question has no text.', '>Why &lt;so&gt;?</textarea>', `action="${path}/words"`])
      expect(typed.text).toContain(part);
    expect((await say({ kind: 'note', text: 'x'.repeat(500) })).status).toBe(200);
    for (let left = 16; left > 0; left -= 1) expect((await say({ kind: 'ask' })).status).toBe(200);
    const refused = await say({ kind: 'note', text: 'One more line' });
    expect([refused.status, refused.wait]).toEqual([429, String(7 * 86_400)]);
    for (const part of ['id="say-e">', '>One more line</textarea>']) expect(refused.text).toContain(part);
    await server.ada.patch(`/api/partners/${soren}`, { status: 'removed' });
    expect((await say({ kind: 'ask' })).status).toBe(404);
  });
});

test('a form that is refused before it is read, and one that breaks, keep what was typed, with a link back to the page', async () => {
  const addresses: Pick<Addresses, 'of' | 'bound'> = {
    of: ({ headers }) => String(headers['user-agent']),
    bound: async (address) => {
      if (address === 'busy') throw limited(7);
    },
  };
  const faults: unknown[] = [];
  // Nothing else is needed before a form is refused, so everything behind that breaks.
  const pages = partnerPages({} as Deps, addresses as Addresses, (error) => void faults.push(error));
  const server = createServer(new Koa().use(pages.routes()).callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const send = async (agent: string, act: string, fields: Readonly<Record<string, string>>) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/partner/t%22k/${act}`;
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers: { 'User-Agent': agent } });
    return [answer.status, answer.headers.get('retry-after'), await answer.text()];
  };
  const back = (path: string) => expect.stringContaining(`<a href="/partner/${path}">Back to the page</a>`);
  const words = { kind: 'note', text: 'Shall we <talk>?' };
  for (const [agent, status, wait] of [
    ['busy', 429, '7'],
    ['calm', 500, null],
  ] as const) {
    const spoken = await send(agent, 'words', words);
    expect(spoken).toEqual([status, wait, back('t%22k')]);
    expect(spoken[2]).toContain('readonly>Shall we &lt;talk&gt;?</textarea>');
    expect((await send(agent, 'verdict', { comment: 'Too dark' }))[2]).toContain('readonly>Too dark</textarea>');
    const stopped = await send(agent, 'unsubscribe', words);
    expect(stopped).toEqual([status, wait, back('t%22k/unsubscribe')]);
    expect(stopped[2]).not.toContain('talk');
  }
  expect(faults).toHaveLength(3);
});
