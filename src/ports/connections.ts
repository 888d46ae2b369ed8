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
