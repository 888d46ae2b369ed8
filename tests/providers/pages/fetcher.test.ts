import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { type FetcherOptions, pageFetcher } from '../../../src/providers/pages/fetcher.ts';
import { PageUnreadable } from '../../../src/providers/pages/refusals.ts';
import { robotsFor } from '../../../src/providers/pages/robots.ts';
import { openSite, type TestSite } from './site.ts';

const PAGE = '<p>A page.</p>';

/** Fetches a page of the site, under a name. */
async function fetched(from: TestSite, path: string, options: Partial<FetcherOptions> = {}) {
  const fetchPage = pageFetcher({ contact: null, resolve: async () => ['127.0.0.1'], allow: [from.place], ...options });
  return fetchPage(`http://site.example:${from.port}${path}`);
}
const reasonFor = async (...asked: Parameters<typeof fetched>): Promise<string> =>
  fetched(...asked).then(
    () => 'read',
    (error: Error) => (error instanceof PageUnreadable ? error.message : `${error.name}: ${error.message}`),
  );

/** Sends without an end, as fast as it is taken, and counts. */
function endless(response: ServerResponse, chunk: Buffer): { readonly sent: () => number } {
  let sent = 0;
  const more = (): void => {
    while (!response.destroyed) {
      sent += chunk.length;
      if (!response.write(chunk)) return;
    }
  };
  response.on('drain', more);
  more();
  return { sent: () => sent };
}

