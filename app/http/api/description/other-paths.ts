import type { DescribedOperation } from '#app/http/api/description/openapi-document.ts';

export type OtherId = 'joinLive' | 'putBytes' | 'getTexts' | 'useTools' | 'getHealth' | 'getLife' | 'getReadiness';
type Other = Omit<DescribedOperation, 'operationId' | 'summary'> & { id: OtherId };

const path = (name: string, schema: Record<string, unknown> = { type: 'string' }) => ({
  name,
  in: 'path',
  required: true,
  schema,
});
const FAILURE = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } };
const ANYONE: Record<string, string[]>[] = [{}];
const PROBE = {
  tags: ['admin'],
  security: ANYONE,
  responses: { 200: { description: 'OK' }, 503: { description: '503' } },
};

/** Paths outside the routes: the WebSocket, signed uploads, texts, tools, probes. */
export const OTHER_PATHS: Record<string, Record<string, Other>> = {
  '/api/documents/{id}/live': {
    get: {
      id: 'joinLive',
      tags: ['live'],
      security: [{ bearer: [] }, { cookie: [] }],
      parameters: [path('id')],
      responses: {
        101: { description: 'WebSocket' },
        401: { description: '1000', content: FAILURE },
        403: { description: '1001', content: FAILURE },
        404: { description: '4001', content: FAILURE },
        429: { description: '1200', content: FAILURE },
      },
    },
  },
  '/api/files/upload/{fileId}': {
    put: {
      id: 'putBytes',
      tags: ['files'],
      security: ANYONE,
      parameters: [path('fileId')],
      requestBody: { required: true, content: { '*/*': { schema: {} } } },
      responses: {
        200: { description: 'OK' },
        403: { description: '5008', content: FAILURE },
        413: { description: '5006', content: FAILURE },
      },
    },
  },
  '/locales/{lng}.json': {
    get: {
      id: 'getTexts',
      tags: ['account'],
      security: ANYONE,
      parameters: [path('lng', { enum: ['en', 'zh'] })],
      responses: { 200: { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } } },
    },
  },
  '/mcp': {
    post: {
      id: 'useTools',
      tags: ['ai'],
      security: [{ bearer: [] }],
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      responses: {
        200: { description: 'JSON-RPC', content: { 'application/json': { schema: { type: 'object' } } } },
        401: { description: '1000', content: FAILURE },
        403: { description: '1001', content: FAILURE },
        429: { description: '1200', content: FAILURE },
      },
    },
  },
  '/livez': { get: { ...PROBE, id: 'getLife', responses: { 200: { description: 'OK' } } } },
  '/healthz': { get: { ...PROBE, id: 'getHealth' } },
  '/readyz': { get: { ...PROBE, id: 'getReadiness' } },
};
