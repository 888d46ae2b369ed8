import { type Decider, RuleViolation } from '../kernel/decider.ts';
import type { Decided, Sealed } from '../kernel/event.ts';
import { type RecordedTokenEvent, TOKEN_EVENTS, type TokenEvent, type TokenTexts } from './events.ts';

export interface Token {
  readonly id: string;
  readonly name: Sealed<TokenTexts> | null;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
  readonly created_at: string;
}
/** In the order in which they were made. */
export type TokensState = readonly Token[];

const initial: TokensState = [];

function evolve(state: TokensState, event: RecordedTokenEvent): TokensState {
  switch (event.type) {
    case 'PersonalTokenCreated': {
      const { token_id: id, scopes, expires_at } = event.data;
      return [...state, { id, name: event.private, scopes, expires_at, created_at: event.metadata.at }];
    }
    case 'PersonalTokenDeleted':
      return state.filter(({ id }) => id !== event.data.token_id);
    default:
      return state;
  }
}

export type TokenCommand =
  | {
      readonly type: 'Create';
      readonly id: string;
      readonly name: string;
      readonly scopes: readonly string[];
      readonly expires_at: string | null;
      readonly most: number;
      readonly now: string;
    }
  | { readonly type: 'Delete'; readonly id: string };

export const OVER = 'This instant is over already.';

/** An expired token counts until it is deleted, because the owner still sees it in the list. */
function decide(command: TokenCommand, state: TokensState): readonly Decided<TokenEvent>[] {
  const found = state.find(({ id }) => id === command.id);
  if (command.type === 'Delete') {
    if (!found) throw new RuleViolation('not_found', 'There is no such token.');
    return [{ type: 'PersonalTokenDeleted', data: { token_id: found.id, name: found.name } }];
  }
  if (found) return [];
  const { id: token_id, name, scopes, expires_at, most, now } = command;
  if (expires_at !== null && expires_at <= now) throw new RuleViolation('validation_failed', OVER, { expires_at: [OVER] });
  if (state.length >= most)
    throw new RuleViolation(
      'limit_reached',
      `Your plan includes ${most} personal tokens, and you have ${state.length}. Delete one, then try again.`,
    );
  return [{ type: 'PersonalTokenCreated', data: { token_id, scopes, expires_at }, private: { name } }];
}

export const tokenDecider: Decider<TokensState, TokenCommand, TokenEvent> = { events: TOKEN_EVENTS, initial, evolve, decide };
