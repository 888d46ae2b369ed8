import { ServiceUnavailable } from '../domain/kernel/decider.ts';

/** A service outside the program that an owner can connect. */
export type Platform = 'google' | 'github';

/** What is needed to call a provider in the name of an owner. */
export interface Access {
  /** For `Authorization: Bearer`. It is valid for at least a minute. Never store it, and never log it. */
  readonly token: string;
  /** The owner's id at the provider: the `sub` of Google, or the numeric id of GitHub as text. */
  readonly id: string;
  /** What the provider allowed, in its own names. */
  readonly scopes: readonly string[];
}

/** The connections of owners with providers, for everything that calls a provider in an owner's name. */
export interface Connections {
  /**
   * A valid token, refreshed first where that is necessary. Null: the owner is not connected, or the provider ended it.
   * @throws ProviderUnavailable if it has to be refreshed and the provider does not answer
   */
  tokenOf(owner: string, platform: Platform): Promise<Access | null>;
  /** The provider refused this token (401). The connection has ended, unless the token was replaced meanwhile. */
  refused(owner: string, platform: Platform, token: string): Promise<void>;
}

/** What a person goes to a provider for. */
export type OAuthPurpose = 'connect' | 'signin';

/** One way of a person to a provider and back. */
export interface OAuthWay {
  readonly purpose: OAuthPurpose;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
  readonly state: string;
  /** The code verifier of PKCE. */
  readonly verifier: string;
  readonly nonce: string;
}

export interface OAuthTokens {
  readonly access: string;
  /** Null: the provider gave none. */
  readonly refresh: string | null;
  /** In seconds; null: it does not expire by itself. */
  readonly expiresIn: number | null;
  readonly scopes: readonly string[];
}

/** Who came back, in the provider's words. */
export interface OAuthPerson {
  /** The `sub` of Google, or the numeric id of GitHub as text. */
  readonly id: string;
  readonly name: string;
  /** Null where the provider was not asked for it, or has none. */
  readonly email: { readonly address: string; readonly verified: boolean } | null;
}

/** A provider of connections and of signing in, by OAuth. */
export interface OAuthProvider {
  /** As people know it. */
  readonly name: string;
  /** The address to which the browser is sent. @throws ProviderUnavailable */
  start(way: OAuthWay): Promise<string>;
  /**
   * Exchanges what the browser came back with. `query`: that of the callback, with its question mark.
   * @throws ProviderRefused (`access_denied` after a no), ProviderUnavailable
   */
  finish(way: OAuthWay, query: string): Promise<{ readonly tokens: OAuthTokens; readonly person: OAuthPerson }>;
  /** @throws ProviderRefused (`invalid_grant` where the provider ended the connection), ProviderUnavailable */
  refresh(refreshToken: string): Promise<OAuthTokens>;
  /** Ends what was allowed. Resolves also where it had ended before. @throws ProviderUnavailable */
  revoke(tokens: Pick<OAuthTokens, 'access' | 'refresh'>): Promise<void>;
  /** Gives up a token that was needed only to sign somebody in. A connection of the same person stays. @throws ProviderUnavailable */
  discard(tokens: Pick<OAuthTokens, 'access'>): Promise<void>;
}

/** The providers by platform; null: the operator has not set it up. */
export type OAuthProviders = Readonly<Record<Platform, OAuthProvider | null>>;

/** The provider answered, and refused. `code` is its own, or `scope_missing` where it allowed less than is needed. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The provider does not answer, or not as it should. The same may succeed later. */
export class ProviderUnavailable extends ServiceUnavailable {
  override readonly name = 'ProviderUnavailable';
  readonly detail = 'The provider of this connection does not answer right now. Try again in a moment.';
  readonly retryAfter = 30;
}
