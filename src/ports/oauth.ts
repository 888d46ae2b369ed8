import { ServiceUnavailable } from '../domain/kernel/decider.ts';

/** A service outside the program that an owner can connect. */
export type Platform = 'google' | 'github';

/** The data that are needed to call a provider for an owner. */
export interface Access {
  /** For the header `Authorization: Bearer`. It is valid for at least a minute. Never store or log it. */
  readonly token: string;
  /** The owner's id at the provider: Google's `sub`, or GitHub's numeric id as text. */
  readonly id: string;
  /** The permissions that the owner gave, by the provider's names. */
  readonly scopes: readonly string[];
}

/** The connections of owners with providers. Everything that calls a provider for an owner uses it. */
export interface Connections {
  /**
   * A valid token. If necessary it is refreshed first. Null: the owner is not connected, or the provider ended the
   * connection.
   * @throws ProviderUnavailable if it must be refreshed and the provider does not answer
   */
  tokenOf(owner: string, platform: Platform): Promise<Access | null>;
  /**
   * Reports that the provider refused this token (401). The connection has ended, unless the token was replaced in the
   * meantime.
   */
  refused(owner: string, platform: Platform, token: string): Promise<void>;
}

/** Why a person visits a provider. */
export type OAuthPurpose = 'connect' | 'signin';

/** One visit of a person to a provider. */
export interface OAuthWay {
  readonly purpose: OAuthPurpose;
  /** The address to which the provider sends the browser back. */
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
  /** In seconds; null: it does not expire. */
  readonly expiresIn: number | null;
  readonly scopes: readonly string[];
}

/** The person who came back, as the provider describes them. */
export interface OAuthPerson {
  /** Google's `sub`, or GitHub's numeric id as text. */
  readonly id: string;
  readonly name: string;
  /** Null: the program did not ask the provider for it, or there is none. */
  readonly email: { readonly address: string; readonly verified: boolean } | null;
}

/** A provider for connecting accounts and signing in with OAuth. */
export interface OAuthProvider {
  /** The name that people know. */
  readonly name: string;
  /**
   * The address to which the browser is sent.
   * @throws ProviderUnavailable
   */
  start(way: OAuthWay): Promise<string>;
  /**
   * Exchanges the code in the callback for tokens. `query`: the query of the callback, with its question mark.
   * @throws ProviderRefused (`access_denied` if the person refused), ProviderUnavailable
   */
  finish(way: OAuthWay, query: string): Promise<{ readonly tokens: OAuthTokens; readonly person: OAuthPerson }>;
  /**
   * Renews an access token.
   * @throws ProviderRefused (`invalid_grant` if the provider has ended the connection), ProviderUnavailable
   */
  refresh(refreshToken: string): Promise<OAuthTokens>;
  /**
   * Revokes what the person has allowed. It also resolves if that was revoked before.
   * @throws ProviderUnavailable
   */
  revoke(tokens: Pick<OAuthTokens, 'access' | 'refresh'>): Promise<void>;
  /**
   * Revokes a token that was needed only for signing in. A connection of the same person stays.
   * @throws ProviderUnavailable
   */
  discard(tokens: Pick<OAuthTokens, 'access'>): Promise<void>;
}

/** The providers by platform; null: the operator has not set it up. */
export type OAuthProviders = Readonly<Record<Platform, OAuthProvider | null>>;

/** The provider refused. `code` is the provider's own code, or `scope_missing` if the person allowed less than is needed. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The provider does not answer, or gives no usable answer. The same request may succeed later. */
export class ProviderUnavailable extends ServiceUnavailable {
  override readonly name = 'ProviderUnavailable';
  readonly detail = 'The provider of this connection does not answer right now. Try again in a moment.';
  readonly retryAfter = 30;
}
