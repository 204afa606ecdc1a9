import type { ActionFunctionArgs, MiddlewareFunction, RouterContextProvider, ServerBuild } from 'react-router';
import { AppError } from '#app/errors.ts';
import { failure, toAppError } from '#app/http/errors/envelope.ts';
import { statusOf } from '#app/http/errors/status.ts';
import { errorPage } from '#app/http/errors/throwable-page.ts';
import { readForm } from '#app/http/forms/form-body.ts';
import { setRetryAfter } from '#app/http/forms/response-headers.ts';
import { returnedFields } from '#app/http/forms/returned-fields.ts';
import { requestIdContext } from '#app/http/request/request-id.ts';
import { CSRF_FIELD } from '#app/http/session/csrf.ts';
import { getTexts } from '#app/i18n/server/language-middleware.ts';
import type { Unavailable } from '#app/schemas/problem.ts';
import { isDatabaseUnavailable } from '#db/database-errors.ts';

type Args = Pick<ActionFunctionArgs, 'request'> & { context: Readonly<RouterContextProvider> };
type Step = (args: never, next?: never) => unknown;
type Routes = ServerBuild['routes'];
type Module = NonNullable<Routes[string]>['module'];

/**
 * Wraps every loader, action and middleware of a build. A database fault becomes 503 with `Retry-After`, as the
 * envelope below `/api/` and as the error page elsewhere.
 */
export function answerDatabaseFaults(build: ServerBuild): ServerBuild {
  const routes: Routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [id, route && { ...route, module: guarded(route.module) }]),
  );
  return { ...build, routes };
}

function guarded(module: Module): Module {
  const { loader, action, middleware } = module as Record<'loader' | 'action', Step | undefined> & {
    middleware?: MiddlewareFunction<Response>[];
  };
  return {
    ...module,
    ...(loader && { loader: guard(loader) }),
    ...(action && { action: guard(action) }),
    ...(middleware && { middleware: middleware.map(guard) }),
  } as Module;
}

const guard =
  (step: Step | MiddlewareFunction<Response>) =>
  async (args: Args, next: never): Promise<unknown> => {
    try {
      return await step(args as never, next);
    } catch (error) {
      return await answerOf(error, args);
    }
  };

async function answerOf(error: unknown, { request, context }: Args): Promise<Response> {
  const isAway = error instanceof AppError ? error.error === 'unavailable' : isDatabaseUnavailable(error);
  if (!isAway) throw error;
  const known = toAppError(error, context.get(requestIdContext));
  if (new URL(request.url).pathname.startsWith('/api/')) return failure(known, getTexts(context));
  setRetryAfter(context, known.retryAfterSeconds ?? 0);
  const isDiskFull = known.reason?.key === 'diskFull';
  const body: Unavailable = { error: known.error, isDiskFull, unsentForm: await unsentForm(request) };
  throw errorPage(body, statusOf(known.error));
}

/** Returns the posted form, for the error page to offer it again; null if its body was already read. */
async function unsentForm(request: Request): Promise<Unavailable['unsentForm']> {
  if (request.method !== 'POST' || request.bodyUsed) return null;
  const form = await readForm(request).catch(() => null);
  if (!form) return null;
  const { pathname, search } = new URL(request.url);
  return {
    path: pathname + search,
    fields: { ...returnedFields(form), [CSRF_FIELD]: String(form.get(CSRF_FIELD) ?? '') },
  };
}