describe('a page', () => {
  it('is returned with its final address, type and encoding', async () => {
    const from = await openSite({
      '/old': (_, response) => response.writeHead(301, { location: '/new#part' }).end(),
      '/new': (_, response) => response.writeHead(200, { 'content-type': 'Text/HTML; Charset="ISO-8859-1"' }).end(PAGE),
    });
    const page = await fetched(from, '/old');
    expect({ ...page, url: page.url.href, body: page.body.toString() }).toEqual({
      url: `http://site.example:${from.port}/new`,
      type: 'text/html',
      charset: 'iso-8859-1',
      body: PAGE,
    });
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('may be compressed by %s', async (encoding, compress) => {
    const from = await openSite({ '/': (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(compress(PAGE)) });
    expect((await fetched(from, '/')).body.toString()).toBe(PAGE);
  });

  it("is requested with the program's name and a contact, and never with cookies", async () => {
    const from = await openSite({
      '/': (_, response) => response.writeHead(302, { location: '/next', 'set-cookie': 'session=1; Path=/' }).end(),
      '/next': PAGE,
    });
    await fetched(from, '/', { contact: 'https://vouch.example' });
    expect(from.requests.map(({ headers }) => headers['user-agent'])).toEqual(Array(3).fill('Vouch (+https://vouch.example)'));
    expect(from.requests.some(({ headers }) => 'cookie' in headers || 'referer' in headers || 'authorization' in headers)).toBe(false);
  });

  it('is found after at most five redirects', async () => {
    const from = await openSite((request, response) => {
      const left = Number(request.url?.slice(1));
      if (Number.isNaN(left)) response.writeHead(404).end();
      else if (left === 0) response.end(PAGE);
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect((await fetched(from, '/5')).body.toString()).toBe(PAGE);
    expect(await reasonFor(from, '/6')).toBe('The site redirects more than 5 times.');
  });
});

describe('a body is read only up to the limit', () => {
  it('if it says that it has 10 GB', async () => {
    const from = await openSite({ '/': (_, response) => response.writeHead(200, { 'content-length': 10 * 1024 ** 3 }).write('x') });
    expect(await reasonFor(from, '/')).toBe('The page is larger than 2048 kB, so it was not read.');
  });

  it('if it never ends without saying so', async () => {
    const bodies: { readonly sent: () => number }[] = [];
    const from = await openSite({ '/': (_, response) => bodies.push(endless(response, Buffer.alloc(65_536, 'x'))) });
    expect(await reasonFor(from, '/')).toBe('The page is larger than 2048 kB, so it was not read.');
    expect(bodies[0]?.sent()).toBeLessThan(32 * 1024 * 1024);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('if it unpacks to a thousand times its size (%s)', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(8 * 1024 * 1024));
    const from = await openSite({ '/': (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb) });
    expect(await reasonFor(from, '/')).toBe('The page unpacks to more than 100 times its size, so it was not read.');
  });

  it('if it arrives without an end and unpacks to nothing', async () => {
    // After the two bytes with which zlib begins, empty blocks that are not the last.
    const blocks = Buffer.from('000000ffff'.repeat(10_000), 'hex');
    const from = await openSite({
      '/': (_, response) => {
        response.writeHead(200, { 'content-encoding': 'deflate' }).write(Buffer.from([0x78, 0x9c]));
        endless(response, blocks);
      },
    });
    expect(await reasonFor(from, '/')).toBe('The page is larger than 2048 kB, so it was not read.');
  });

  it('if it unpacks slowly beyond the limit', async () => {
    const words = Array.from({ length: 600_000 }, (_, index) => (index * 7919).toString(36)).join(' ');
    const from = await openSite({ '/': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(words)) });
    expect(await reasonFor(from, '/', { mostBytes: 1024 * 1024 })).toBe('The page is larger than 1024 kB, so it was not read.');
  });

  test.each(['gzip, gzip', 'compress', 'constructor'])(
    'and refused if it is compressed as “%s”, which was not requested',
    async (encoding) => {
      const from = await openSite({ '/': (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(PAGE) });
      expect(await reasonFor(from, '/')).toBe('The page is compressed in a way that was not asked for.');
    },
  );

  test.each(['gzip', 'deflate', 'br'])('and refused if it is damaged (%s)', async (encoding) => {
    const from = await openSite({ '/': (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(PAGE) });
    expect(await reasonFor(from, '/')).toBe('The page arrived damaged.');
  });
});

describe('a page that cannot be read has a reason', () => {
  test.each([
    [401, 'The site does not show this page to programs, or only to people who have signed in (401).'],
    [403, 'The site does not show this page to programs, or only to people who have signed in (403).'],
    [404, 'The site has no page at this address (404).'],
    [410, 'The site has no page at this address (410).'],
    [418, 'The site did not answer with a page (418).'],
    [429, 'The site has had too many requests and asks to come back later (429).'],
    [503, 'The site answered with an error of its own (503).'],
  ])('status %i', async (status, reason) => {
    const from = await openSite({ '/': (_, response) => response.writeHead(status).end(PAGE) });
    expect(await reasonFor(from, '/')).toBe(reason);
  });

  it('nothing listens there', async () => {
    const from = await openSite({});
    await from.close();
    expect(await reasonFor(from, '/')).toBe('The site cannot be reached.');
  });

  it('the answer breaks off, or is invalid', async () => {
    const broken = await openSite({
      '/': (_, response) => response.writeHead(200, { 'content-length': 100 }).write('x', () => response.destroy()),
    });
    expect(await reasonFor(broken, '/')).toBe('The site broke off its answer.');
    const silent = await openSite({ '/': (request) => request.socket.destroy() });
    expect(await reasonFor(silent, '/')).toBe('The site broke off its answer.');
    const foreign = await openSite({ '/': (request) => request.socket.end('220 mail.example ESMTP\r\n') });
    expect(await reasonFor(foreign, '/')).toBe('The site did not answer as a web server does.');
  });

  it('the answer takes longer than the total limit, before its headers or between its bytes', async () => {
    const slow = await openSite({ '/': () => {}, '/drip': (_, response) => response.writeHead(200).write('x') });
    expect(await reasonFor(slow, '/', { totalMs: 300 })).toBe('The site took too long to answer.');
    expect(await reasonFor(slow, '/drip', { totalMs: 300 })).toBe('The site took too long to answer.');
    const never = (): Promise<never> => new Promise(() => {});
    expect(await reasonFor(slow, '/', { totalMs: 300, resolve: never })).toBe('The site took too long to answer.');
    expect(await reasonFor(slow, '/', { timeoutMs: 20, resolve: never })).toBe('The site’s name could not be looked up.');
  });

  it('the headers are endless', async () => {
    const from = await openSite({ '/': (_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end(PAGE) });
    expect(await reasonFor(from, '/')).toBe('The site answered with too many headers.');
  });
});

describe('the rules of a site (robots.txt)', () => {
  it('are respected at every address of a redirect', async () => {
    const from = await openSite({
      '/robots.txt': 'User-agent: *\nDisallow: /private/\n',
      '/open': PAGE,
      '/way': (_, response) => response.writeHead(302, { location: '/private/page' }).end(),
    });
    expect(await reasonFor(from, '/open')).toBe('read');
    const refusal = 'The site asks programs not to read this page (robots.txt).';
    expect(await reasonFor(from, '/private/page')).toBe(refusal);
    expect(await reasonFor(from, '/way')).toBe(refusal);
    expect(from.asked.filter((line) => line.includes('/private/'))).toEqual([]);
  });

  it('allow everything if there are none, and nothing if they cannot be read', async () => {
    const failing = await openSite({ '/robots.txt': (_, response) => response.writeHead(500).end(), '/': PAGE });
    expect(await reasonFor(failing, '/')).toBe('The site’s rules for programs (robots.txt) cannot be had at the moment.');
    const forbidden = await openSite({ '/robots.txt': (_, response) => response.writeHead(403).end(), '/': PAGE });
    expect(await reasonFor(forbidden, '/')).toBe('read');
  });
});

const allows = (rules: string, path: string): boolean => robotsFor(rules, 'Vouch').allows(path);

test.each([
  ['Disallow: /', '/', false],
  ['Disallow:', '/anything', true],
  ['Disallow: /a', '/abc?x=1', false],
  ['Disallow: /a', '/b', true],
  ['Disallow: /a/\nAllow: /a/b', '/a/b/c', true],
  ['Allow: /a\nDisallow: /a', '/a', true],
  ['Disallow: /*.php$', '/x/y.php', false],
  ['Disallow: /*.php$', '/x/y.php?z', true],
  ['Disallow: /a*b*c', '/a-x-b-x-c', false],
  ['Disallow: /a*b*c', '/a-x-c-x-b', true],
  ['Disallow: /page$', '/page', false],
  ['Disallow: /page$', '/pages', true],
  ['Disallow: /ab*ab$', '/ab', true],
  ['Disallow: /caf%c3%a9', '/caf%C3%A9', false],
  ['Disallow: /café', '/caf%C3%A9', false],
  ['Disallow: /a # not /b', '/a', false],
  ['disallow : /a', '/a', false],
  ['Nonsense\n: x\nDisallow: /a', '/a', false],
])('whether the rules “%s” allow reading %s: %s', (rules, path, may) => {
  expect(allows(`User-agent: *\n${rules}`, path)).toBe(may);
});

it('rules that name the program replace the rules for all', () => {
  const rules = 'User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: VOUCH/2.0\nDisallow: /a\n\nUser-agent: vouch\r\nDisallow: /b';
  expect(['/', '/a', '/b'].map((path) => allows(rules, path))).toEqual([true, false, false]);
  expect(allows('User-agent: vouchers\nDisallow: /', '/')).toBe(true);
  expect(allows('Disallow: /', '/')).toBe(true);
});

it('patterns that would make a regular expression backtrack for years are matched quickly', () => {
  const rules = `User-agent: *\n${'Disallow: /*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b\n'.repeat(1_000)}`;
  expect(allows(rules, `/${'a'.repeat(1_900)}`)).toBe(true);
});
