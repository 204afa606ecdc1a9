import { parseCookie } from 'cookie';
import type { Request, RequestHandler, Response as ServerResponse } from 'express';
import { AnswerBytes } from '#app/http/kept-answers/answer-bytes.ts';
import { callAnswer, sendCall } from '#app/http/kept-answers/answer-call.ts';
import { pageAnswer, sendPage } from '#app/http/kept-answers/answer-page.ts';
import { AnswerStore } from '#app/http/kept-answers/answer-store.ts';
import type { Keeping } from '#app/http/kept-answers/keeping.ts';
import { type KeptRoute, keptRouteOf } from '#app/http/kept-answers/kept-routes.ts';
import { countedAddress } from '#app/http/request/client-address.ts';
import { ownCookie } from '#app/http/request/cookies.ts';
import { ACCESS, bearerToken, REFRESH } from '#app/http/session/session.ts';
import { count } from '#app/observability/counters.ts';
import { findProgram, findVisitor, type Visitor } from '#app/services/kept-answers/find-visitor.ts';
import { RecordedAnswer } from '#app/services/kept-answers/recorded-answer.ts';
import { settleIfOpen } from '#app/services/live/live-documents.ts';

const store = new AnswerStore();

/**
 * Answers document pages and the calls behind them from memory while nothing they show has changed. Session or token,
 * and account, are read for every request. An answer is kept under everything of its request that the framework sees,
 * and with the reads it was made from: it is sent again only if they give the same rows now (`RecordedAnswer`). Without a
 * valid access cookie or token, and whenever the database does not answer, the framework decides.
 */
export function keptAnswers(framework: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    const route = keptRouteOf(request);
    if (!route) return framework(request, response, next);
    const cookies = parseCookie(request.headers.cookie ?? '');
    const visitor = await visitorOf(request, cookies, route).catch(() => null);
    if (!visitor) return framework(request, response, next);
    const key = keyOf(request, cookies, visitor);
    const kept = store.find(key);
    if (kept && (await kept.reads.isCurrent(visitor.generation).catch(() => false))) {
      kept.reads.repeatEffects();
      count('keptAnswers', { answer: 'kept' });
      response.locals.routePattern = route.pattern;
      return (route.isPage ? sendPage : sendCall)(kept.bytes, request, response);
    }
    store.forget(key);
    count('keptAnswers', { answer: 'made' });
    const reads = new RecordedAnswer();
    response.locals.visitor = visitor;
    if (request.method === 'GET') response.locals.keeping = keepingOf(key, route, reads, request, response);
    await reads.record(() => framework(request, response, next));
  };
}

type Cookies = Record<string, string | undefined>;

/** Stores pending edits of the document first, as a read of it would, so that the generation includes them. */
async function visitorOf(request: Request, cookies: Cookies, { docId, isPage }: KeptRoute): Promise<Visitor | null> {
  const token = isPage ? null : bearerToken(request.headers.authorization);
  const access = cookies[ownCookie(ACCESS)];
  if (token === null && !access) return null;
  if (docId) await settleIfOpen(docId);
  return token === null ? findVisitor(access!) : findProgram(token, countedAddress(request.ip));
}

/**
 * Everything of a request that its answer may depend on: address, languages, account, and all cookies but the tokens,
 * which the session stands for. The csrf token is one of the cookies and valid for this session only.
 */
function keyOf(request: Request, cookies: Cookies, { session, bearer }: Visitor): string {
  const { host, 'x-forwarded-host': forwardedHost, 'accept-language': languages } = request.headers;
  const { [ownCookie(ACCESS)]: _access, [ownCookie(REFRESH)]: _refresh, ...others } = cookies;
  const visitor = { session, bearer };
  return JSON.stringify([visitor, request.protocol, host, forwardedHost, request.originalUrl, languages, others]);
}

function keepingOf(
  key: string,
  { isPage }: KeptRoute,
  reads: RecordedAnswer,
  request: Request,
  response: ServerResponse,
): Keeping {
  return {
    reads,
    isPage,
    keep: async (made, changesAt) => {
      const bytes = new AnswerBytes(made, isPage ? response.locals.nonce : null);
      store.keep(key, { bytes, reads }, changesAt);
      const { headers, body } = await (isPage ? pageAnswer : callAnswer)(bytes, request, response);
      // The framework's adapter ends a response without a body itself; as a stream, the body would be copied again.
      const end = response.end.bind(response);
      response.end = () => end(body);
      return new Response(null, { headers });
    },
  };
}

/** Measurements for `/metrics`. */
export function measureKeptAnswers() {
  const { answers, bytes } = store.size;
  return [
    { name: 'kept_answers', help: 'Answers to signed-in people in memory', values: [{ value: answers }] },
    {
      name: 'kept_answers_bytes',
      help: 'Estimated bytes of answers to signed-in people in memory',
      values: [{ value: bytes }],
    },
  ];
}
