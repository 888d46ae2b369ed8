import { z } from 'zod';
import { SCOPES } from './call.ts';
import { line } from './text.ts';
import { givenInstant, instant } from './time.ts';

const scopes = z
  .array(z.enum(SCOPES, { error: `One of ${SCOPES.join(', ')}.` }), { error: 'A list of scopes.' })
  .min(1, { error: 'Choose at least one scope.' })
  .max(SCOPES.length, { error: `At most ${SCOPES.length} scopes.` })
  .transform((some) => SCOPES.filter((scope) => some.includes(scope)));

export const tokenBody = z.strictObject({
  name: line(100, 'Name is required.'),
  scopes,
  expires_at: givenInstant.nullable().meta({ description: 'From then on it is refused; null: it stays until it is deleted.' }),
});
export type TokenBody = z.output<typeof tokenBody>;

export const personalToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  created_at: instant,
  last_used_at: instant.nullable().meta({ description: 'To the minute; null: never.' }),
  expires_at: instant.nullable(),
});
export type PersonalToken = z.infer<typeof personalToken>;

export const newPersonalToken = personalToken.extend({
  token: z.string().meta({
    description: 'The token itself. It is in this answer only: nothing that is stored gives it again.',
    pattern: '^vouch_[A-Za-z0-9_-]{43}$',
  }),
});
export type NewPersonalToken = z.infer<typeof newPersonalToken>;
