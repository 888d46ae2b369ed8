import { queryOptions } from '@tanstack/react-query';
import { isAddress } from '../../src/contracts/email.ts';
import type { EmailTask } from '../../src/contracts/email-task.ts';
import { addressOf, allOf, newKey, send, tagged } from './client.ts';
import { ApiError } from './problem.ts';

export type { EmailTask } from '../../src/contracts/email-task.ts';
export type Attachment = EmailTask['attachments'][number];
export type EmailReview = NonNullable<EmailTask['review']>;

/** What its owner can set of an email. Attachments are ids of files. */
export interface EmailFields {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly body: string;
  readonly attachments: readonly string[];
}

export interface TaggedEmail {
  readonly email: EmailTask;
  readonly etag: string | null;
}

const LONGEST = 254;
/** Whether mail can be sent to it. */
export const isEmailAddress = (address: string): boolean => isAddress(address) && [...address].length <= LONGEST;

export const emailKeys = {
  all: ['emails'] as const,
  of: (taskId: string) => ['emails', taskId] as const,
};

const ROOT = '/api/verifications/email-tasks';
const path = (id: string, rest = ''): string => `${ROOT}/${encodeURIComponent(id)}${rest}`;
const MOST = 200;
/** Milliseconds between two looks at an email that is on its way. */
const WHILE_SENDING = 1_500;

const isSending = ({ status }: EmailTask): boolean => status === 'sending';

/** The emails of a task, newest first. While one is on its way it is looked at often. */
export const emailsQuery = (taskId: string) =>
  queryOptions({
    queryKey: emailKeys.of(taskId),
    queryFn: ({ signal }) =>
      allOf<EmailTask>(ROOT, { query: { task_id: taskId, limit: MOST }, signal, fallback: 'Failed to fetch email tasks' }),
    refetchInterval: ({ state: { data } }) => (data?.some(isSending) ? WHILE_SENDING : false),
  });

const withTag = ({ value, etag }: { value: EmailTask; etag: string | null }): TaggedEmail => ({ email: value, etag });

export const fetchEmail = async (id: string): Promise<TaggedEmail> =>
  withTag(await tagged<EmailTask>(path(id), { fallback: 'Failed to fetch email task' }));

/** Begins an email. `key`: the idempotency key; a second try with the same key makes it once. */
export const createEmail = async (taskId: string, fields: EmailFields, key: string): Promise<TaggedEmail> =>
  withTag(
    await tagged<EmailTask>(ROOT, { method: 'POST', body: { task_id: taskId, ...fields }, key, fallback: 'Failed to create email task' }),
  );
export const updateEmail = async (id: string, fields: EmailFields, etag: string | null): Promise<TaggedEmail> =>
  withTag(await tagged<EmailTask>(path(id), { method: 'PUT', body: fields, etag, fallback: 'Failed to update email task' }));
export const deleteEmail = async (id: string): Promise<void> =>
  void (await send(path(id), { method: 'DELETE', fallback: 'Failed to delete email task' }));
/** Sends an email once: it can be repeated. With the tag, what is sent is what was shown. */
export const sendEmail = async (id: string, etag: string | null): Promise<TaggedEmail> =>
  withTag(await tagged<EmailTask>(`${ROOT}/send`, { method: 'POST', body: { id }, etag, fallback: 'Failed to send email task' }));
export const reviewEmail = async (id: string, etag: string | null): Promise<TaggedEmail> =>
  withTag(await tagged<EmailTask>(path(id, '/review'), { method: 'POST', etag, fallback: 'Failed to review email task' }));
/** Says whether an email went out of which nobody knows it. */
export const resolveEmail = async (id: string, sent: boolean): Promise<TaggedEmail> =>
  withTag(await tagged<EmailTask>(path(id, '/resolve'), { method: 'POST', body: { sent }, fallback: 'Failed to update email task' }));

const FAILED = 'Attachment upload failed';

/** Uploads a file to be attached. `onProgress` is told the share that has gone, from 0 to 1. Aborting it ends it without an answer. */
export function uploadAttachment(
  taskId: string,
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Attachment> {
  const form = new FormData();
  form.append('task_id', taskId);
  form.append('file', file, file.name);
  // `fetch` does not tell how much of a body has gone.
  const request = new XMLHttpRequest();
  const ended = Promise.withResolvers<Attachment>();
  request.open('POST', addressOf('/api/verifications/uploadEmailAttachment'));
  request.withCredentials = true;
  request.setRequestHeader('idempotency-key', newKey());
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
  request.addEventListener('load', () => {
    const answer = answerOf(request);
    if ('meta' in answer) ended.resolve(answer.meta);
    else ended.reject(answer.error);
  });
  request.addEventListener('error', () => ended.reject(new ApiError(FAILED, { status: 0, code: 'offline' })));
  request.addEventListener('abort', () => ended.reject(new ApiError(FAILED, { status: 0, code: 'aborted' })));
  signal.addEventListener('abort', () => request.abort(), { once: true });
  request.send(form);
  return ended.promise;
}

function answerOf({ status, responseText }: XMLHttpRequest): { readonly meta: Attachment } | { readonly error: ApiError } {
  const body = parsed(responseText);
  if (status === 200 && body.meta) return { meta: body.meta };
  // The message is the same for every refusal; the detail says why.
  return { error: new ApiError(body.detail ?? FAILED, { status, code: body.code ?? 'unreadable' }) };
}

function parsed(text: string): { readonly meta?: Attachment; readonly detail?: string; readonly code?: string } {
  try {
    return JSON.parse(text) as ReturnType<typeof parsed>;
  } catch {
    return {};
  }
}
