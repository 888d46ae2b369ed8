import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** The calls of files, built for an API at another address than the page's. */
async function elsewhere() {
  vi.stubEnv('VITE_API_BASE', 'https://api.example');
  vi.resetModules();
  const calls: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    return Response.json({ id: 'f1' }, { status: 201 });
  });
  return { calls, ...(await import('../../../web/api/files.ts')) };
}

test('files are sent to and read from the base address of the client', async () => {
  const { calls, sendFile, fileAddress, previewAddress } = await elsewhere();
  expect(await sendFile(new Blob(['x']), 'diagram.png', 't1')).toBe('f1');
  expect([calls[0]?.url, fileAddress('a b'), previewAddress('f1', 320)]).toEqual([
    'https://api.example/api/files',
    'https://api.example/api/files/a%20b',
    'https://api.example/api/files/f1/preview?size=320',
  ]);
});

test("a file is sent as a form with the browser's content type and an Idempotency-Key", async () => {
  const { calls, sendFile } = await elsewhere();
  await sendFile(new Blob(['x']), 'diagram.png', 't1');
  const { body, headers, credentials } = calls[0]?.init ?? {};
  expect([(body as FormData).get('task_id'), (body as FormData).get('file'), credentials]).toEqual(['t1', expect.any(File), 'include']);
  expect(Object.keys(headers ?? {})).toEqual(['accept', 'idempotency-key']);
});
