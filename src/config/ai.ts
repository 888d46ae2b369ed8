import { z } from 'zod';
import { type Section, serviceAddress, type ValuesOf } from './variable.ts';

/** Access to an OpenAI-compatible API, which reviews proof. */
export interface AiConfig {
  /**
   * The address of the API, without a trailing slash. Requests with an owner's own key go to it as well, unless the key
   * has an address of its own.
   */
  readonly url: string;
  /** The operator's key; null: the rubric reviews for owners without a key of their own. */
  readonly key: string | null;
  readonly modelMini: string;
  readonly modelPremium: string;
  /** The time limit of a review, in milliseconds of real time. */
  readonly timeoutMs: number;
}

const OPENROUTER = 'https://openrouter.ai/api/v1';
const model = z.string().regex(/^[\x21-\x7e]{1,200}$/, { error: "is a model's name, such as openai/gpt-4o-mini." });

export const AI = {
  variables: {
    AI_KEY: {
      schema: z
        .string()
        .regex(/^[\x21-\x7e]{1,2000}$/, { error: 'is the key of the API at AI_URL.' })
        .optional(),
      description:
        'key of an OpenAI-compatible API, whose model reviews proof. Without it the program reviews by written criteria (a rubric), and says so. People can set a key of their own in the settings',
      unset: 'the rubric',
      secret: true,
    },
    AI_URL: {
      schema: serviceAddress(OPENROUTER, ': the key is given as AI_KEY').default(OPENROUTER),
      description: 'address of that API',
      production: {
        unencrypted:
          'begins with http: outside this machine proof and the key would travel unencrypted. AI_INSECURE=1 allows that, for a model in a network of your own.',
        unlessAllowedBy: 'AI_INSECURE',
      },
    },
    AI_INSECURE: {
      schema: z.enum(['0', '1'], { error: 'is 1 (proof may leave this machine unencrypted) or 0.' }).default('0'),
      description: '`1`: `AI_URL` may be `http:` beyond this machine, for a model in a network of your own',
    },
    AI_MODEL_MINI: {
      schema: model.default('openai/gpt-4o-mini'),
      description: 'name of its small model, which must support structured output (JSON schema)',
    },
    AI_MODEL_PREMIUM: { schema: model.default('openai/gpt-4o'), description: 'name of its large model, which must support it, too' },
    AI_TIMEOUT_MS: {
      schema: z
        .string()
        .regex(/^\d{3,6}$/, { error: 'is a number of milliseconds from 100 to 600000.' })
        .transform(Number)
        .refine((ms) => ms >= 100 && ms <= 600_000, { error: 'is a number of milliseconds from 100 to 600000.' })
        .default(60_000),
      description:
        'how long a review, or another answer of the AI, may take in all, in milliseconds from 100 to 600000; after that the rubric reviews',
    },
  },
} satisfies Section;

export const toAi = (env: ValuesOf<typeof AI.variables>): AiConfig => ({
  url: env.AI_URL,
  key: env.AI_KEY ?? null,
  modelMini: env.AI_MODEL_MINI,
  modelPremium: env.AI_MODEL_PREMIUM,
  timeoutMs: env.AI_TIMEOUT_MS,
});
