import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { pageHeaders } from '../../src/http/kernel/headers.ts';
import { createHold } from '../../src/http/kernel/hold.ts';
import { originOf } from '../../src/http/kernel/origin.ts';
import { fontFaces } from '../../src/http/kernel/problems.ts';
import { serveWeb } from '../../src/http/static.ts';
import { sees, startBrowser, visit } from '../support/browser.ts';
import { lookOver } from '../support/look.ts';

const WEB_ROOT = join(import.meta.dirname, '../../dist/web');

test('a visitor who comes before the program is ready sees its progress, then the page without a reload by hand', async () => {
  const hold = createHold({ percent: () => 42, holdMs: 0 });
  const koa = new Koa();
  koa.use(pageHeaders(false));
  koa.use(hold.middleware(fontFaces(WEB_ROOT)));
  koa.use(serveWeb(WEB_ROOT, { originOf: originOf(null), keys: async () => [], position: () => null }));
  const server = createServer(koa.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await startBrowser();
  onTestFinished(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });
  const { page, faults } = await visit(browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  // The page reloads after 5 s, and the checks take longer: without its Refresh header it stays.
  await page.route('**/signin', async (route) => {
    const response = await route.fetch();
    const { refresh: _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  const response = await page.goto('/signin');
  expect(response?.status()).toBe(503);
  await sees(page, 'Vouch is getting ready');
  await sees(page, '42 %');
  expect(await page.evaluate<number>('document.fonts.size')).toBeGreaterThan(0);
  // The console shows only the status.
  expect([...(await lookOver(page)), ...faults.filter((fault) => !fault.includes('503'))]).toEqual([]);
  await page.unroute('**/signin');
  await page.goto('/signin');
  await sees(page, 'Vouch is getting ready');
  hold.open();
  await page.waitForSelector('#root > *');
  expect(new URL(page.url()).pathname).toBe('/signin');
});
