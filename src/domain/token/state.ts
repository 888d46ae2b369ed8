import type { Sealed } from '../kernel/sealed.ts';
import type { RecordedTokenEvent } from './events.ts';

export interface Token {
  readonly id: string;
  readonly name: Sealed | null;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
  readonly created_at: string;
}
/** In the order in which they were made. */
export type TokensState = readonly Token[];

export const initial: TokensState = [];

export function evolve(state: TokensState, event: RecordedTokenEvent): TokensState {
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
