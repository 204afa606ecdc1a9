import type { ActionFunctionArgs, RouterContextProvider } from 'react-router';
import { z } from 'zod';
import { AppError } from '#app/errors.ts';
import { readJsonObject } from '#app/http/api/json-body.ts';
import type { CountRequest } from '#app/http/api/rate-limits.ts';
import { failure, success, toAppError } from '#app/http/errors/envelope.ts';
import { issueTexts } from '#app/http/errors/problem-texts.ts';
import { requestIdContext } from '#app/http/request/request-id.ts';
import { CSRF_HEADER, isTrusted } from '#app/http/session/csrf.ts';
import { findActor, sessionContext } from '#app/http/session/session.ts';
import { getTexts } from '#app/i18n/server/language-middleware.ts';
import type { TokenScope } from '#app/schemas/token-scopes.ts';
import type { Actor } from '#app/services/actor.ts';

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
  /** Validates path ids and body ids before any lookup: 422. */
  ids?: z.ZodType;
  /** Checks permission before the fields are validated, so that a stranger learns nothing: 4001, 4002. */
  guard?: (call: Call<Record<string, unknown>, Who>) => Promise<unknown>;
  input?: Schema;
  run: (call: Call<z.output<Schema>, Who>) => Promise<unknown>;
};
// biome-ignore lint/suspicious/noExplicitAny: each method has its own schema; `signedIn` and `anyone` check it where it is written
type AnyMethod = Method<any, any> & { isPublic: boolean };
type Methods = Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', AnyMethod>>;

const nothing = z.object({});

/** Defines a method for signed-in actors. */
export function signedIn<Schema extends z.ZodType = typeof nothing>(method: Method<Schema, Actor>): AnyMethod {
  return { ...method, isPublic: false };
}

/**
 * Defines a method for everyone; `actor` is null for a visitor. Methods that change something (signing in and out) are
 * for browsers: a personal access token gets `permissionDenied`.
 */
export function anyone<Schema extends z.ZodType = typeof nothing>(method: Method<Schema, Actor | null>): AnyMethod {
  return { ...method, isPublic: true };
}

/**
 * Builds the function that is both loader and action of an API path. Checks in the contract's order: 404/405 →
 * 413/415/400 → 1001 → 1000 → 1200 → 422 ids → 4001/4002 → 422 fields. Always answers with the envelope.
 */
export function endpoint(methods: Methods) {
  const answer = async (args: ActionFunctionArgs): Promise<Response> => {
    const t = getTexts(args.context);
    try {
      return await dispatch(methods, args);
    } catch (error) {
      if (error instanceof InvalidFields) return failure(error, t, issueTexts(t, error.issues));
      return failure(toAppError(error, args.context.get(requestIdContext)), t);
    }
  };
  return { answer };
}

class InvalidFields extends AppError {
  readonly issues: z.core.$ZodIssue[];
  constructor(issues: z.core.$ZodIssue[]) {
    super('validationFailed');
    this.issues = issues;
  }
}

async function dispatch(methods: Methods, { request, context, params }: ActionFunctionArgs): Promise<Response> {
  const name = request.method === 'HEAD' ? 'GET' : request.method;
  const method = methods[name as keyof Methods];
  if (!method) throw new AppError('methodNotAllowed');
  const isRead = name === 'GET';
  const { pathname } = new URL(request.url);
  const body = isRead ? {} : await readJsonObject(request);
  const { bearer } = context.get(sessionContext);
  // No other site can make a browser send an Authorization header, so bearer requests need no csrf token.
  if (!isRead && !bearer && !isTrusted(context, request.headers.get(CSRF_HEADER))) {
    throw new AppError('permissionDenied');
  }
  if (bearer === 'refused') throw new AppError('authenticationFailed');
  if (!isRead && bearer && method.isPublic) throw new AppError('permissionDenied');
  if (bearer) requireScope(bearer.scope, { isRead, isAdministration: pathname.startsWith(ADMINISTRATION) });
  const actor = findActor(context);
  if (!method.isPublic && !actor) throw new AppError('authenticationFailed');
  await method.limit?.({ actor, context });
  const query = isRead || name === 'DELETE' ? Object.fromEntries(new URL(request.url).searchParams) : {};
  const fields: Record<string, unknown> = { ...query, ...body };
  const pathIds = params as Record<string, string>;
  parse(z.object(Object.fromEntries(Object.keys(pathIds).map((key) => [key, z.cuid('id.invalid')]))), pathIds);
  if (method.ids) parse(method.ids, fields);
  const call = { actor, ids: pathIds, context, request };
  await method.guard?.({ ...call, input: fields });
  const result = await method.run({ ...call, input: parse(method.input ?? nothing, fields) });
  return result instanceof Response ? result : success(result);
}

const ADMINISTRATION = '/api/admin/';

/**
 * `read` allows GET, `write` everything but administration; `isPublic` methods that change something require a browser.
 */
function requireScope(scope: TokenScope, call: { isRead: boolean; isAdministration: boolean }): void {
  if (scope === 'admin') return;
  if (call.isAdministration || (scope === 'read' && !call.isRead)) throw new AppError('permissionDenied');
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw new InvalidFields(result.error.issues);
  return result.data;
}
