import { AccountDeleted, AccountDeletionRequested, AccountForgotten } from '../../domain/account/leaving-events.ts';
import { SignupEnded } from '../../domain/account/signup-events.ts';
import { folds, on } from '../engine/folds.ts';
import type { Projection } from '../engine/projection.ts';

/**
 * By stream of the account: unfinished deletions, and unfinished ends of sign-ups. This document exists longer than all others of the
 * account.
 */
export type LeavingDoc = {
  readonly user_id: string;
  /** When the next step is due: at once, and again after the last message has ended. */
  readonly next_key: string;
};

export const leaving: Projection<LeavingDoc> = {
  name: 'leaving',
  version: 2,
  indexes: [{ name: 'next', fields: ['next_key'], sparse: true }],
  ids: (event) => (event.metadata.owner === null ? [] : [event.stream]),
  on: folds<LeavingDoc>(
    on([AccountDeletionRequested, SignupEnded], (_doc, { metadata }) => ({ user_id: metadata.owner as string, next_key: metadata.at })),
    on(AccountDeleted, (doc, { data }) => doc && { ...doc, next_key: data.last_messages_until }),
    on(AccountForgotten, (): LeavingDoc | null => null),
  ),
};
