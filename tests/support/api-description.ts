import { Ajv, addFormats } from '@modelcontextprotocol/server/validators/ajv';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document of many shapes
export type Json = any;

/** Validates responses against the schemas of an OpenAPI document; undescribed fields are errors. */
export function answerValidator(description: Json) {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addFormat('cuid', /^[cC][0-9a-z]{6,}$/);
  ajv.addSchema({ $id: 'api', ...strict(description) });
  return (method: string, path: string, status: number, body: unknown): string[] => {
    const answers = description.paths[path]?.[method.toLowerCase()]?.responses;
    const schema = answers?.[status]?.content?.['application/json']?.schema;
    if (!schema) return [`${method} ${path} has no described answer ${status}`];
    const pointer = ['paths', path, method.toLowerCase(), 'responses', status, 'content', 'application/json', 'schema'];
    const escaped = pointer.map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')));
    const check = ajv.compile({ $ref: `api#/${escaped.join('/')}` });
    if (check(body)) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${method} ${path}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

/** Returns a copy of a document in which objects allow no undescribed fields. */
function strict(value: Json): Json {
  if (Array.isArray(value)) return value.map(strict);
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, strict(each)]));
  const isOpen = own.type === 'object' && own.properties && own.additionalProperties === undefined;
  return isOpen ? { ...own, additionalProperties: false } : own;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Returns violations of OpenAPI 3.1, one per line. */
export function descriptionProblems(description: Json): string[] {
  const problems: string[] = [];
  const need = (isMet: unknown, what: string) => isMet || problems.push(what);
  need(/^3\.1\.\d+$/.test(description.openapi), 'openapi is no 3.1');
  need(description.info?.title && description.info?.version, 'info lacks title or version');
  for (const server of description.servers) need(URL.canParse(server.url), `${server.url} is no address`);
  for (const ref of referencesIn(description)) need(resolve(description, ref), `${ref} leads nowhere`);
  const tags = description.tags.map(({ name }: Json) => name);
  const ids: string[] = [];
  for (const [path, operations] of Object.entries<Json>(description.paths)) {
    need(path.startsWith('/') && !path.includes(':'), `${path} is no path template`);
    for (const [method, operation] of Object.entries<Json>(operations)) {
      const name = `${method} ${path}`;
      need(METHODS.includes(method), `${name} is no method`);
      ids.push(operation.operationId);
      for (const tag of operation.tags) need(tags.includes(tag), `${name}: ${tag} is not declared`);
      need(operation.summary, `${name} has no summary`);
      need(Object.keys(operation.responses).length > 0, `${name} has no answers`);
      for (const [status, { description: text, content }] of Object.entries<Json>(operation.responses)) {
        need(/^[1-5]\d\d$/.test(status) && typeof text === 'string', `${name} ${status} has no description`);
        for (const media of Object.values<Json>(content ?? {})) need(typeof media === 'object', `${name} ${status}`);
      }
      for (const security of operation.security.flatMap(Object.keys)) {
        need(description.components.securitySchemes[security], `${name}: ${security} is not declared`);
      }
      const parameters = operation.parameters ?? [];
      const keys = parameters.map(({ in: place, name: key }: Json) => `${place} ${key}`);
      need(new Set(keys).size === keys.length, `${name} names a parameter twice`);
      const inPath = parameters
        .filter((each: Json) => each.in === 'path' && each.required)
        .map((each: Json) => each.name);
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key);
      need(JSON.stringify(inPath) === JSON.stringify(wanted), `${name} does not declare ${wanted}`);
      for (const each of parameters) need(each.schema && typeof each.schema === 'object', `${name} ${each.name}`);
      need(method !== 'get' || !operation.requestBody, `${name} has a body`);
    }
  }
  need(new Set(ids).size === ids.length, 'an operationId stands twice');
  const ajv = new Ajv({ strict: false });
  for (const [name, schema] of Object.entries<Json>(description.components.schemas)) {
    need(ajv.validateSchema(schema), `${name} is no schema`);
  }
  return problems;
}

function referencesIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => (key === '$ref' ? [String(each)] : referencesIn(each)));
}

function resolve(description: Json, ref: string): unknown {
  const parts = ref.replace(/^#\//, '').split('/');
  return parts.reduce((at, part) => at?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], description);
}
