import { readFileSync, writeFileSync } from 'node:fs';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';

/** The document as it was when it was last changed on purpose: JSON, compressed, since it has 800 kB. */
const KEPT = new URL('openapi.json.zst', import.meta.url);

type Operations = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
const operationsIn = (document: string): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(JSON.parse(document).paths as Operations).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );

/** A change on purpose is kept by VOUCH_KEEP_OPENAPI=1 in the environment of this test. */
describe('the OpenAPI document', () => {
  let server: TestServer;
  let document = '';
  let kept = '';
  beforeAll(async () => {
    server = await startTestServer();
    document = await (await fetch(`${server.url}/api/openapi.json`)).text();
    if (process.env.VOUCH_KEEP_OPENAPI === '1') writeFileSync(KEPT, zstdCompressSync(document));
    kept = zstdDecompressSync(readFileSync(KEPT)).toString();
  });
  afterAll(() => server?.dispose());

  test('describes every call as before', () => {
    const [now, before] = [operationsIn(document), operationsIn(kept)];
    expect([...now.keys()]).toEqual([...before.keys()]);
    for (const [name, operation] of now) expect({ [name]: operation }).toEqual({ [name]: before.get(name) });
  });
  test('is the same byte by byte', () => {
    expect(document === kept).toBe(true);
  });
});
