/** What a plan includes. Ids and limits are those of the catalogue in `src/contracts/plan.ts`. */
export interface OwnersPlan {
  readonly plan: 'free' | 'byok' | 'pro';
  /** Whether it is Pro, in the trial and in the days of grace too. */
  readonly premium: boolean;
  /** Null on Free. */
  readonly phase: 'trial' | 'paid' | 'past_due' | null;
  readonly limits: {
    /** Null: they are not counted. */
    readonly ai_mini_monthly: number | null;
    readonly ai_premium_monthly: number;
    readonly storage_mb: number;
    readonly tokens: number;
    readonly webhooks: number;
    readonly partner: 'basic' | 'advanced';
  };
}

/** Tells which plan an owner has now. The only place that grants what a plan includes. */
export interface Plans {
  /** @throws StoreUnavailable */
  of(owner: string): Promise<OwnersPlan>;
}
