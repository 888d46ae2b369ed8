import { type Decider, RuleViolation } from '../kernel/decider.ts';
import type { Decided } from '../kernel/event.ts';
import { TOKEN_EVENTS, type TokenEvent } from './events.ts';
import { evolve, initial, type TokensState } from './state.ts';

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
