import { createServer, type Server } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pageFetcher } from '../../../src/providers/pages/fetcher.ts';
import { close, listen } from '../../servers/listening.ts';
import { CERTIFICATE, KEY } from './certificate.data.ts';

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

it('a page is read by https under the name of its certificate, and under no other', async () => {
  expect(await read('secure.example')).toBe(NOT_VALID);
  setDefaultCACertificates([...trusted, CERTIFICATE]);
  expect(await read('secure.example')).toBe('<p>A page.</p>');
  expect(await read('another.example')).toBe(NOT_VALID);
  expect(await read('127.0.0.1')).toBe(NOT_VALID);
});
