import type { DetailedError } from 'tus-js-client';
import * as calls from '../../src/contracts/calls/file.ts';
import type { PreviewSize } from '../../src/contracts/file.ts';
import { addressOf, pathOf } from './client.ts';
import { pathOfCall, request, requestDone } from './request.ts';

/** In bytes. The same limit as in src/contracts/file.ts. */
export const MAX_FILE_BYTES = 26_214_400;
/** Milliseconds before each retry after the connection broke. After a success the list starts again from the beginning. */
const TRIES = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

export interface UploadOf {
  readonly content: Blob;
  readonly name: string;
  readonly task: string;
  /** The address of an upload that was started earlier, or null to start a new one. */
  readonly url: string | null;
  readonly onUrl: (url: string) => void;
  readonly onSent: (bytes: number) => void;
  /** Receives the id of the file. */
  readonly onDone: (id: string) => void;
  /** Called after a failure that may pass, such as a lost connection. The upload can be resumed. */
  readonly onBroken: () => void;
  /** Receives the server's message when it refuses the file. */
  readonly onRefused: (message: string) => void;
}

/** Stops an upload. With `forget` the server also deletes the bytes it has received. */
export type StopUpload = (forget: boolean) => void;
export type StartUpload = (upload: UploadOf) => StopUpload;

const answerTo = (error: Error | DetailedError): DetailedError['originalResponse'] =>
  'originalResponse' in error ? error.originalResponse : null;

/**
 * Whether a retry makes sense: no answer came, or the server asks to try later. After a 409 `conflict` the client asks for the
 * current offset.
 */
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

/** The server's message, and preferably its message about the file itself. */
export function refusalWords(body: string | undefined): string {
  const { message, errors } = problemOf(body);
  return Object.values(errors ?? {})[0]?.join(' ') || message || calls.beginUpload.failure;
}

const idIn = (url: string | null): string => decodeURIComponent(url?.split('/').at(-1) ?? '');

/** Uploads a file with tus 1.0 (https://tus.io), which resumes after a lost connection. */
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
  // Loaded with the first file, because most proofs are a link or a few words.
  const { Upload } = await import('tus-js-client');
  const upload = new Upload(content as File, {
    endpoint: addressOf(calls.beginUpload.path),
    uploadUrl: url,
    metadata: { filename: name, taskId: task },
    retryDelays: TRIES,
    // web/proof/uploads.ts stores the address of the upload together with the bytes.
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

/** For small files. Returns the id of the file. */
export async function sendFile(content: Blob, name: string, task: string, signal?: AbortSignal): Promise<string> {
  const form = new FormData();
  form.append('task_id', task);
  form.append('file', content, name);
  return (await request(calls.uploadFile, { form, ...(signal && { signal }) })).id;
}

export const fileAddress = (id: string): string => addressOf(pathOfCall(calls.downloadFile.path, { id }));
/** The address of a preview that fits into a square of `size` pixels. */
export const previewAddress = (id: string, size: PreviewSize): string =>
  addressOf(pathOf(pathOfCall(calls.downloadPreview.path, { id }), { size }));

export const deleteFile = (id: string) => requestDone(calls.removeFile, { params: { id } });
