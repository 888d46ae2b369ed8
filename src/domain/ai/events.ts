import { z } from 'zod';
import { defineEvent, defineStream, type EventOf, id } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

export const useId = id.describe('The use: the review, the solution, or whatever an AI is asked for.');
export const aiModule = z.enum(['email', 'coding', 'system_design', 'general', 'assist']);
export type AiModule = z.output<typeof aiModule>;
export const tier = z.enum(['mini', 'premium']);
export type Tier = z.output<typeof tier>;
export const keyOwner = z.enum(['operator', 'own']);
export type KeyOwner = z.output<typeof keyOwner>;

const COMMON = { since: '0.1.0', history: null, webhook: false } as const;
const USE = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b07';

/** The program appends this event before it asks the AI, so that simultaneous requests cannot exceed the plan. */
export const AiUsed = defineEvent({
  ...COMMON,
  type: 'AiUsed',
  startsStream: true,
  publicName: 'ai.used',
  label: 'AI used',
  meaning: 'An AI is asked for something, and that counts in the month of the stream.',
  data: z.strictObject({
    use_id: useId,
    module: aiModule.describe('What it is for.'),
    tier: tier.describe('Which model is asked.'),
    key: keyOwner.describe('With whose key it is asked.'),
  }),
  example: { data: { use_id: USE, module: 'coding', tier: 'premium', key: 'operator' } },
});

export const AiUseGivenBack = defineEvent({
  ...COMMON,
  type: 'AiUseGivenBack',
  publicName: 'ai.given_back',
  label: 'AI use given back',
  meaning: 'The AI gave no answer that could be used, so the use does not count.',
  data: z.strictObject({ use_id: useId, module: aiModule.describe('What it was for.'), tier: tier.describe('Which model was asked.') }),
  example: { data: { use_id: USE, module: 'coding', tier: 'premium' } },
});

export const AI_EVENTS = [AiUsed, AiUseGivenBack] as const;
export type AiEvent = EventOf<(typeof AI_EVENTS)[number]>;
export type RecordedAiEvent = RecordedOf<AiEvent>;

const streams = defineStream('ai_use');
/** `month`: `YYYY-MM`, in the owner's zone. */
export const aiUseStream = (owner: string, month: string): string => streams(`${owner}-${month}`);
