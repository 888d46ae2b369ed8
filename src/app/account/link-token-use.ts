import type { TokenPurpose } from '../../ports/link-tokens.ts';
import type { App } from '../app.ts';
import { tokenHash } from '../delivery/account-mails.ts';
import { NotAuthentic } from './not-authentic.ts';

export interface LinkTokenUse {
  /**
   * The user of a token. The token stays valid.
   * @throws NotAuthentic for an unknown or expired token
   */
  readonly holderOf: (token: string, purpose: TokenPurpose) => Promise<string>;
  /** Uses up the token for the work, and restores it if the work fails. */
  readonly withToken: <T>(token: string, work: () => Promise<T>) => Promise<T>;
}

export function createLinkTokenUse({ linkTokens, clock }: Pick<App, 'linkTokens' | 'clock'>): LinkTokenUse {
  return {
    async holderOf(token, purpose) {
      const found = await linkTokens.token(tokenHash(token));
      if (found === null || found.purpose !== purpose || found.expires_at <= clock.now()) throw new NotAuthentic('token_invalid');
      return found.user_id;
    },
    async withToken(token, work) {
      const taken = await linkTokens.takeToken(tokenHash(token));
      if (taken === null) throw new NotAuthentic('token_invalid');
      try {
        return await work();
      } catch (error) {
        await linkTokens.putToken(taken);
        throw error;
      }
    },
  };
}
