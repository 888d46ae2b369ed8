import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRepeatKey } from '../../api/client.ts';
import {
  createEmail,
  deleteEmail,
  type EmailFields,
  type EmailTask,
  emailKeys,
  fetchEmail,
  resolveEmail,
  reviewEmail,
  sendEmail,
  type TaggedEmail,
  updateEmail,
} from '../../api/email-tasks.ts';
import { messageOf } from '../../api/problem.ts';
import { markStale, readStale } from '../../api/query-client.ts';
import { ALL_OF_TASKS } from '../../tasks/after-task.ts';
import { toast } from '../../ui/toast.tsx';
import type { Step } from './email-draft.ts';

/** Replaces an email in the cached list of its task, or adds it as the newest. */
function put(client: QueryClient, email: EmailTask): void {
  client.setQueryData<EmailTask[]>(emailKeys.of(email.taskId), (list) =>
    list?.some(({ id }) => id === email.id) ? list.map((one) => (one.id === email.id ? email : one)) : list && [email, ...list],
  );
}

/** A sent email completes its task and is its proof, so everything that shows tasks is read again. */
export function readAfterSending(client: QueryClient): void {
  markStale(client, ALL_OF_TASKS);
  readStale(client);
}

interface Asked {
  /** The draft on the server. Null: there is none yet. */
  readonly email: EmailTask | null;
  /** Null: the draft is already saved. */
  readonly fields: EmailFields | null;
  readonly step: Step;
}

const NEXT: Readonly<Record<Exclude<Step, 'save'>, (id: string, etag: string | null) => Promise<TaggedEmail>>> = {
  review: reviewEmail,
  send: sendEmail,
};

/**
 * Saves a draft, and then reviews or sends it. The second call carries the ETag of the first answer, so that exactly the saved
 * version is reviewed or sent.
 */
export function useEmailStep(taskId: string, onSaved: (email: EmailTask) => void) {
  const client = useQueryClient();
  const key = useRepeatKey();
  const saved = async ({ email, fields }: Asked): Promise<TaggedEmail> => {
    if (email === null) return createEmail(taskId, fields as EmailFields, key.of(fields));
    if (fields === null) return fetchEmail(email.id);
    return updateEmail(email.id, fields, null);
  };
  return useMutation({
    mutationKey: ['email', taskId],
    mutationFn: async (asked: Asked): Promise<EmailTask> => {
      const { email, etag } = await saved(asked);
      put(client, email);
      onSaved(email);
      return asked.step === 'save' ? email : (await NEXT[asked.step](email.id, etag)).email;
    },
    onError: key.failed,
    onSuccess: (email, { step }) => {
      key.made();
      put(client, email);
      if (step === 'save') toast.success('Draft saved', { id: `email-${email.id}` });
      if (email.status === 'sent') readAfterSending(client);
    },
  });
}

export function useDeleteEmail(onDeleted: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (email: EmailTask) => {
      await deleteEmail(email.id);
      return email;
    },
    onError: (error, email) => toast.error(messageOf(error), { id: `email-${email.id}` }),
    onSuccess: ({ id, taskId }) => {
      client.setQueryData<EmailTask[]>(emailKeys.of(taskId), (list) => list?.filter((one) => one.id !== id));
      onDeleted();
      toast.success('Draft deleted', { id: `email-${id}` });
    },
  });
}

export function useResolveEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ email, sent }: { readonly email: EmailTask; readonly sent: boolean }) => resolveEmail(email.id, sent),
    onError: (error, { email }) => {
      toast.error(messageOf(error), { id: `email-${email.id}` });
      void client.invalidateQueries({ queryKey: emailKeys.of(email.taskId) });
    },
    onSuccess: ({ email }) => {
      put(client, email);
      if (email.status === 'sent') readAfterSending(client);
    },
  });
}
