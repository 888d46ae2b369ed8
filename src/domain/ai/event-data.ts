import { z } from 'zod';
import { id } from '../kernel/event-fields.ts';

export const useId = id.describe('The use: the review, the solution, or whatever an AI is asked for.');
export const aiModule = z.enum(['email', 'coding', 'system_design', 'general', 'assist']);
export type AiModule = z.output<typeof aiModule>;
export const tier = z.enum(['mini', 'premium']);
export type Tier = z.output<typeof tier>;
export const keyOwner = z.enum(['operator', 'own']);
export type KeyOwner = z.output<typeof keyOwner>;
