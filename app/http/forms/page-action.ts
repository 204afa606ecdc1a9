import type { Submission, SubmissionResult } from '@conform-to/dom';
import { parseWithZod } from '@conform-to/zod/v4';
import type { TFunction } from 'i18next';
import { type ActionFunctionArgs, data, type RouterContextProvider } from 'react-router';
import { z } from 'zod';
import { AppError, type ErrorName } from '#app/errors.ts';
import type { CountRequest } from '#app/http/api/limit-per.ts';
import { toAppError } from '#app/http/errors/envelope.ts';
import { errorText, fieldTexts, issueText } from '#app/http/errors/problem-texts.ts';
import { statusOf } from '#app/http/errors/status.ts';
import { isMultipart, readForm } from '#app/http/forms/form-body.ts';
import { setRetryAfter } from '#app/http/forms/response-headers.ts';
import { NEVER_RETURNED, returnedFields } from '#app/http/forms/returned-fields.ts';
import { requestIdContext } from '#app/http/request/request-id.ts';
import { CSRF_FIELD, isTrusted } from '#app/http/session/csrf.ts';
import { askForProof, needsProof, PROOF_FIELDS, proofAskedFor, requireProofOf } from '#app/http/session/proof.ts';
import { findActor } from '#app/http/session/session.ts';
import { getTexts } from '#app/i18n/server/language-middleware.ts';
import type { Problem, ProofProblem, UnsentForm } from '#app/schemas/problem.ts';
import { getAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { listProviders } from '#app/services/providers/begin-provider-sign-in.ts';

type Context = Readonly<RouterContextProvider>;
export type Posted<Input, Who> = {
  actor: Who;
  input: Input;
  params: Record<string, string | undefined>;
  context: Context;
  request: Request;
  /** The page's URL, also for a data request. */
  url: URL;
  t: TFunction;
  /** Returns the values whose field was posted, also empty: a field that is absent changes nothing. */
  onlyPosted: <Values extends object>(values: Values) => Partial<Values>;
};

type Intent<Schema extends z.ZodType, Who> = {
  limit?: CountRequest;
  /**
   * True if the action requires a recent proof (contract §10): password, second factor or provider within ten minutes.
   */
  needsProof?: boolean | ((input: z.output<Schema>) => boolean);
  /** True for a page's first intent that runs only if the post names it; other first intents are the default. */
  needsName?: boolean;
  schema?: Schema;
  /** Redirects on success, or returns data for the page. Throws AppError on failure. */
  run: (posted: Posted<z.output<Schema>, Who>) => Promise<unknown>;
};
// biome-ignore lint/suspicious/noExplicitAny: each intent has its own schema; `intent` and `openIntent` check it where it is written
type AnyIntent = Intent<any, any> & { isPublic: boolean };

const nothing = z.object({});

/** Defines an intent for signed-in actors; a visitor's post gets 401. */
export function intent<Schema extends z.ZodType = typeof nothing>(value: Intent<Schema, Actor>): AnyIntent {
  return { ...value, isPublic: false };
}

/** Defines an intent for everyone; `actor` is null for a visitor. */
export function openIntent<Schema extends z.ZodType = typeof nothing>(value: Intent<Schema, Actor | null>): AnyIntent {
  return { ...value, isPublic: true };
}

export type FormReader = {
  read: (request: Request, context: Context) => Promise<FormData>;
  /** Intent of the page's form with files, for one that cannot be read. */
  intent?: string;
};

/**
 * Builds a page's action: finds the posted `intent` (by default the first, unless it needs its name), validates, runs,
 * and returns errors. `reader` parses forms that contain more than fields.
 */
export function pageAction(intents: Record<string, AnyIntent>, reader: FormReader = { read: readForm }) {
  return async ({ request, context, params, url }: ActionFunctionArgs) => {
    const t = getTexts(context);
    const form = await reader.read(request, context).catch((error) => error);
    const isUnreadUpload = form instanceof Error && isMultipart(request);
    const name = (isUnreadUpload && reader.intent) || nameOf(form, intents);
    try {
      if (!(form instanceof FormData)) throw form;
      const chosen = Object.hasOwn(intents, name) ? intents[name] : undefined;
      const submission = submissionOf(form, chosen?.schema ?? nothing, t);
      const problem = (error: AppError, text?: string) => report(name, submission, error, t, text);
      const actor = findActor(context);
      // Runs before the csrf check, because the csrf value expires with the session. This response changes nothing and
      // returns the posted form.
      if (chosen && !chosen.isPublic && !actor) throw unsent(401, { request, url, form });
      if (!isTrusted(context, form.get(CSRF_FIELD))) {
        if (!(await maySee(actor, params.docId))) throw unsent(403, { request, url, form });
        return problem(new AppError('permissionDenied'), t('errors.stalePage'));
      }
      if (!chosen) return problem(new AppError('validationFailed'));
      try {
        await chosen.limit?.({ actor, context });
        if (submission.status !== 'success') return problem(new AppError('validationFailed'));
        if (isProofNeeded(chosen, submission.value) && actor) await proveOrAsk({ context, actor, form, url, t });
        const onlyPosted = <Values extends object>(values: Values) => pickPosted(values, form);
        return await chosen.run({ actor, input: submission.value, params, context, request, url, t, onlyPosted });
      } catch (error) {
        // A redirect, or a replacement page (`data`).
        if (!(error instanceof Error)) throw error;
        const known = toAppError(error, context.get(requestIdContext));
        if (known.retryAfterSeconds) setRetryAfter(context, known.retryAfterSeconds);
        return problem(known);
      }
    } catch (error) {
      if (error instanceof Response || !(error instanceof AppError)) throw error;
      return report(name, submissionOf(new FormData(), nothing, t), error, t);
    }
  };
}

const isProofNeeded = ({ needsProof }: AnyIntent, input: unknown): boolean =>
  typeof needsProof === 'function' ? needsProof(input) : Boolean(needsProof);

type Asked = { context: Context; actor: Actor; form: FormData; url: URL; t: TFunction };

/** Throws the page that asks for proof and contains the form, unless there is a recent or posted proof. */
async function proveOrAsk({ context, actor, form, url, t }: Asked): Promise<void> {
  try {
    await requireProofOf(context, actor, form);
  } catch (error) {
    const known = toAppError(error, context.get(requestIdContext));
    const ways = await needsProof(context, actor);
    if (!ways) throw known;
    const problem = proofProblem(t, form, known);
    await askForProof(actor, { path: url.pathname + url.search, fields: returnedFields(form), ways, problem });
  }
}

function proofProblem(t: TFunction, form: FormData, error: AppError): ProofProblem | null {
  const fields = ['password', 'code'] as const;
  if (!proofAskedFor(error)) {
    return { field: fields.find((field) => error.fields?.[field]) ?? null, text: summaryOf(t, error) };
  }
  const blank = fields.find((field) => form.has(PROOF_FIELDS[field]));
  return blank ? { field: blank, text: t(`validation.${blank}.required`) } : null;
}

function pickPosted<Values extends object>(values: Values, form: FormData): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => form.has(field))) as Partial<Values>;
}

