import { z } from 'zod';
import { serviceAddress } from './config-address.ts';

/** Access to an OpenAI-compatible API, which reviews proof. */
export interface AiConfig {
  /** Its address, without a trailing slash. A key of an owner's own is used here, too, unless it has an address of its own. */
  readonly url: string;
  /** The operator's key; null: without a key of the owner's own, the rubric reviews. */
  readonly key: string | null;
  readonly modelMini: string;
  readonly modelPremium: string;
  /** How long a review may take in all, in milliseconds of real time. */
  readonly timeoutMs: number;
}

const OPENROUTER = 'https://openrouter.ai/api/v1';
const model = z.string().regex(/^[\x21-\x7e]{1,200}$/, { error: "is a model's name, such as openai/gpt-4o-mini." });

/** The variables about the AI, for the schema of the environment. */
export const AI_VARIABLES = {
  AI_URL: serviceAddress(OPENROUTER, ': the key is given as AI_KEY').default(OPENROUTER),
  AI_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,2000}$/, { error: 'is the key of the API at AI_URL.' })
    .optional(),
  AI_INSECURE: z.enum(['0', '1'], { error: 'is 1 (proof may leave this machine unencrypted) or 0.' }).default('0'),
  AI_MODEL_MINI: model.default('openai/gpt-4o-mini'),
  AI_MODEL_PREMIUM: model.default('openai/gpt-4o'),
  AI_TIMEOUT_MS: z
    .string()
    .regex(/^\d{3,6}$/, { error: 'is a number of milliseconds from 100 to 600000.' })
    .transform(Number)
    .refine((ms) => ms >= 100 && ms <= 600_000, { error: 'is a number of milliseconds from 100 to 600000.' })
    .default(60_000),
};

type AiEnvironment = z.output<z.ZodObject<typeof AI_VARIABLES>>;

export const toAi = (env: AiEnvironment): AiConfig => ({
  url: env.AI_URL,
  key: env.AI_KEY ?? null,
  modelMini: env.AI_MODEL_MINI,
  modelPremium: env.AI_MODEL_PREMIUM,
  timeoutMs: env.AI_TIMEOUT_MS,
});
