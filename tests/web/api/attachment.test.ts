import { afterEach, expect, test, vi } from 'vitest';
import { uploadAttachment } from '../../../web/api/email-tasks.ts';

afterEach(() => vi.unstubAllGlobals());

const META = { id: 'f1', name: 'a.txt', type: 'text/plain', size: 1, task_id: 't' };

/** Uploads a file to a server that answers this; null: it does not answer. */
function upload(answer: { readonly status: number; readonly body: string } | null) {
  const sent: unknown[] = [];
  class Request {
    readonly upload = { addEventListener: () => undefined };
    readonly status = answer?.status ?? 0;
    readonly responseText = answer?.body ?? '';
    readonly #on = new Map<string, () => void>();
    open = (...args: unknown[]) => sent.push(...args);
    setRequestHeader = () => undefined;
    addEventListener = (event: string, listener: () => void) => this.#on.set(event, listener);
    send(form: FormData) {
      sent.push([...form.keys()]);
      this.#on.get(answer === null ? 'error' : 'load')?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  const given = uploadAttachment('t', new File(['a'], 'a.txt'), new AbortController().signal, () => undefined);
  return { sent, given };
}

test('an attachment is sent as a form, and needs a meta in the answer', async () => {
  const { sent, given } = upload({ status: 200, body: JSON.stringify({ success: true, meta: META }) });
  expect(await given).toEqual(META);
  expect(sent).toEqual(['POST', '/api/verifications/uploadEmailAttachment', ['task_id', 'file']]);
});

test.each([
  ['without a meta', { status: 200, body: '{"success":true}' }],
  ['that cannot be read', { status: 502, body: '<html>' }],
  ['that never came', null],
])('an answer %s is a failure', async (_what, answer) => {
  await expect(upload(answer).given).rejects.toMatchObject({ name: 'ApiError', message: 'Attachment upload failed' });
});
