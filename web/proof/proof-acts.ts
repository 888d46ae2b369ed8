import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ON_YOUR_WORD } from '../../src/contracts/words/marks.ts';
import { useRepeatKey } from '../api/client.ts';
import { serverNow } from '../api/clock.ts';
import { partnersQuery } from '../api/partners.ts';
import { messageOf } from '../api/problem.ts';
import { markStale, readStale } from '../api/query-client.ts';
import { accountabilityQuery } from '../api/settings.ts';
import type { Task } from '../api/tasks.ts';
import {
  type AppealBody,
  giveProof,
  makeAppeal,
  type ProofData,
  type Verification,
  verificationKeys,
  withdrawProof,
} from '../api/verifications.ts';
import { ALL_OF_TASKS } from '../tasks/after-task.ts';
import { cachedTask, predicted, putTask } from '../tasks/cache.ts';
import { isOpen } from '../tasks/state.ts';
import { toast } from '../ui/toast.tsx';
import { isOnWord } from './words.ts';

/** Updates a cached task from its verification. `now` is the server's time in milliseconds. */
export function withVerification(task: Task, one: Verification, now: number): Task {
  const done = isOpen(task) && one.proofDueAt !== null ? predicted(task, 'completed', now) : task;
  const kept = one.state === 'verified' && done.dueAt !== null && !done.late;
  return {
    ...done,
    verificationState: one.state,
    onWord: isOnWord(one),
    proofDueAt: one.proofDueAt,
    outcome: kept ? 'kept' : done.outcome,
  };
}

/** Updates the cache of every screen at once, and reads again what the server computes from it. */
function show(client: QueryClient, one: Verification): void {
  client.setQueryData(verificationKeys.one(one.id), one);
  const task = cachedTask(client, one.id);
  if (task) putTask(client, withVerification(task, one, serverNow()));
  markStale(client, ALL_OF_TASKS);
  readStale(client);
}

const SENT: Readonly<Partial<Record<Verification['state'], string>>> = {
  in_review: 'Proof sent',
  verified: 'Verified',
  rejected: 'Sent back',
};

/** A retry after a lost answer submits the proof only once. */
export function useGiveProof(id: string, onGiven: () => void) {
  const client = useQueryClient();
  const key = useRepeatKey();
  return useMutation({
    mutationKey: ['proof', id],
    mutationFn: (proof: ProofData) => giveProof(id, proof, key.of(proof)),
    onError: (error) => {
      key.failed(error);
      markStale(client, [verificationKeys.all]);
      readStale(client);
    },
    onSuccess: (one) => {
      key.made();
      onGiven();
      show(client, one);
      toast.success(isOnWord(one) ? ON_YOUR_WORD : (SENT[one.state] ?? 'Proof sent'), { id: `proof-${id}` });
    },
  });
}

/** Withdraws the proof that is in review. */
export function useWithdrawProof(id: string, onWithdrawn: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ['proof-withdraw', id],
    mutationFn: () => withdrawProof(id),
    onError: (error) => {
      toast.error(messageOf(error), { id: `proof-${id}` });
      markStale(client, ALL_OF_TASKS);
      readStale(client);
    },
    onSuccess: (one) => {
      onWithdrawn();
      show(client, one);
      toast.success('Proof withdrawn', { id: `proof-${id}` });
    },
  });
}

/** Asks the partner to count a missed task as kept. */
export function useAppeal(id: string, onMade: () => void) {
  const client = useQueryClient();
  const key = useRepeatKey();
  return useMutation({
    mutationKey: ['appeal', id],
    mutationFn: (body: AppealBody) => makeAppeal(id, body, key.of(body)),
    onError: key.failed,
    onSuccess: (one) => {
      key.made();
      show(client, one);
      toast.success('Appeal sent', { id: `proof-${id}` });
      onMade();
    },
  });
}

/** The name of the partner who will judge. `named`: the partner that the task names. Null: no partner has accepted. */
export function usePartnerName(named: string | null): string | null {
  const accepted = useQuery(partnersQuery()).data?.filter(({ status }) => status === 'accepted') ?? [];
  const judge = accepted.find(({ id }) => id === named) ?? accepted.find(({ role }) => role === 'first');
  return judge?.name ?? null;
}

/** The setting for AI review, by type of proof. */
const SWITCHES = { email: 'aiEmail', coding: 'aiCoding', system_design: 'aiSystemDesign', general: 'aiGeneral' } as const;

/** Whether the AI reviews proofs of this type. */
export function useAiLooksAt(type: Verification['type']): boolean {
  const settings = useQuery(accountabilityQuery()).data?.value;
  return settings !== undefined && type !== 'none' && settings[SWITCHES[type]];
}
