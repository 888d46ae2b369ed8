import { z } from 'zod';
import type { Section, ValuesOf } from './variable.ts';

export interface ModeConfig {
  readonly mode: 'development' | 'production';
  /**
   * RFC 3339 in UTC: the instant to which the clock is set at the start, with storage servers at the very first start.
   * Development only.
   */
  readonly clock: string | null;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;

export const MODE = {
  variables: {
    VOUCH_MODE: {
      schema: z.enum(['development', 'production'], { error: 'is either development or production.' }).default('development'),
      description: '`development` or `production`',
    },
    VOUCH_CLOCK: {
      schema: z.string().refine(isInstant, { error: 'is an instant such as 2026-11-20T16:00:00Z.' }).optional(),
      description: 'an instant at which the clock starts (on servers at the very first start)',
      unset: 'now',
      production: { set: 'is for development only: leave it out.' },
    },
  },
} satisfies Section;

export const toMode = (env: ValuesOf<typeof MODE.variables>): ModeConfig => ({ mode: env.VOUCH_MODE, clock: env.VOUCH_CLOCK ?? null });

function isInstant(value: string): boolean {
  if (!INSTANT.test(value)) return false;
  try {
    return Temporal.Instant.from(value).epochMilliseconds > 0;
  } catch {
    return false;
  }
}
