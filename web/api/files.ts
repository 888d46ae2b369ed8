import type { DetailedError } from 'tus-js-client';
import * as calls from '../../src/contracts/calls/file.ts';
import type { PreviewSize } from '../../src/contracts/file.ts';
import { addressOf, pathOf } from './client.ts';
import { pathOfCall, request, requestDone } from './request.ts';

/** The most bytes that a file may have, as the contract says (src/contracts/file.ts). */
export const MAX_FILE_BYTES = 26_214_400;
/** Milliseconds between tries after the connection broke. Each success begins anew. */
const TRIES = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

export interface UploadOf {
  readonly content: Blob;
  readonly name: string;
  readonly task: string;
  /** Where an earlier try left off, or null to begin. */
  readonly url: string | null;
  readonly onUrl: (url: string) => void;
  /** Called with the number of bytes that were sent. */
  readonly onSent: (bytes: number) => void;
  /** Called with the id of the file. */
  readonly onDone: (id: string) => void;
  /** Called when it can be tried again, such as after the connection was lost. */
  readonly onBroken: () => void;
  /** Called when the server refused the file, with its message. */
  readonly onRefused: (message: string) => void;
}

/** Stops an upload. With `forget` the server forgets what came. */
export type StopUpload = (forget: boolean) => void;
export type StartUpload = (upload: UploadOf) => StopUpload;

const answerTo = (error: Error | DetailedError): DetailedError['originalResponse'] =>
  'originalResponse' in error ? error.originalResponse : null;

/** Whether nobody answered, or the answer says to come again. A 409 `conflict` is about where to go on, which is then asked. */
function isPassing(error: Error | DetailedError): boolean {
  const answer = answerTo(error);
  const status = answer?.getStatus() ?? 0;
  return status === 0 || status >= 500 || status === 423 || status === 429 || (status === 409 && codeOf(answer?.getBody()) === 'conflict');
}

function problemOf(body: string | undefined): { message?: string; code?: string; errors?: Record<string, string[]> } {
  try {
    return JSON.parse(body ?? '') ?? {};
  } catch {
    return {};
  }
}
const codeOf = (body: string | undefined): string | undefined => problemOf(body).code;

/** What a refusal says: about the file itself where it says that. */
export function refusalWords(body: string | undefined): string {
  const { message, errors } = problemOf(body);
  return Object.values(errors ?? {})[0]?.join(' ') || message || calls.beginUpload.failure;
}

const idIn = (url: string | null): string => decodeURIComponent(url?.split('/').at(-1) ?? '');

/** Uploads a file in a way that goes on after a lost connection, by tus 1.0 (https://tus.io). */
export const startUpload: StartUpload = (given) => {
  let stopped: { readonly forget: boolean } | null = null;
  let stop: StopUpload | null = null;
  void begun(given)
    .then((running) => {
      stop = running;
      if (stopped) running(stopped.forget);
    })
    .catch(given.onBroken);
  return (forget) => {
    stopped = { forget };
    stop?.(forget);
  };
};

async function begun({ content, name, task, url, onUrl, onSent, onDone, onBroken, onRefused }: UploadOf): Promise<StopUpload> {
  // It is loaded with the first file: most proof is a link or a few words.
  const { Upload } = await import('tus-js-client');
  const upload = new Upload(content as File, {
    endpoint: addressOf(calls.beginUpload.path),
    uploadUrl: url,
    metadata: { filename: name, taskId: task },
    retryDelays: TRIES,
    // Where an upload is, is kept with its bytes (web/proof/uploads.ts).
    storeFingerprintForResuming: false,
    onShouldRetry: (error) => isPassing(error) && navigator.onLine,
    onUploadUrlAvailable: () => upload.url && onUrl(upload.url),
    onProgress: (sent) => onSent(sent),
    onSuccess: () => onDone(idIn(upload.url)),
    onError: (error) => (isPassing(error) ? onBroken() : onRefused(refusalWords(answerTo(error)?.getBody()))),
  });
  upload.start();
  return (forget) => void upload.abort(forget).catch(() => undefined);
}

/** Uploads a small file in one request. Gives its id. */
export async function sendFile(content: Blob, name: string, task: string, signal?: AbortSignal): Promise<string> {
  const form = new FormData();
  form.append('task_id', task);
  form.append('file', content, name);
  return (await request(calls.uploadFile, { form, ...(signal && { signal }) })).id;
}

/** The address at which a file is downloaded. */
export const fileAddress = (id: string): string => addressOf(pathOfCall(calls.downloadFile.path, { id }));
/** The address of a picture of it, as wide or high as `size` in pixels at most. */
export const previewAddress = (id: string, size: PreviewSize): string =>
  addressOf(pathOf(pathOfCall(calls.downloadPreview.path, { id }), { size }));

export const deleteFile = (id: string) => requestDone(calls.removeFile, { params: { id } });
