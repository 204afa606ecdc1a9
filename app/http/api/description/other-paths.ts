import type { DescribedOperation } from '#app/http/api/description/openapi-document.ts';
import { LANGUAGES } from '#app/i18n/language.ts';

export type OtherId = 'joinLive' | 'putBytes' | 'getTexts' | 'useTools' | 'getHealth' | 'getLife' | 'getReadiness';
type Other = Omit<DescribedOperation, 'operationId' | 'summary'> & { id: OtherId };

const path = (name: string, schema: Record<string, unknown> = { type: 'string' }) => ({
  name,
  in: 'path',
  required: true,
  schema,
});
const FAILURE = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } };
const MESSAGE = { schema: { type: 'object', properties: { jsonrpc: { const: '2.0' } }, required: ['jsonrpc'] } };
const FAILURE_OR_MESSAGE = {
  'application/json': { schema: { anyOf: [FAILURE['application/json'].schema, MESSAGE.schema] } },
};
const RETRY = { 'Retry-After': { schema: { type: 'integer' } } };
const ANYONE: Record<string, string[]>[] = [{}];
const PROBE = {
  tags: ['admin'],
  security: ANYONE,
  responses: { 200: { description: 'OK' }, 503: { description: '503' } },
};

/**
 * Paths outside the routes: the WebSocket, signed uploads, texts, tools, probes. Answers are described by their code,
 * which needs no translation.
 */
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
        500: { description: '500', content: FAILURE },
        502: { description: '5002', content: FAILURE },
        503: { description: '503', headers: RETRY, content: FAILURE },
      },
    },
  },
  '/locales/{lng}.json': {
    get: {
      id: 'getTexts',
      tags: ['account'],
      security: ANYONE,
      parameters: [path('lng', { enum: LANGUAGES })],
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
        // Versions of the protocol before the newest get the message as an event.
        200: { description: 'JSON-RPC', content: { 'application/json': MESSAGE, 'text/event-stream': {} } },
        202: { description: 'JSON-RPC: notification' },
        400: { description: '400, JSON-RPC', content: FAILURE_OR_MESSAGE },
        401: { description: '1000', content: FAILURE },
        403: { description: '1001', content: FAILURE },
        404: { description: 'JSON-RPC: -32601', content: { 'application/json': MESSAGE } },
        405: { description: '405', content: FAILURE },
        406: { description: 'JSON-RPC: Accept', content: { 'application/json': MESSAGE } },
        413: { description: '413', content: FAILURE },
        415: { description: '415', content: FAILURE },
        429: { description: '1200', headers: RETRY, content: FAILURE },
        500: { description: '500', content: FAILURE },
        503: { description: '503', headers: RETRY, content: FAILURE },
      },
    },
  },
  '/livez': { get: { ...PROBE, id: 'getLife', responses: { 200: { description: 'OK' } } } },
  '/healthz': { get: { ...PROBE, id: 'getHealth' } },
  '/readyz': { get: { ...PROBE, id: 'getReadiness' } },
};
