/** What a plan includes. Ids and limits are those of the catalogue in `src/contracts/plan.ts`. */
export interface OwnersPlan {
  readonly plan: 'free' | 'byok' | 'pro';
  /** Whether the plan is Pro, which includes the trial and the days of grace. */
  readonly premium: boolean;
  /** Null on Free. */
  readonly phase: 'trial' | 'paid' | 'past_due' | null;
  readonly limits: {
    /** Null: there is no limit. */
    readonly ai_mini_monthly: number | null;
    readonly ai_premium_monthly: number;
    readonly storage_mb: number;
    readonly tokens: number;
    readonly webhooks: number;
    readonly partner: 'basic' | 'advanced';
  };
}

/** Tells which plan an owner has now. Everything that depends on a plan asks here. */
export interface Plans {
  /** @throws StoreUnavailable */
  of(owner: string): Promise<OwnersPlan>;
}
