import type { ActionFunctionArgs } from 'react-router';
import { AppError } from '#app/errors.ts';
import { readJsonObject } from '#app/http/api/json-body.ts';
import { failure, success, toAppError } from '#app/http/errors/envelope.ts';
import { requestIdContext } from '#app/http/request/request-id.ts';
import { CSRF_HEADER, isTrusted } from '#app/http/session/csrf.ts';
import { isLanguage } from '#app/i18n/language.ts';
import { getTexts } from '#app/i18n/server/language-middleware.ts';
import { log } from '#app/observability/log.ts';

const KEYS_MAX = 100;

/** Logs translation keys missing in a browser (specification §7). Only on the development server. */
export async function action({ request, params: { lng, ns }, context }: ActionFunctionArgs): Promise<Response> {
  try {
    if (!isLanguage(lng)) throw new AppError('notFound');
    if (!isTrusted(context, request.headers.get(CSRF_HEADER))) throw new AppError('permissionDenied');
    const keys = Object.keys(await readJsonObject(request)).slice(0, KEYS_MAX);
    log.warn({ event: 'missing-translation', lng, ns, keys }, 'translation keys are missing');
    return success({});
  } catch (error) {
    return failure(toAppError(error, context.get(requestIdContext)), getTexts(context));
  }
}
