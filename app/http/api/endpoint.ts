import type { ActionFunctionArgs, RouterContextProvider } from 'react-router';
import { z } from 'zod';
import { AppError } from '#app/errors.ts';
import { readJsonObject } from '#app/http/api/json-body.ts';
import type { CountRequest } from '#app/http/api/limit-per.ts';
import { failure, success, toAppError } from '#app/http/errors/envelope.ts';
import { issueTexts } from '#app/http/errors/problem-texts.ts';
import { unknownMethodContext } from '#app/http/request/known-methods.ts';
import { requestIdContext } from '#app/http/request/request-id.ts';
import { CSRF_HEADER, isTrusted } from '#app/http/session/csrf.ts';
import { findActor, sessionContext } from '#app/http/session/session.ts';
import { getTexts } from '#app/i18n/server/language-middleware.ts';
import type { Actor } from '#app/services/actor.ts';
import { requireScope } from '#app/services/tokens/require-scope.ts';

type Context = Readonly<RouterContextProvider>;
export type Call<Input, Who> = {
  actor: Who;
  input: Input;
  ids: Record<string, string>;
  context: Context;
  request: Request;
};

type Method<Schema extends z.ZodType, Who> = {
  limit?: CountRequest;
  /** Schema of path and body ids, validated before any lookup; responds with 422. */
  ids?: z.ZodType;
  /** True for acts of a person: a personal access token gets `permissionDenied`. */
  needsSession?: boolean;
  /**
   * Runs only if fields are invalid, so that access errors (4001, 4002) precede field errors and reveal nothing. `run`
   * checks access itself.
   */
  guard?: (call: Call<Record<string, unknown>, Who>) => Promise<unknown>;
  input?: Schema;
  run: (call: Call<z.output<Schema>, Who>) => Promise<unknown>;
};
// biome-ignore lint/suspicious/noExplicitAny: each method has its own schema; `signedIn` and `anyone` check it where it is written
type AnyMethod = Method<any, any> & { isPublic: boolean };
/** HTTP methods defined for a path; others get 405. */
export type Methods = Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', AnyMethod>>;

const nothing = z.object({});

/** Defines a method for signed-in actors; visitors get `authenticationFailed`. */
export function signedIn<Schema extends z.ZodType = typeof nothing>(method: Method<Schema, Actor>): AnyMethod {
  return { ...method, isPublic: false };
}

/**
 * Defines a method for everyone; `actor` is null for a visitor. Methods with side effects (signing in and out) are for
 * browsers only: a personal access token gets `permissionDenied`.
 */
export function anyone<Schema extends z.ZodType = typeof nothing>(method: Method<Schema, Actor | null>): AnyMethod {
  return { ...method, isPublic: true };
}

/**
 * Builds the function that is both loader and action of an API path. Checks in the contract's order: 404/405 →
 * 413/415/400 → 1001 → 1000 → 1200 → 422 ids → 4001/4002 → 422 fields. Always responds with the envelope. The API's
 * description is generated from `answer.methods`.
 */
export function endpoint(methods: Methods) {
  const answer = async (args: ActionFunctionArgs): Promise<Response> => {
    const t = getTexts(args.context);
    try {
      const response = await dispatch(methods, args);
      return args.request.method === 'HEAD' ? await withoutBody(response) : response;
    } catch (error) {
      if (error instanceof InvalidFields) return failure(error, t, issueTexts(t, error.issues));
      const answered = failure(toAppError(error, args.context.get(requestIdContext)), t);
      if (answered.status === 405) answered.headers.set('Allow', allowed(methods));
      return answered;
    }
  };
  return { answer: Object.assign(answer, { methods }) };
}

/**
 * Ends the body of a response and returns the rest. The framework drops the body of a HEAD request without ending it,
 * and the subscription or file that it holds stays open.
 */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}

/** Formats the methods of a path for the header `Allow`. */
const allowed = (methods: Methods): string =>
  Object.keys(methods)
    .flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]))
    .join(', ');

class InvalidFields extends AppError {
  readonly issues: z.core.$ZodIssue[];
  constructor(issues: z.core.$ZodIssue[]) {
    super('validationFailed');
    this.issues = issues;
  }
}

async function dispatch(
  methods: Methods,
  { request, context, params, pattern }: ActionFunctionArgs,
): Promise<Response> {
  const name = request.method === 'HEAD' ? 'GET' : request.method;
  const method = methods[name as keyof Methods];
  if (!method || context.get(unknownMethodContext)) throw new AppError('methodNotAllowed');
  const isRead = name === 'GET';
  const body = isRead ? {} : await readJsonObject(request);
  const { bearer } = context.get(sessionContext);
  // Other sites cannot make a browser send an Authorization header, so bearer requests need no csrf token.
  if (!isRead && !bearer && !isTrusted(context, request.headers.get(CSRF_HEADER))) {
    throw new AppError('permissionDenied');
  }
  if (bearer === 'refused') throw new AppError('authenticationFailed');
  if (bearer && (method.needsSession || (!isRead && method.isPublic))) throw new AppError('permissionDenied');
  if (bearer) requireScope(bearer.scope, { isRead, isAdministration: isAdministration(pattern, isRead) });
  const actor = findActor(context);
  if (!method.isPublic && !actor) throw new AppError('authenticationFailed');
  await method.limit?.({ actor, context });
  const query = isRead || name === 'DELETE' ? Object.fromEntries(new URL(request.url).searchParams) : {};
  const fields: Record<string, unknown> = { ...(isRead ? query : asJson(query)), ...body };
  const pathIds = params as Record<string, string>;
  validate(schemaOfIds(Object.keys(pathIds)), pathIds);
  if (method.ids) validate(method.ids, fields);
  const call = { actor, ids: pathIds, context, request };
  const parsed = (method.input ?? nothing).safeParse(fields);
  if (!parsed.success) {
    await method.guard?.({ ...call, input: fields });
    throw new InvalidFields(parsed.error.issues);
  }
  const result = await method.run({ ...call, input: parsed.data });
  return result instanceof Response ? result : success(result);
}

/** Returns a query for schemas of JSON: values of digits only are numbers. */
const asJson = (query: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, /^\d{1,15}$/.test(value) ? Number(value) : value]),
  );

/**
 * Group changes count as administration, as groups decide about access to documents. Reads the route's pattern: the
 * router also matches paths in capitals or with escaped letters.
 */
function isAdministration(pattern: string, isRead: boolean): boolean {
  const route = pattern.replace(/^\//, '');
  return route.startsWith('api/admin/') || (!isRead && route.startsWith('api/groups'));
}

const schemasOfIds = new Map<string, z.ZodType>();

/** Cached by parameter names, as zod compiles each schema on first use. */
function schemaOfIds(names: string[]): z.ZodType {
  const key = names.join();
  const known = schemasOfIds.get(key);
  if (known) return known;
  const schema = z.object(Object.fromEntries(names.map((name) => [name, z.cuid('id.invalid')])));
  schemasOfIds.set(key, schema);
  return schema;
}

function validate(schema: z.ZodType, value: unknown): void {
  const result = schema.safeParse(value);
  if (!result.success) throw new InvalidFields(result.error.issues);
}
