import { createServer, type Server } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { pageFetcher } from '../../../src/providers/pages/fetcher.ts';
import type { ResolveName } from '../../../src/providers/pages/guarded-connect.ts';
import { AddressForbidden } from '../../../src/providers/pages/refusals.ts';
import { close, listen } from '../../servers/listening.ts';
import { CERTIFICATE, KEY } from './certificate.data.ts';
import { openSite } from './site.ts';

/** Requests for pages never lead into the network of the server. */

const PAGE = '<p>A page.</p>';
const always =
  (...addresses: readonly string[]): ResolveName =>
  async () =>
    addresses;
const fetcher = (resolve: ResolveName, allow: readonly string[] = []) => pageFetcher({ contact: null, resolve, allow });

describe('no request is sent to this machine', () => {
  const SPELLINGS = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.0.0.1.',
    '127.255.255.254',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '0x7f.1',
    '0x7F000001',
    '2130706433',
    '017700000001',
    '127.0.0.0x1',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '127。0。0。1',
    '①②⑦.0.0.1',
    '0',
    '0.0.0.0',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000::0001]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    'localhost',
    'LOCALHOST.',
    'loc%61lhost',
    'some.localhost',
  ];

  test.each(SPELLINGS)('at %s', async (host) => {
    const own = await openSite({ '/': PAGE });
    await expect(fetcher(always('127.0.0.1'))(`http://${host}:${own.port}/`)).rejects.toBeInstanceOf(AddressForbidden);
    expect(own.asked).toEqual([]);
  });

  test.each([
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '0.0.0.0',
    '10.1.2.3',
    '100.100.100.200',
    '169.254.169.254',
    '192.168.1.1',
    '224.0.0.1',
    'fe80::1',
    'fd00:ec2::254',
    'fec0::1',
  ])('by a name that leads to %s', async (address) => {
    await expect(fetcher(always(address))('https://innocent.example/')).rejects.toThrow(AddressForbidden);
    // One such address among others is enough.
    await expect(fetcher(always('93.184.215.14', address))('https://innocent.example/')).rejects.toThrow(AddressForbidden);
  });

  it('by a redirect, in any form', async () => {
    const inside = await openSite({ '/secret': PAGE });
    const targets = [
      `http://127.0.0.1:${inside.port}/secret`,
      `http://[::ffff:7f00:1]:${inside.port}/secret`,
      `//localhost:${inside.port}/secret`,
      `http://inside.example:${inside.port}/secret`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'http://outside.example:25/',
      'http://user:password@outside.example/',
    ];
    const outside = await openSite((request, response) => {
      const target = targets[Number(request.url?.slice(1))];
      response.writeHead(target === undefined ? 404 : 302, target === undefined ? {} : { location: target }).end();
    });
    const fetchPage = fetcher(always('127.0.0.1'), [outside.place]);
    for (const index of targets.keys())
      await expect(fetchPage(`http://outside.example:${outside.port}/${index}`), targets[index]).rejects.toThrow(AddressForbidden);
    expect(inside.asked).toEqual([]);
  });

  it('by a name that changes between two lookups', async () => {
    const outside = await openSite({ '/': PAGE });
    const inside = await openSite({ '/': PAGE });
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const asked: string[] = [];
    const fetchPage = fetcher(
      async (name) => {
        asked.push(name);
        return answers[asked.length - 1] ?? ['10.0.0.2'];
      },
      [outside.place],
    );
    // The first connection, for robots.txt, goes to the address that was checked. The second one would lead elsewhere and is refused.
    await expect(fetchPage(`http://changing.example:${outside.port}/`)).rejects.toThrow(AddressForbidden);
    expect(outside.asked).toEqual(['GET /robots.txt']);
    expect(asked).toEqual(['changing.example', 'changing.example']);
    expect(inside.asked).toEqual([]);
  });

  it('because a name is looked up once for each connection, and each request has its own connection', async () => {
    const outside = await openSite({ '/robots.txt': 'User-agent: *', '/': PAGE });
    let lookups = 0;
    const fetchPage = fetcher(async () => {
      lookups += 1;
      return ['127.0.0.1'];
    }, [outside.place]);
    await fetchPage(`http://steady.example:${outside.port}/`);
    expect(lookups).toBe(2);
    expect(outside.requests.map(({ headers }) => headers.connection)).toEqual(['close', 'close']);
  });

  it('by a name for this machine, whatever a name server says about it', async () => {
    for (const host of ['localhost', 'some.localhost.']) {
      await expect(fetcher(always('93.184.215.14'))(`http://${host}/`)).rejects.toThrow(AddressForbidden);
    }
  });

  it('and the message to a person says nothing about the internal network', async () => {
    const refusal = await fetcher(always('10.20.30.40'))('http://wiki.example/').catch((error: Error) => error.message);
    expect(refusal).toBe('“wiki.example” does not lead to the public web, and no page is read from elsewhere.');
  });
});

describe('an address that is allowed for tests and development', () => {
  it('is allowed with its port only', async () => {
    const [allowed, other] = await Promise.all([openSite({ '/': PAGE }), openSite({ '/': PAGE })]);
    const fetchPage = fetcher(always('127.0.0.1'), [allowed.place]);
    expect((await fetchPage(`http://127.0.0.1:${allowed.port}/`)).body.toString()).toBe(PAGE);
    await expect(fetchPage(`http://127.0.0.1:${other.port}/`)).rejects.toThrow(AddressForbidden);
    expect(other.asked).toEqual([]);
  });
});

describe('a page over https', () => {
  /** A guarded connection goes to an address that was checked, and the certificate has still to be that of the name. */

  const trusted = getCACertificates('default');
  let server: Server;
  let port: number;
  beforeEach(async () => {
    server = createServer({ cert: CERTIFICATE, key: KEY }, (request, response) => {
      response.writeHead(request.url === '/' ? 200 : 404).end('<p>A page.</p>');
    });
    port = await listen(server);
  });
  afterEach(async () => {
    setDefaultCACertificates(trusted);
    await close(server);
  });

  async function read(name: string): Promise<string> {
    const fetchPage = pageFetcher({ contact: null, resolve: async () => ['127.0.0.1'], allow: [`127.0.0.1:${port}`] });
    return fetchPage(`https://${name}:${port}/`).then(
      ({ body }) => body.toString(),
      (error: Error) => error.message,
    );
  }
  const NOT_VALID = 'The site could not show who it is: its certificate is not valid.';

  it('is read only under the name of its certificate', async () => {
    expect(await read('secure.example')).toBe(NOT_VALID);
    setDefaultCACertificates([...trusted, CERTIFICATE]);
    expect(await read('secure.example')).toBe('<p>A page.</p>');
    expect(await read('another.example')).toBe(NOT_VALID);
    expect(await read('127.0.0.1')).toBe(NOT_VALID);
  });
});
