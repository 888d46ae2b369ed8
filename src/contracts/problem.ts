import { z } from 'zod';

/** RFC 9457, `application/problem+json`. `message` is a sentence for people. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  detail: z.string(),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  platform: z
    .enum(['google', 'github'])
    .optional()
    .meta({ description: 'With `fresh_sign_in_needed`: the provider with which this session began.' }),
  success: z.literal(false).optional().meta({ description: 'Only of a call whose other answers have `success`, too.' }),
});
export type Problem = z.infer<typeof problem>;
