import { z } from 'zod';
import type { ZodOpenApiRequestBodyObject } from 'zod-openapi';
import type { CallBody, FilePart, FormBody, RawBody, StreamBody } from '../contracts/call.ts';
import { inUnits } from './kernel/body.ts';

const inWords = (media: readonly string[]): string => (media.length === 0 ? 'any type' : media.join(' or '));

/** Describes for the OpenAPI document how the body is sent. */
export function describeBody(body: CallBody): ZodOpenApiRequestBodyObject {
  if (body.kind === 'raw') return describeRaw(body);
  if (body.kind === 'multipart') return describeForm(body);
  if (body.kind === 'stream') return describeStream(body);
  return { required: !body.optional, content: { 'application/json': { schema: body.schema } } };
}

function describeRaw({ maxBytes, media }: RawBody): ZodOpenApiRequestBodyObject {
  const content = { schema: {}, 'x-max-bytes': maxBytes };
  return {
    required: true,
    description: `Taken as it comes, since its bytes are signed. At most ${inUnits(maxBytes)}.`,
    content: Object.fromEntries((media.length > 0 ? media : ['*/*']).map((one) => [one, content])),
  };
}

const describeStream = ({ maxBytes, media }: StreamBody): ZodOpenApiRequestBodyObject => ({
  required: true,
  description: `Bytes, taken while they come. At most ${inUnits(maxBytes)}.`,
  content: { [media]: { schema: {}, 'x-max-bytes': maxBytes } },
});

function fileSchema({ maxBytes, most = 1, required = false, media = [] }: FilePart) {
  const description = `${inWords(media)}, at most ${inUnits(maxBytes)}${most > 1 ? ` each; at most ${most} of them` : ''}`;
  const one = z.string().meta({ contentMediaType: 'application/octet-stream', 'x-max-bytes': maxBytes, description });
  const schema = most > 1 ? z.array(one).max(most) : one;
  return required ? schema : schema.optional();
}

function describeForm({ fields, files, maxParts, maxBytes }: FormBody): ZodOpenApiRequestBodyObject {
  const parts = Object.entries(files);
  const schema = fields.extend(Object.fromEntries(parts.map(([name, part]) => [name, fileSchema(part)])));
  const encoding = Object.fromEntries(parts.flatMap(([name, { media }]) => (media ? [[name, { contentType: media.join(', ') }]] : [])));
  return {
    required: true,
    description: `A form, read as it comes: at most ${maxParts} parts and ${inUnits(maxBytes)} in all.`,
    content: {
      'multipart/form-data': {
        schema,
        'x-max-parts': maxParts,
        'x-max-bytes': maxBytes,
        ...(Object.keys(encoding).length > 0 && { encoding }),
      },
    },
  };
}
