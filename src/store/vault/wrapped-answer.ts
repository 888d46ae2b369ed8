/** A stored answer; the body is encrypted with the master key. */
export interface WrappedAnswer {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  /** The headers as JSON. */
  readonly headers: string;
  readonly body: Uint8Array;
  readonly expires_at: string;
  /** Whose personal data it contains, if the scope does not say so. */
  readonly user_id: string | null;
}
