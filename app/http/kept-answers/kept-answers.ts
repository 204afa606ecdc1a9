import { parseCookie } from 'cookie';
import type { Request, RequestHandler, Response as ServerResponse } from 'express';
import { AnswerBytes } from '#app/http/kept-answers/answer-bytes.ts';
import { callAnswer, sendCall } from '#app/http/kept-answers/answer-call.ts';
import { pageAnswer, sendPage } from '#app/http/kept-answers/answer-page.ts';
import { AnswerStore, type KeptAnswer } from '#app/http/kept-answers/answer-store.ts';
import type { Keeping } from '#app/http/kept-answers/keeping.ts';
import { type KeptRoute, keptRouteOf } from '#app/http/kept-answers/kept-routes.ts';
import { countedAddress } from '#app/http/request/client-address.ts';
import { ownCookie } from '#app/http/request/cookies.ts';
import { ACCESS, bearerToken, REFRESH } from '#app/http/session/session.ts';
import { count } from '#app/observability/counters.ts';
import { findProgram, findVisitor, type Visitor } from '#app/services/kept-answers/find-visitor.ts';
import { RecordedAnswer } from '#app/services/kept-answers/recorded-answer.ts';
import { settleIfOpen } from '#app/services/live/live-documents.ts';
import { TurnQueue } from '#app/services/turn-queue.ts';

const store = new AnswerStore();
/**
 * Limits concurrent checks and renders, in the order of the requests. The main thread runs them one at a time anyway,
 * and a save would wait behind each one in progress, in the event loop and at the database's reader.
 */
const turns = new TurnQueue({ atOnce: 2, turnMs: 50 });

/**
 * Serves document pages and their API calls from memory while the data they show is unchanged. Session or token, and
 * account, are read for every request. The key contains every input of the framework; an entry records the reads it was
 * made from and is sent again only if they return the same rows now (`RecordedAnswer`). Without a valid access cookie
 * or token, or when the database does not respond, the framework handles the request.
 */
export function keptAnswers(framework: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    const route = keptRouteOf(request);
    if (!route) return framework(request, response, next);
    const asked: Asked = { request, response, route, cookies: parseCookie(request.headers.cookie ?? '') };
    const known = await lookUp(asked);
    if (!known) return framework(request, response, next);
    if (known.kept?.reads.isKnownIn(known.visitor.generation)) return sendKept(asked, known.kept);
    const mustWait = turns.isFull;
    const endTurn = await turns.take();
    try {
      if (response.closed) return;
      // Rights may have changed while others had their turn.
      const now = mustWait ? await lookUp(asked) : known;
      if (!now) return await framework(request, response, next);
      const { kept, visitor } = now;
      if (kept && (await kept.reads.isCurrent(visitor.generation).catch(() => false)))
        return await sendKept(asked, kept);
      await make(asked, now, () => framework(request, response, next));
    } finally {
      endTurn();
    }
  };
}

type Cookies = Record<string, string | undefined>;
type Asked = { request: Request; response: ServerResponse; route: KeptRoute; cookies: Cookies };
/** The requester, and the answer kept for them. */
type Known = { visitor: Visitor; key: string; kept: KeptAnswer | null };

/** Returns null without a valid session or token, and if the database does not answer. */
async function lookUp({ request, route, cookies }: Asked): Promise<Known | null> {
  const visitor = await visitorOf(request, cookies, route).catch(() => null);
  if (!visitor) return null;
  const key = keyOf(request, cookies, visitor);
  return { visitor, key, kept: store.find(key) };
}

function sendKept({ request, response, route }: Asked, { bytes, reads }: KeptAnswer): Promise<void> {
  reads.repeatEffects();
  count('keptAnswers', { answer: 'kept' });
  response.locals.routePattern = route.pattern;
  return (route.isPage ? sendPage : sendCall)(bytes, request, response);
}

/** Lets the framework create the answer, and stores it if it depends only on its recorded reads. */
async function make({ request, response, route }: Asked, { visitor, key }: Known, run: () => unknown): Promise<void> {
  store.forget(key);
  count('keptAnswers', { answer: 'made' });
  const reads = new RecordedAnswer();
  response.locals.visitor = visitor;
  if (request.method === 'GET') response.locals.keeping = keepingOf(key, route, reads, request, response);
  await reads.record(run);
}

/** Identifies the requester. Stores pending edits of an open live document first, as reading it would. */
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
