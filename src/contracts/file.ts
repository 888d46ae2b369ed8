import { z } from 'zod';
import { instant } from './time.ts';

/** A file of a person. Its bytes are fetched by its id. */
export const file = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string().meta({ description: 'The media type, by the content and not by the name.' }),
  size: z.number().int().meta({ description: 'In bytes.' }),
  sha256: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  preview: z.boolean().meta({ description: 'Whether there is a picture of it.' }),
  captured_at: instant.nullable().meta({ description: 'When the picture was taken, as it says itself.' }),
  created_at: instant,
  task_id: z.string().nullable(),
  seen_before: z
    .object({ task_id: z.string(), at: instant, how: z.enum(['same', 'similar']) })
    .nullable()
    .meta({ description: 'The same picture, or one that looks alike, was given before.' }),
});
