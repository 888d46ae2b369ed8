import { z } from 'zod';
import { declareCall, formBody, optionalJsonBody, streamBody } from '../call.ts';
import { FILE_BYTES, file, PREVIEW_SIZES, type PreviewSize } from '../file.ts';
import { givenId, pageQuery } from '../query.ts';

const common = { tag: 'Files', access: 'user' } as const;
const reading = { ...common, method: 'GET', scopes: ['tasks:read'] } as const;
const writing = { ...common, scopes: ['proof:write'] } as const;

const UPLOAD_FAILED = 'Failed to upload the file';
/** The limit for the text of one field, with the separators between the parts. */
const BESIDE = 16_384;

export const uploadFile = declareCall({
  ...writing,
  method: 'POST',
  path: '/api/files',
  summary: 'Upload a file',
  description:
    'Pictures (PNG, JPEG, WebP, GIF), PDF, plain text, DOCX, XLSX, PPTX, ODT, ZIP, GZ and MP4, told by their content. Plain text is in UTF-8, UTF-16 or Windows-1252. HTML and SVG are taken as plain text, and under the name of something else not at all. One that belongs to no task, and is not given as proof, goes after 24 hours; one of a task that is deleted before anything was decided about it goes 24 hours after that.',
  failure: UPLOAD_FAILED,
  body: formBody({
    fields: z.strictObject({ task_id: givenId.optional() }),
    files: { file: { maxBytes: FILE_BYTES, required: true } },
    maxParts: 4,
    maxBytes: FILE_BYTES + BESIDE,
  }),
  replies: { 201: { description: 'Uploaded', schema: file, location: true } },
  refusals: ['quota_exceeded', 'limit_reached'],
});

export const listFiles = declareCall({
  ...reading,
  path: '/api/files',
  summary: 'Files, newest first',
  query: z.object({ task_id: givenId.optional(), ...pageQuery(500) }),
  replies: { 200: { description: 'Files', schema: z.array(file), pages: true } },
});

export const downloadFile = declareCall({
  ...reading,
  path: '/api/files/{id}',
  summary: 'The bytes of a file as they came',
  description: 'As an attachment that nothing can run in. A `Range` of bytes is answered with 206.',
  replies: {
    200: { description: 'The file', media: '*/*' },
    206: { description: 'The range', media: '*/*' },
  },
  refusals: ['not_found', 'range_not_satisfiable'],
});

const SIZES = `One of ${PREVIEW_SIZES.join(', ')}.`;

export const downloadPreview = declareCall({
  ...reading,
  path: '/api/files/{id}/preview',
  summary: 'A picture made smaller, in WebP and without its metadata',
  query: z.object({
    size: z
      .literal(PREVIEW_SIZES.map(String), { error: SIZES })
      .transform((size): PreviewSize => PREVIEW_SIZES.find((one) => String(one) === size) ?? PREVIEW_SIZES[0])
      .default(PREVIEW_SIZES[0])
      .meta({ override: { type: 'integer', enum: [...PREVIEW_SIZES], default: PREVIEW_SIZES[0] } }),
  }),
  replies: { 200: { description: 'The preview', media: 'image/webp' } },
  refusals: ['not_found'],
});

export const removeFile = declareCall({
  ...writing,
  method: 'DELETE',
  path: '/api/files/{id}',
  summary: 'Remove a file that was not given as proof',
  failure: 'Failed to remove the file',
  replies: { 204: { description: 'Removed' } },
  refusals: ['not_found', 'conflict'],
});

const UPLOADS = '/api/files/uploads';
/** The media type that the tus protocol requires. */
const OFFSET_TYPE = 'application/offset+octet-stream';

const version = { 'Tus-Resumable': z.literal('1.0.0').meta({ description: '412 without it.' }) };
const WHOLE = '^(0|[1-9][0-9]{0,7})$';

export const beginUpload = declareCall({
  ...writing,
  method: 'POST',
  path: UPLOADS,
  summary: 'Begin a resumable upload',
  description:
    'tus 1.0: send `Tus-Resumable: 1.0.0`, `Upload-Length` and `Upload-Metadata` with `filename` and, if there is one, `task_id`. The bytes go to `Location` by PATCH. It is over after 24 hours.',
  failure: UPLOAD_FAILED,
  headers: z.object({
    ...version,
    'Upload-Length': z.string().regex(new RegExp(WHOLE)).meta({ description: 'How many bytes will come.' }),
    'Upload-Metadata': z
      .string()
      .regex(/^filename [A-Za-z0-9+/]+={0,2}(,task_id [A-Za-z0-9+/]+={0,2})?$/)
      .optional()
      .meta({ description: '`filename` and `task_id`, each with its value in base64.' }),
  }),
  body: optionalJsonBody(z.strictObject({})),
  replies: { 201: { description: 'Begun', location: true } },
  refusals: ['quota_exceeded', 'limit_reached', 'precondition_failed', 'too_large', 'malformed'],
});

export const readUpload = declareCall({
  ...reading,
  path: `${UPLOADS}/{id}`,
  summary: 'How far a resumable upload is',
  description:
    'tus 1.0 asks by HEAD: `Upload-Offset` and `Upload-Length`; `Upload-File-Id` once it has become a file. An upload that was not checked after its last byte, because the connection was lost, is checked now, and refused as by PATCH.',
  headers: z.object(version),
  replies: { 200: { description: 'So far' } },
  refusals: ['not_found', 'precondition_failed', 'quota_exceeded', 'limit_reached', 'validation_failed', 'malformed'],
});

export const continueUpload = declareCall({
  ...writing,
  method: 'PATCH',
  path: `${UPLOADS}/{id}`,
  summary: 'Go on with a resumable upload',
  description:
    'tus 1.0: bytes from `Upload-Offset` on. What came is kept if the connection breaks. With the last byte the upload is checked and becomes a file, whose id is in `Upload-File-Id`; what cannot become one is 422 here, and gone.',
  headers: z.object({
    ...version,
    'Upload-Offset': z.string().regex(new RegExp(WHOLE)).meta({ description: 'How many bytes have come.' }),
  }),
  body: streamBody({ maxBytes: FILE_BYTES, media: OFFSET_TYPE }),
  replies: { 204: { description: 'Taken' } },
  refusals: ['not_found', 'conflict', 'precondition_failed', 'quota_exceeded', 'limit_reached', 'validation_failed', 'malformed'],
});

export const cancelUpload = declareCall({
  ...writing,
  method: 'DELETE',
  path: `${UPLOADS}/{id}`,
  summary: 'Cancel a resumable upload',
  headers: z.object(version),
  replies: { 204: { description: 'Cancelled' } },
  refusals: ['not_found', 'precondition_failed', 'malformed'],
});
