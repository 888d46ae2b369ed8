import { z } from 'zod';
import { declareCall } from '../call.ts';

const common = { method: 'GET', tag: 'Documents', access: 'anyone' } as const;

export const readOpenApi = declareCall({
  ...common,
  path: '/api/openapi.json',
  summary: 'Every call, as OpenAPI 3.1',
  replies: { 200: { description: 'The document', schema: z.looseObject({ openapi: z.string() }), etag: true } },
});

export const readDocsPage = declareCall({
  ...common,
  path: '/api/docs',
  summary: 'Every call, as a page',
  replies: { 200: { description: 'The page', media: 'text/html', etag: true } },
});
