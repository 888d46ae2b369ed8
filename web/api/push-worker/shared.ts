import type { SharedPictures } from '../shared-pictures.ts';

/** The address to which the system sends what another program shares (`share_target` in the manifest). */
export const SHARED = '/shared';
const TEXTS = ['title', 'text', 'url'] as const;

/**
 * Keeps shared pictures with the texts beside them, and leads to the screen that asks what they are for. Texts without pictures are
 * part of the address that the answer leads to. If the pictures cannot be kept, the address says so.
 */
export async function receiveShared(
  request: Pick<Request, 'formData' | 'url'>,
  keep: (shared: SharedPictures) => Promise<void>,
  now: number,
): Promise<Response> {
  const params = new URLSearchParams();
  try {
    const form = await request.formData();
    const texts = TEXTS.map((name) => [name, String(form.get(`shared_${name}`) ?? '')] as const);
    for (const [name, text] of texts) if (text !== '') params.set(`shared_${name}`, text);
    const files = form.getAll('shared_files').filter((one): one is File => one instanceof File && one.size > 0);
    if (files.length > 0) {
      await keep({ ...(Object.fromEntries(texts) as Pick<SharedPictures, (typeof TEXTS)[number]>), files, at: now });
      for (const [name] of texts) params.delete(`shared_${name}`);
      params.set('shared', 'pictures');
    }
  } catch {
    params.set('shared', 'failed');
  }
  return Response.redirect(new URL(`/todo?${params}`, request.url), 303);
}
