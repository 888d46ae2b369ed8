import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/proof.ts';
import type * as wire from '../../src/contracts/proof.ts';
import type { DecidedState } from '../../src/contracts/proof.ts';
import type { Camel } from './names.ts';
import { failedWith } from './problem.ts';
import { request, requestPage } from './request.ts';

export type { DecidedState } from '../../src/contracts/proof.ts';

export type AppealBody = Camel<wire.AppealBody>;
export type ProofData = Camel<wire.ProofData>;
export type Verification = Camel<wire.Verification>;
export type VerificationStats = Camel<wire.VerificationStats>;
export type Submission = Verification['submissions'][number];
export type Review = Submission['reviews'][number];
export type ProofType = Exclude<Verification['type'], 'none'>;

/** Null: no filter. */
export interface HistoryFilter {
  readonly state: DecidedState | null;
  readonly type: ProofType | null;
}

export const verificationKeys = {
  all: ['verifications'] as const,
  pending: ['verifications', 'pending'] as const,
  histories: ['verifications', 'history'] as const,
  history: ({ state, type }: HistoryFilter) => ['verifications', 'history', state, type] as const,
  stats: (from: string | null, to: string | null) => ['verifications', 'stats', from, to] as const,
  one: (id: string) => ['verifications', 'one', id] as const,
};

const A_PAGE = 30;
/** Polling intervals in milliseconds: for the open verification while it is judged, for the list meanwhile, and otherwise. */
const OPEN_ONE = 5_000;
const WHILE_JUDGED = 10_000;
const OTHERWISE = 60_000;
const MINUTES_5 = 300_000;

const isJudged = (one: Verification | null | undefined): boolean => one?.state === 'in_review' || one?.appeal?.state === 'waiting';

/**
 * Verifications that wait for proof, for a new proof or for a verdict, and open tasks that are due within seven days. Polled
 * often while a proof is being judged, so that the verdict appears soon.
 */
export const pendingQuery = () =>
  queryOptions({
    queryKey: verificationKeys.pending,
    queryFn: ({ signal }) => request(calls.listPending, { signal }),
    // A person who returns to the page should see a verdict that was given in the meantime.
    staleTime: ({ state: { data } }) => (data?.some(isJudged) ? 0 : MINUTES_5),
    refetchInterval: ({ state: { data } }) => (data?.some(isJudged) ? WHILE_JUDGED : OTHERWISE),
  });

/** Whether the task is still open. It has no proof deadline before it is completed. */
export const isAhead = ({ state, proofDueAt }: Verification): boolean => state === 'awaiting_proof' && proofDueAt === null;
/** Counts what waits for proof or for a verdict, without open tasks. */
export const waitingCount = (waiting: readonly Verification[]): number => waiting.filter((one) => !isAhead(one)).length;

/** Final decisions, newest first. */
export const verificationHistoryQuery = (filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: verificationKeys.history(filter),
    queryFn: ({ pageParam, signal }) => requestPage(calls.listHistory, { query: { ...filter, limit: A_PAGE, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

/** The figures of the tasks due between these local dates. Null: of all tasks. */
export const verificationStatsQuery = (from: string | null, to: string | null) =>
  queryOptions({
    queryKey: verificationKeys.stats(from, to),
    queryFn: ({ signal }) => request(calls.readStats, { query: { from, to }, signal }),
  });

/** Null if the task asks for no proof. */
export const verificationQuery = (id: string) =>
  queryOptions({
    queryKey: verificationKeys.one(id),
    queryFn: async ({ signal }): Promise<Verification | null> => {
      try {
        return await request(calls.readVerification, { params: { id }, signal });
      } catch (error) {
        if (failedWith(error, 'not_found')) return null;
        throw error;
      }
    },
    staleTime: ({ state: { data } }) => (isJudged(data) ? 0 : MINUTES_5),
    refetchInterval: ({ state: { data } }) => (isJudged(data) ? OPEN_ONE : false),
  });

/**
 * Submits proof, which also completes an open task. `key` is the idempotency key: a retry with the same key submits it only
 * once.
 */
export const giveProof = (id: string, proofData: ProofData, key: string) =>
  request(calls.giveProof, { params: { id }, body: { proofData }, key });
export const withdrawProof = (id: string) => request(calls.withdrawProof, { params: { id } });
export const makeAppeal = (id: string, body: AppealBody, key: string) => request(calls.makeAppeal, { params: { id }, body, key });
