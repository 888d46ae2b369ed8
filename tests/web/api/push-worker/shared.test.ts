import { expect, test } from 'vitest';
import { answerOf } from '../../../../web/api/push-worker/offline.ts';
import { receiveShared, SHARED } from '../../../../web/api/push-worker/shared.ts';
import type { SharedPictures } from '../../../../web/api/shared-pictures.ts';

const HERE = 'https://vouch.example';
const PICTURE = new File(['picture'], 'fern.png', { type: 'image/png' });

function shareOf(texts: Readonly<Record<string, string>>, files: readonly File[] = []): Request {
  const body = new FormData();
  for (const [name, text] of Object.entries(texts)) body.set(`shared_${name}`, text);
  for (const file of files) body.append('shared_files', file);
  return new Request(`${HERE}${SHARED}`, { method: 'POST', body });
}

/** Where the answer leads to, and what was kept. */
async function received(request: Request, hasRoom = true) {
  const kept: SharedPictures[] = [];
  const keep = async (shared: SharedPictures) => {
    if (!hasRoom) throw new DOMException('full', 'QuotaExceededError');
    kept.push(shared);
  };
  const answer = await receiveShared(request, keep, 7);
  expect(answer.status).toBe(303);
  return [answer.headers.get('location'), kept] as const;
}

test('texts without a picture are part of the address', async () => {
  expect(await received(shareOf({ title: 'Ferns', url: HERE }))).toEqual([
    `${HERE}/todo?shared_title=Ferns&shared_url=${encodeURIComponent(HERE)}`,
    [],
  ]);
});

test('pictures are kept with their texts, and empty files are left out', async () => {
  const [address, [kept]] = await received(shareOf({ text: 'Watered' }, [PICTURE, new File([], 'empty.png')]));
  expect([address, kept]).toMatchObject([`${HERE}/todo?shared=pictures`, { title: '', text: 'Watered', at: 7 }]);
  expect(kept?.files.map(({ name }) => name)).toEqual(['fern.png']);
});

test.each([
  ['for which there is no room', shareOf({ title: 'Ferns' }, [PICTURE]), '/todo?shared_title=Ferns&shared=failed'],
  ['that cannot be read', new Request(`${HERE}${SHARED}`, { method: 'POST', body: 'x' }), '/todo?shared=failed'],
])('a share %s is said to have failed', async (_which, request, address) => {
  expect(await received(request, false)).toEqual([`${HERE}${address}`, []]);
});

test('only what the system sends to the address of shares is taken as one', () => {
  const asked = { mode: 'navigate', method: 'POST' } as const;
  expect(answerOf({ ...asked, url: `${HERE}${SHARED}` }, HERE)).toBe('shared');
  expect(answerOf({ ...asked, url: `https://other.example${SHARED}` }, HERE)).toBe(null);
  expect(answerOf({ ...asked, url: `${HERE}/todo` }, HERE)).toBe(null);
});
