import { z } from 'zod';
import { count, defineEvent, defineStream, type EventOf, id, instant } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

const TASK = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01';
const common = { since: '0.1.0', history: 'verifications' } as const;

export const FileUploaded = defineEvent({
  ...common,
  type: 'FileUploaded',
  startsStream: true,
  publicName: 'file.uploaded',
  label: 'File uploaded',
  meaning: 'The owner uploaded a file.',
  data: z.strictObject({
    task_id: id.nullable().describe('The task that it belongs to.'),
    type: z.string().describe('The media type, by the content.'),
    size: count.describe('In bytes.'),
    content: z.string().describe('The address under which the bytes are stored; only the owner’s key tells it from them.'),
    width: count.nullable().describe('In pixels.'),
    height: count.nullable().describe('In pixels.'),
    preview: z.boolean().describe('Whether previews can be made.'),
    seen_before: z
      .strictObject({ task_id: id, at: instant, how: z.enum(['same', 'similar']) })
      .nullable()
      .describe('An earlier file of the owner that holds the same.'),
  }),
  private: z.strictObject({
    name: z.string().describe('What the owner calls it.'),
    sha256: z.string().describe('Of its bytes, in hex.'),
    captured_at: instant.nullable().describe('When the picture was taken, as it says itself.'),
    look: z.string().nullable().describe('Bits by which pictures that look alike are told, in hex.'),
  }),
  example: {
    data: {
      task_id: TASK,
      type: 'image/png',
      size: 48_213,
      content: `c-${'5e'.repeat(32)}`,
      width: 1_280,
      height: 720,
      preview: true,
      seen_before: null,
    },
    private: { name: 'screenshot.png', sha256: 'ab'.repeat(32), captured_at: null, look: null },
  },
  detail: ({ data }) => (data.seen_before === null ? null : 'A file like it was uploaded before.'),
  changes: ({ task_id, type, size }, { private: texts }) => ({
    after: { task_id, type, size },
    ...(texts !== null && { sealedAfter: { name: texts } }),
  }),
});

export const FileRemoved = defineEvent({
  ...common,
  type: 'FileRemoved',
  publicName: 'file.removed',
  label: 'File removed',
  meaning: 'A file is gone: its owner removed it, or it had belonged to nothing, or to a deleted task, for 24 hours.',
  data: z.strictObject({
    reason: z.enum(['removed', 'unused']).describe('Why.'),
    content: z.string().describe('The address of its bytes.'),
  }),
  example: { data: { reason: 'unused', content: `c-${'5e'.repeat(32)}` } },
  detail: ({ data }) => (data.reason === 'unused' ? 'It had belonged to nothing that is still there for 24 hours.' : null),
});

export const FileUnused = defineEvent({
  ...common,
  history: null,
  type: 'FileUnused',
  publicName: 'file.unused',
  label: 'File no longer used',
  meaning: 'The task of a file was deleted before anything was decided about it: the file goes 24 hours later, unless the task comes back.',
  data: z.strictObject({ task_id: id.describe('The task that was deleted.') }),
  example: { data: { task_id: TASK } },
});

export const FileUsedAgain = defineEvent({
  ...common,
  history: null,
  type: 'FileUsedAgain',
  publicName: 'file.used_again',
  label: 'File used again',
  meaning: 'The deleted task of a file came back, so the file stays.',
  data: z.strictObject({ task_id: id.describe('The task that came back.') }),
  example: { data: { task_id: TASK } },
});

export const FILE_EVENTS = [FileUploaded, FileRemoved, FileUnused, FileUsedAgain] as const;
export type FileEvent = EventOf<(typeof FILE_EVENTS)[number]>;
export type RecordedFileEvent = RecordedOf<FileEvent>;

export const fileStream = defineStream('file');
