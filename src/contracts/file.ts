import { z } from 'zod';
import { instant } from './time.ts';

/** The most bytes of a file: 25 MiB. */
export const FILE_BYTES = 26_214_400;

/** The greatest width and height of a preview, in pixels. */
export const PREVIEW_SIZES = [320, 1_280] as const;
export type PreviewSize = (typeof PREVIEW_SIZES)[number];

/** A file that a person uploaded. It is downloaded by its id. */
export const file = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string().meta({ description: 'The media type, by the content.' }),
  size: z.number().int().meta({ description: 'In bytes.' }),
  sha256: z.string().meta({ description: 'Lower-case hex.' }),
  width: z.number().int().nullable().meta({ description: 'In pixels, as the picture is shown.' }),
  height: z.number().int().nullable(),
  preview: z.boolean().meta({ description: 'Whether there are previews.' }),
  captured_at: instant.nullable().meta({ description: 'When the picture was taken, as it says itself.' }),
  created_at: instant,
  task_id: z.string().nullable(),
  seen_before: z
    .object({
      task_id: z.string(),
      at: instant,
      how: z.enum(['same', 'similar']).meta({ description: 'The same bytes, or a picture that looks alike.' }),
    })
    .nullable()
    .meta({ description: 'An earlier file of the owner that holds the same.' }),
});
export type File = z.infer<typeof file>;