function nameOf(form: unknown, intents: Record<string, AnyIntent>): string {
  const posted = form instanceof FormData ? form.get('intent') : null;
  if (typeof posted === 'string' && posted !== '') return posted;
  const [name, first] = Object.entries(intents)[0]!;
  return first.needsName ? '' : name;
}

function submissionOf(form: FormData, schema: z.ZodType, t: TFunction): Submission<unknown> {
  return parseWithZod(form, {
    schema,
    formatError: (issues: z.core.$ZodIssue[]) => [...new Set(issues.map((issue) => issueText(t, issue)))],
  });
}

function report(intentName: string, submission: Submission<unknown>, error: AppError, t: TFunction, text?: string) {
  const isValidation = error.error === 'validationFailed' && submission.status === 'error';
  const given = Object.entries(submission.payload).filter(([field]) => !NEVER_RETURNED.includes(field));
  const fields = isValidation ? submission.error : (fieldTexts(t, error.fields) ?? aboutField(t, error, submission));
  const result: SubmissionResult<string[]> = {
    status: 'error',
    initialValue: Object.fromEntries(given) as SubmissionResult['initialValue'] & object,
    error: { '': [text ?? summaryOf(t, error)], ...fields },
  };
  const problem: Problem = { intent: intentName, result, error: error.error, data: error.data ?? null };
  return data(problem, { status: statusOf(error.error) });
}

/** Fields that an error is about on every form; the first that was filled in is the wrong one. */
const ABOUT: Partial<Record<ErrorName, string[]>> = {
  shareWithYourself: ['email'],
  documentAlreadyShared: ['email', 'groupId'],
  codeInvalid: ['recoveryCode', 'code'],
  userNotFound: ['email'],
};

function aboutField(t: TFunction, error: AppError, { payload }: Submission<unknown>) {
  const field = ABOUT[error.error]?.find((name) => payload[name]);
  return field === undefined ? undefined : { [field]: [errorText(t, error)] };
}

/** Returns the summary of an error: the message of its only field, else its own message. */
function summaryOf(t: TFunction, error: AppError): string {
  const [sentences, ...others] = Object.values(fieldTexts(t, error.fields) ?? {});
  return error.error !== 'validationFailed' && sentences?.[0] && others.length === 0
    ? sentences[0]
    : errorText(t, error);
}

/**
 * Returns true if the actor may see the page. Another person may have signed in meanwhile and must not get the posted
 * form.
 */
async function maySee(actor: Actor | null, docId: string | undefined): Promise<boolean> {
  if (!actor || docId === undefined) return true;
  return getAccess(actor, docId).then(
    () => true,
    (error) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
}

/** Returns a page that contains the posted fields, to return them after signing in. */
function unsent(status: 401 | 403, { request, url, form }: { request: Request; url: URL; form: FormData }) {
  const unsentForm = { path: url.pathname + url.search, fields: returnedFields(form) };
  const body: UnsentForm = { unsentForm, hasFiles: isMultipart(request), providers: listProviders() };
  return data(body, { status });
}
