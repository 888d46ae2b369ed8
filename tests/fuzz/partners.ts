import { Client } from '../support/client.ts';
import type { Served } from '../support/ways.ts';
import { cookieOf, inMail, made } from './made.ts';
import type { Driven, Likely } from './schemathesis.ts';

/** The ids of two partners, as somebody has them in the trial of Pro. The first one has accepted. */
export async function partnersOf(served: Served, ada: Client): Promise<readonly [string, string]> {
  await ada.post('/api/subscriptions/trial');
  const first = await made(ada.post('/api/partners', { name: 'Søren', email: 'soren@example.org' }));
  const second = await made(ada.post('/api/partners', { name: 'Pat', email: 'pat@example.org' }));
  await ada.post(`/partner/${await inMail(served, 'soren@example.org', /\/partner\/(\w+)/)}/accept`);
  return [first, second];
}

/** A person whose partner may be changed. */
export async function withPartner(served: Served, email: string): Promise<{ readonly cookie: string; readonly partner: string }> {
  const owner = await served.member(email);
  return { cookie: cookieOf(owner), partner: await made(owner.post('/api/partners', { name: 'Pia', email: `partner-of-${email}` })) };
}

/** Headers without which a page with a secret in its address could be read by others. */
const HEADERS = {
  'Content-Security-Policy': { required: true, schema: { type: 'string', pattern: "^default-src 'none';" } },
  'Referrer-Policy': { required: true, schema: { const: 'no-referrer' } },
  'Cache-Control': { required: true, schema: { const: 'no-store' } },
  'X-Robots-Tag': { required: true, schema: { const: 'noindex, nofollow' } },
};
const page = (description: string) => ({ description, headers: HEADERS, content: { 'text/html': { schema: { type: 'string' } } } });
const PAGES = { 200: page('The page'), 404: page('The link is dead') };
const ELSEWHERE = {
  303: { description: 'To the page', headers: { Location: { required: true, schema: { type: 'string', pattern: '^/partner/' } } } },
};
const FORM = { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } };
const parameters = [{ name: 'token', in: 'path', required: true, schema: { type: 'string', minLength: 1 } }];

const shown = (responses: object) => ({ parameters, responses });
const sent = { parameters, requestBody: FORM, responses: PAGES };
const refused = (...statuses: number[]) => Object.fromEntries(statuses.map((status) => [status, page('Refused')]));
const judged = { ...sent, responses: { ...PAGES, ...refused(409, 413, 415, 422) } };
const ofFile = [...parameters, { name: 'id', in: 'path', required: true, schema: { type: 'string', minLength: 1 } }];
const noFile = { parameters: ofFile, responses: refused(404, 422) };

/** The pages of a partner as a document: they are not calls of the API, and no document of the program contains them. */
export const PARTNER_PAGES: Driven['document'] = {
  openapi: '3.1.0',
  info: { title: 'Pages of a partner', version: '1' },
  paths: {
    '/partner/{token}': { get: shown(PAGES) },
    '/partner/{token}/accept': { get: shown(ELSEWHERE), post: sent },
    '/partner/{token}/decline': { get: shown(ELSEWHERE), post: sent },
    '/partner/{token}/verdict': { get: shown(ELSEWHERE), post: judged },
    '/partner/{token}/files/{id}': { get: noFile },
    '/partner/{token}/files/{id}/preview': { get: noFile },
    '/partner/{token}/unsubscribe': { get: shown(PAGES), post: sent },
  },
} as Driven['document'];

/** Links to partners of several people, so that the answer of one partner does not affect the others. */
export async function partnerLinks(served: Served): Promise<readonly Likely[]> {
  const links: { page: string; stop: string }[] = [];
  for (const name of ['eve', 'fay', 'gil']) {
    const owner: Client = await served.member(`${name}@example.org`);
    await owner.post('/api/partners', { name: 'Pat', email: `pat-of-${name}@example.org` });
    await served.advance('PT1S');
    const text = (await served.mails(`pat-of-${name}@example.org`))[0]?.text ?? '';
    const [, linked = ''] = /\/partner\/(\w+)/.exec(text) ?? [];
    const shownPage = await new Client(served.url).get(`/partner/${linked}`);
    const [, stop = ''] = /\/partner\/(\w+)\/unsubscribe/.exec(shownPage.text) ?? [];
    links.push({ page: linked, stop });
  }
  return [
    { names: /accept|decline|verdict|files|\{token\}$/, at: 'path.token', values: links.map((link) => link.page), often: 0.7 },
    { names: /unsubscribe/, at: 'path.token', values: links.map((link) => link.stop), often: 0.7 },
  ];
}
