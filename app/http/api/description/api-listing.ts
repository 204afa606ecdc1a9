import type { JsonSchema } from '#app/http/api/description/json-schema.ts';
import type { DescribedOperation, OpenApiDocument } from '#app/http/api/description/openapi-document.ts';
import type { ApiListing, ListedField, ListedOperation } from '#app/schemas/api-listing.ts';

/** Prepares the API description for its page, sorted by group. */
export function apiListing({ tags, paths, components }: Omit<OpenApiDocument, 'servers'>): ApiListing {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  );
  return tags.map(({ name, description }) => ({
    group: name,
    title: description,
    operations: all
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ path, method, operation }) => listed(path, method, operation, components.schemas)),
  }));
}

function listed(
  path: string,
  method: string,
  operation: DescribedOperation,
  shared: Record<string, JsonSchema>,
): ListedOperation {
  const { operationId: id, summary, security, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content['application/json']?.schema;
  const { properties = {}, required = [] } = (body ?? {}) as { properties?: Shapes; required?: string[] };
  return {
    id,
    method: method.toUpperCase(),
    path,
    summary,
    access: security.some((way) => way.bearer) ? 'token' : security.some((way) => way.xsrf) ? 'session' : 'open',
    fields: [
      ...parameters.map((each) => field(each.name, each.in, each.schema, each.required)),
      ...Object.entries(properties).map(([name, schema]) => field(name, 'body', schema, required.includes(name))),
    ],
    data: dataOf(responses['200'], shared),
    answers: Object.entries(responses).map(([status, { description }]) => ({
      status,
      lines: description.split('\n'),
    })),
  };
}

type Shapes = Record<string, JsonSchema>;

const field = (name: string, place: string, schema: JsonSchema, isRequired: boolean): ListedField => ({
  name,
  place,
  type: typeText(schema, {}),
  isRequired,
});

function dataOf(answer: { content?: JsonSchema } | undefined, shared: Shapes): string | null {
  const [[type, body] = []] = Object.entries((answer?.content ?? {}) as Record<string, { schema?: JsonSchema }>);
  if (type !== 'application/json') return type ?? null;
  const data = (body?.schema as { properties?: Shapes } | undefined)?.properties?.data;
  return data ? typeText(data, shared) : null;
}

/** Formats a schema as a short type. A named schema of `shared` is expanded once. */
function typeText(schema: JsonSchema, shared: Shapes): string {
  const { $ref, enum: values, const: value, anyOf, type, items, properties, format } = schema as Shape;
  if ($ref) {
    const name = $ref.split('/').at(-1)!;
    return shared[name] ? typeText(shared[name], {}) : name;
  }
  if (values) return values.map((each) => JSON.stringify(each)).join(' | ');
  if (value !== undefined) return JSON.stringify(value);
  if (anyOf) return anyOf.map((each) => typeText(each, shared)).join(' | ');
  if (type === 'array') return `[${typeText(items ?? {}, shared)}]`;
  if (properties) {
    const fields = Object.entries(properties).map(([name, each]) => `${name}: ${typeText(each, shared)}`);
    return `{ ${fields.join(', ')} }`;
  }
  return format ?? [type ?? 'any'].flat().join(' | ');
}

type Shape = {
  $ref?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  type?: string | string[];
  items?: JsonSchema;
  properties?: Shapes;
  format?: string;
};
