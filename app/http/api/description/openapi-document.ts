import type { TFunction } from 'i18next';
import { z } from 'zod';
import { ERROR_CODES, type ErrorName } from '#app/errors.ts';
import type { Endpoint } from '#app/http/api/description/described-endpoints.ts';
import { type Components, fieldsOf, type JsonSchema, jsonSchema } from '#app/http/api/description/json-schema.ts';
import { GROUPS, type Operation } from '#app/http/api/description/operation.ts';
import { OPERATIONS, type OperationId } from '#app/http/api/description/operations.ts';
import { OTHER_PATHS } from '#app/http/api/description/other-paths.ts';
import { statusOf } from '#app/http/errors/status.ts';

type Answer = { description: string; headers?: JsonSchema; content?: JsonSchema };
export type Parameter = { name: string; in: string; required: boolean; schema: JsonSchema };
export type DescribedOperation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, Answer>;
};
export type OpenApiDocument = {
  openapi: string;
  info: JsonSchema;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Components; securitySchemes: JsonSchema };
};

type Surroundings = { t: TFunction; version: string };

/** Describes the API as OpenAPI 3.1, from the route table and the validation schemas. */
export function openApiDocument(endpoints: Endpoint[], { t, version }: Surroundings): Omit<OpenApiDocument, 'servers'> {
  const components: Components = {};
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of endpoints) {
    const operation = (OPERATIONS as Record<string, Operation>)[`${endpoint.method} ${endpoint.path}`];
    if (!operation) continue;
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = describe(endpoint, operation, t, components);
  }
  for (const [path, operations] of Object.entries(OTHER_PATHS)) {
    for (const [method, { id, ...operation }] of Object.entries(operations)) {
      paths[path] ??= {};
      paths[path][method] = { operationId: id, summary: t(`apiDocs.operations.${id}`), ...operation };
    }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Arbor', version, description: t('apiDocs.text') },
    tags: GROUPS.map((name) => ({ name, description: t(`apiDocs.groups.${name}`) })),
    paths,
    components: {
      schemas: { ...components, Failure: FAILURE },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: t('apiDocs.bearer') },
        cookie: { type: 'apiKey', in: 'cookie', name: 'arbor_access', description: t('apiDocs.cookie') },
        xsrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN', description: t('apiDocs.xsrf') },
      },
    },
  };
}

const FAILURE = {
  type: 'object',
  properties: {
    statusCode: { type: 'integer' },
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    data: {},
  },
  required: ['statusCode', 'message'],
};

function describe(
  endpoint: Endpoint,
  { id, group, answer, errors = [] }: Operation,
  t: TFunction,
  components: Components,
): DescribedOperation {
  const isRead = endpoint.method === 'GET';
  const { properties, required } = fieldsOf(endpoint.schemas, components);
  const hasFields = Object.keys(properties).length > 0;
  const inPath: Parameter[] = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    schema: jsonSchema(z.cuid(), 'input', components),
  }));
  const inQuery = (name: string): Parameter => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: properties[name]!,
  });
  const parameters = isRead ? [...inPath, ...Object.keys(properties).map(inQuery)] : inPath;
  const body = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  return {
    operationId: id,
    summary: t(`apiDocs.operations.${id as OperationId}`),
    tags: [group],
    security: securityOf(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(isRead || !hasFields
      ? {}
      : { requestBody: { required: required.length > 0, content: { 'application/json': { schema: body } } } }),
    responses: { ...success(answer, t, components), ...failures(endpoint, errors, hasFields, t) },
  };
}

/** Tokens cannot sign in or out; with cookies, every change requires the header. */
function securityOf({ isPublic, needsSession, method }: Endpoint): Record<string, string[]>[] {
  const isRead = method === 'GET';
  if (isPublic) return isRead ? [{}] : [{ xsrf: [] }];
  return [...(needsSession ? [] : [{ bearer: [] }]), isRead ? { cookie: [] } : { cookie: [], xsrf: [] }];
}

function success(answer: Operation['answer'], t: TFunction, components: Components): Record<string, Answer> {
  const description = t('apiDocs.done');
  if (answer instanceof z.ZodType) {
    const envelope = z.object({ statusCode: z.literal(0), message: z.literal('ok'), data: answer });
    const schema = jsonSchema(envelope, 'output', components);
    return { 200: { description, content: { 'application/json': { schema } } } };
  }
  if (answer.type === 'redirect')
    return { 302: { description, headers: { Location: { schema: { type: 'string' } } } } };
  const whole = { description, content: { [answer.type]: {} } };
  if (!answer.hasRanges) return { 200: whole };
  const headers = { 'Content-Range': { schema: { type: 'string' } } };
  return {
    200: whole,
    206: { description: t('apiDocs.partial'), headers, content: whole.content },
    304: { description: t('apiDocs.unchanged') },
    416: { description: t('apiDocs.noSuchRange'), headers },
  };
}

/** Returns one response per status, with its error codes and messages. */
function failures(
  { path, method, isPublic }: Endpoint,
  own: readonly ErrorName[],
  hasFields: boolean,
  t: TFunction,
): Record<string, Answer> {
  const isRead = method === 'GET';
  const names = new Set<ErrorName>([...own, 'requestTooFrequent', 'internal', 'unavailable']);
  if (!isPublic) for (const name of ['authenticationFailed', 'permissionDenied'] as const) names.add(name);
  if (!isRead) for (const name of CHANGING) names.add(name);
  if (hasFields || path.includes(':')) names.add('validationFailed');
  const answers: Record<string, Answer> = {};
  for (const name of names) {
    const status = statusOf(name);
    const line = t('phrase.labelled', { label: ERROR_CODES[name], value: t(`errors.${name}`, { wait: '…' }) });
    const known = answers[status];
    answers[status] = {
      description: known ? `${known.description}\n${line}` : line,
      ...(status === 429 || status === 503 ? { headers: { 'Retry-After': { schema: { type: 'integer' } } } } : {}),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    };
  }
  return answers;
}

const CHANGING = ['permissionDenied', 'badRequest', 'payloadTooLarge', 'unsupportedMediaType'] as const;
