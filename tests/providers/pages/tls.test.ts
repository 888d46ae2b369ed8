import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pageFetcher } from '../../../src/providers/pages/fetcher.ts';
import { CERTIFICATE, KEY } from './certificate.data.ts';

/** A guarded connection goes to an address that was checked, and the certificate has still to be that of the name. */

const trusted = getCACertificates('default');
let server: Server;
beforeEach(async () => {
  server = createServer({ cert: CERTIFICATE, key: KEY }, (request, response) => {
    response.writeHead(request.url === '/' ? 200 : 404).end('<p>A page.</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  setDefaultCACertificates(trusted);
  await new Promise((resolve) => server.close(resolve));
});

async function read(name: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const fetchPage = pageFetcher({ contact: null, resolve: async () => ['127.0.0.1'], allow: [`127.0.0.1:${port}`] });
  return fetchPage(`https://${name}:${port}/`).then(
    ({ body }) => body.toString(),
    (error: Error) => error.message,
  );
}
const NOT_VALID = 'The site could not show who it is: its certificate is not valid.';

it('a page is read by https under the name of its certificate, and under no other', async () => {
  expect(await read('secure.example')).toBe(NOT_VALID);
  setDefaultCACertificates([...trusted, CERTIFICATE]);
  expect(await read('secure.example')).toBe('<p>A page.</p>');
  expect(await read('another.example')).toBe(NOT_VALID);
  expect(await read('127.0.0.1')).toBe(NOT_VALID);
});
