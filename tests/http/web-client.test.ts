import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screenPaths } from '../../web/screen-paths.ts';
import { Client } from '../support/client.ts';
import { BEHIND_PROXIES, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let webRoot: string;

beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'vouch-web-'));
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(
    join(webRoot, 'index.html'),
    '<!doctype html><head><title>Vouch</title><script src="/theme.js"></script><link rel="stylesheet" href="/a.css"></head>',
  );
  writeFileSync(join(webRoot, 'screens.json'), JSON.stringify(screenPaths()));
  const pages = {
    '/todo': ['/assets/lists.css', '/assets/signed-in-1.js', '/assets/lists.js'],
    '/verify/task/:taskId': ['/assets/task.js'],
  };
  writeFileSync(join(webRoot, 'pages.json'), JSON.stringify(pages));
  cpSync(join(import.meta.dirname, '../../web/public'), webRoot, { recursive: true });
  writeFileSync(join(webRoot, 'assets/app-1a2b3c.js'), `/* ${'x'.repeat(4_000)} */`);
  server = await startTestServer({ webRoot });
});
afterAll(async () => {
  await server.dispose();
  rmSync(webRoot, { recursive: true });
});

describe('the web client', () => {
  const document = async (path: string) => {
    const { status, headers, text } = await new Client(server.url).get(path);
    expect([path, headers.get('content-type'), headers.get('cache-control')]).toEqual([path, 'text/html; charset=utf-8', 'no-cache']);
    expect(text).toMatch(/<title>[^<]*Vouch[^<]*<\/title>/);
    const csp = headers.get('content-security-policy');
    expect(csp).toContain("script-src 'self';");
    expect(csp).toContain("frame-ancestors 'none'");
    return status;
  };

  it.each(['/', '/auth/confirm?token=x', '/todo', '/TODO/', '/settings/time', '/terms', '/welcome', '/verify/task/a1', ...screenPaths()])(
    'has a page at %s, under a strict policy',
    async (path) => expect(await document(path)).toBe(200),
  );

  const odd = ['/.env', '/a%00b.js', '/%ZZ.js', '//evil.example/x', `/${'x'.repeat(5_000)}.js`, '/..%2f..%2fetc%2fpasswd.txt'];
  it.each([
    '/no/such/page.of-any-kind',
    '/index.html',
    '/wp-login.php',
    '/todo/none',
    '/verify/task',
    '/verify/task/a1/b2',
    '/auth/none',
    '//',
    '/__proto__',
    ...odd,
  ])('has no page at %s, and answers 404 with the same document', async (path) => expect(await document(path)).toBe(404));

  it.each([
    ['/TODO/', ['stylesheet /assets/lists.css', 'modulepreload /assets/signed-in-1.js', 'modulepreload /assets/lists.js']],
    ['/verify/task/a1', ['modulepreload /assets/task.js']],
    ['/verify/task', []],
    ['/terms', []],
  ])('names the scripts and styles of %s in its document', async (path, files) => {
    const { text } = await new Client(server.url).get(path);
    const links = [...text.matchAll(/<link rel="(stylesheet|modulepreload)"(?: fetchpriority="low")? crossorigin href="([^"]+)">/g)];
    expect(links.map(([, rel, file]) => `${rel} ${file}`)).toEqual(files);
  });

  it('names all styles before all scripts, so that nothing that is painted waits for a script', async () => {
    const { text } = await new Client(server.url).get('/todo');
    const at = [...text.matchAll(/<(?:link rel="(\w+)"[^>]*|(script)[^>]*)>/g)].map(([, rel, script]) => rel ?? script);
    const kinds = at.filter((kind) => ['stylesheet', 'modulepreload', 'script'].includes(kind ?? ''));
    expect(kinds).toEqual(['stylesheet', 'stylesheet', 'script', 'modulepreload', 'modulepreload']);
    expect(text.match(/modulepreload" fetchpriority="low"/g)).toHaveLength(2);
  });

  it('has the browser ask for the session at once where the screen needs one, and only there', async () => {
    const link = '<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/auth/session">';
    const has = async (path: string) => (await new Client(server.url).get(path)).text.includes(link);
    expect([await has('/todo'), await has('/verify/task/a1'), await has('/')]).toEqual([true, false, false]);
  });

  it('keeps the popup of a provider connected to the page that opened it, and no other page', async () => {
    const policies = await Promise.all(
      ['/oauth/redirect?platform=google&status=connected', '/oauth/redirect/', '/', '/settings/integrations'].map(async (path) =>
        (await new Client(server.url).get(path)).headers.get('cross-origin-opener-policy'),
      ),
    );
    expect(policies).toEqual(['unsafe-none', 'unsafe-none', 'same-origin-allow-popups', 'same-origin-allow-popups']);
  });

  it('has its keys in the page that checks reports, which may connect to nothing', async () => {
    const [page, keys] = await Promise.all(
      ['/verify-a-report', '/.well-known/vouch-keys.json'].map((path) => new Client(server.url).get(path)),
    );
    expect(page?.status).toBe(200);
    expect(page?.headers.get('content-security-policy')).toContain("connect-src 'none';");
    const [, written = ''] = /<script type="application\/json" id="vouch-keys">(.*?)<\/script>/.exec(page?.text ?? '') ?? [];
    expect(JSON.parse(written)).toEqual(keys?.body);
    expect(keys?.body.keys).toHaveLength(1);
  });

  it('allows pictures only from itself, from memory and over https', async () => {
    const { headers } = await new Client(server.url).get('/');
    expect(headers.get('content-security-policy')).toContain("img-src 'self' blob: data: https:;");
  });

  it.each([
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/sitemap.xml', 'application/xml'],
    ['/favicon.ico', 'image/vnd.microsoft.icon'],
    ['/icon.svg', 'image/svg+xml'],
    ['/apple-touch-icon.png', 'image/png'],
  ])('serves %s', async (path, type) => {
    const { status, headers } = await new Client(server.url).get(path);
    expect([status, headers.get('content-type')]).toEqual([200, type]);
  });

  it('can be installed: the pictures of its manifest have the sizes that they are said to have, and its addresses are screens', async () => {
    const { status, headers, text } = await new Client(server.url).get('/manifest.webmanifest');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/manifest+json; charset=utf-8']);
    expect((await new Client(server.url).get('/')).headers.get('content-security-policy')).toContain("manifest-src 'self';");
    expect(readFileSync(join(import.meta.dirname, '../../web/index.html'), 'utf8')).toContain(
      'rel="manifest" href="/manifest.webmanifest"',
    );
    const { icons, shortcuts, start_url, share_target } = JSON.parse(text);
    for (const { src, sizes, type } of [icons, shortcuts.map((one: { icons: unknown[] }) => one.icons)].flat(2)) {
      const picture = await fetch(`${server.url}${src}`);
      expect([src, picture.headers.get('content-type')]).toEqual([src, type]);
      if (type === 'image/svg+xml') {
        // The program forbids sharp to read it, in this process, too.
        expect([sizes, await picture.text()]).toEqual(['any', expect.stringMatching(/^<svg /)]);
        continue;
      }
      const { width, height, format } = await sharp(await picture.bytes()).metadata();
      expect([src, `${width}x${height}`, `image/${format}`]).toEqual([src, sizes, type]);
    }
    expect(icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual([
      'any any',
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const url of [start_url, ...shortcuts.map((one: { url: string }) => one.url)]) {
      expect([url, await document(url)]).toEqual([url, 200]);
    }
    const { method, enctype, params } = share_target;
    const body = new FormData();
    body.set(params.files[0].name, new Blob(['picture'], { type: 'image/png' }), 'fern.png');
    const shared = await fetch(server.url + share_target.action, { method, body, redirect: 'manual' });
    expect([enctype, shared.status, shared.headers.get('location')]).toEqual(['multipart/form-data', 303, '/todo?shared=failed']);
  });

  describe('for search engines and previews of links', () => {
    const metaOf = (text: string) =>
      Object.fromEntries(
        [...text.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]+)">/g)].map(([, name, content]) => [name, content]),
      );

    it('has one address, a title and a picture on each public page, with the origin under which it is reached', async () => {
      for (const [path, own] of [
        ['/', '/'],
        ['/terms', '/terms'],
        ['/Privacy/?from=mail', '/privacy'],
      ] as const) {
        const { text } = await new Client(server.url).get(path);
        expect(text).toContain(`<link rel="canonical" href="${server.url}${own}">`);
        expect(metaOf(text)).toMatchObject({
          'og:url': `${server.url}${own}`,
          'og:image': `${server.url}/share.jpg`,
          'twitter:card': 'summary_large_image',
        });
        expect(metaOf(text)['og:title']).toBe(/<title>([^<]+)</.exec(text)?.[1]);
        expect(metaOf(text).robots).toBeUndefined();
      }
      const picture = await new Client(server.url).get('/share.jpg');
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    });

    it('says on every other page that it is not to be found', async () => {
      for (const path of ['/todo', '/auth/confirm?token=x', '/no/such/page', '/__proto__']) {
        const { text } = await new Client(server.url).get(path);
        expect(metaOf(text)).toEqual({ robots: 'noindex' });
        expect(text).not.toContain('canonical');
      }
    });

    it('lists the public pages, and nothing that needs a session', async () => {
      const { text } = await new Client(server.url).get('/sitemap.xml');
      const listed = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
      expect(listed).toEqual(['/', '/privacy', '/terms', '/security', '/verify-a-report'].map((path) => `${server.url}${path}`));
      for (const address of listed) expect((await new Client(server.url).get(new URL(address).pathname)).status).toBe(200);
      const robots = await new Client(server.url).get('/robots.txt');
      expect(robots.text).toContain(`Sitemap: ${server.url}/sitemap.xml`);
      expect(robots.text).toContain('Disallow: /partner/');
    });
  });

  it('sends files with a hash in their name compressed and cacheable for ever, and no page if one is missing', async () => {
    const { status, headers } = await new Client(server.url).get('/assets/app-1a2b3c.js');
    expect([status, headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
      200,
      'max-age=31536000,immutable',
      'nosniff',
    ]);
    expect(['gzip', 'br', 'zstd']).toContain(headers.get('content-encoding'));
    expect((await new Client(server.url).get('/assets/gone.js')).status).toBe(404);
    expect((await new Client(server.url).get('/assets/..%2f..%2f..%2fetc%2fpasswd')).status).toBe(404);
    expect((await new Client(server.url).post('/todo')).status).toBe(405);
    const unknown = await new Client(server.url).post('/nowhere-at-all');
    expect([unknown.status, unknown.headers.get('allow')]).toEqual([404, null]);
  });

  it('sends the compressed form that the build has made, to those who can read it', async () => {
    const script = 'as it is'.repeat(200);
    writeFileSync(join(webRoot, 'assets/built-1a2b3c.js'), script);
    writeFileSync(join(webRoot, 'assets/built-1a2b3c.js.br'), brotliCompressSync('from brotli'));
    writeFileSync(join(webRoot, 'assets/built-1a2b3c.js.gz'), gzipSync('from gzip'));
    for (const [accepted, encoding, text] of [
      ['gzip, deflate, br, zstd', 'br', 'from brotli'],
      ['gzip, deflate', 'gzip', 'from gzip'],
      ['identity', null, script],
    ] as const) {
      const answer = await fetch(`${server.url}/assets/built-1a2b3c.js`, { headers: { 'accept-encoding': accepted } });
      const sent = ['content-encoding', 'content-type', 'cache-control', 'vary'].map((name) => answer.headers.get(name));
      expect([...sent, await answer.text()]).toEqual([
        encoding,
        'text/javascript; charset=utf-8',
        'max-age=31536000,immutable',
        expect.stringContaining('Accept-Encoding'),
        text,
      ]);
    }
  });

  it('shows nothing under /dev in production', async () => {
    const production = await startTestServer({ webRoot, config: { callers: BEHIND_PROXIES } });
    for (const path of ['/dev', '/dev/ui', '/dev/clock', '/dev/mailbox', '/dev/mailbox.json']) {
      const { status, body } = await new Client(production.url).get(path);
      expect([path, status, body?.code]).toEqual([path, 404, 'not_found']);
    }
    expect((await new Client(production.url).post('/dev/clock', { advance: 'P1D' })).status).toBe(404);
    await production.dispose();
  });

  it('logs no error for an odd path', () => {
    expect(server.faults).toEqual([]);
  });
});
