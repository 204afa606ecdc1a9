import { parseCookie } from 'cookie';
import type { Request, RequestHandler, Response as ServerResponse } from 'express';
import { countedAddress } from '#app/http/request/client-address.ts';
import { ownCookie } from '#app/http/request/cookies.ts';
import { type CachedRoute, cachedRouteOf } from '#app/http/response-cache/cached-routes.ts';
import type { Caching } from '#app/http/response-cache/caching.ts';
import { ResponseBytes } from '#app/http/response-cache/response-bytes.ts';
import { type CachedResponse, ResponseStore } from '#app/http/response-cache/response-store.ts';
import { encodeCall, sendCall } from '#app/http/response-cache/send-call.ts';
import { encodePage, sendPage } from '#app/http/response-cache/send-page.ts';
import { ACCESS, bearerToken, REFRESH } from '#app/http/session/session.ts';
import { count } from '#app/observability/counters.ts';
import { settleIfOpen } from '#app/services/live/live-documents.ts';
import { findProgram, findVisitor, type Visitor } from '#app/services/response-cache/find-visitor.ts';
import { RecordedResponse } from '#app/services/response-cache/recorded-response.ts';
import { TurnQueue } from '#app/services/turn-queue.ts';

const store = new ResponseStore();
/**
 * Limits concurrent checks and renders, in the order of the requests. The main thread runs them one at a time anyway,
 * and a save would wait behind each one in progress, in the event loop and at the database's reader.
 */
const turns = new TurnQueue({ atOnce: 2, turnMs: 50 });

/**
 * Serves document pages and their API calls from memory while the data they show is unchanged. Session or token, and
 * account, are read for every request. The key contains every input of the framework; an entry records the reads it was
 * made from and is sent again only if they return the same rows now (`RecordedResponse`). Without a valid access cookie
 * or token, or when the database does not respond, the framework handles the request.
 */
export function responseCache(framework: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    const route = cachedRouteOf(request);
    if (!route) return framework(request, response, next);
    const asked: Asked = { request, response, route, cookies: parseCookie(request.headers.cookie ?? '') };
    const known = await lookUp(asked);
    if (!known) return framework(request, response, next);
    if (known.cached?.reads.isKnownIn(known.visitor.generation)) return sendCached(asked, known.cached);
    const mustWait = turns.isFull;
    const endTurn = await turns.take();
    try {
      if (response.closed) return;
      // Rights may have changed while others had their turn.
      const now = mustWait ? await lookUp(asked) : known;
      if (!now) return await framework(request, response, next);
      const { cached, visitor } = now;
      if (cached && (await cached.reads.isCurrent(visitor.generation).catch(() => false)))
        return await sendCached(asked, cached);
      await make(asked, now, () => framework(request, response, next));
    } finally {
      endTurn();
    }
  };
}

type Cookies = Record<string, string | undefined>;
type Asked = { request: Request; response: ServerResponse; route: CachedRoute; cookies: Cookies };
/** The requester, and the response cached for them. */
type Known = { visitor: Visitor; key: string; cached: CachedResponse | null };

/** Returns null without a valid session or token, and if the database does not answer. */
async function lookUp({ request, route, cookies }: Asked): Promise<Known | null> {
  const visitor = await visitorOf(request, cookies, route).catch(() => null);
  if (!visitor) return null;
  const key = keyOf(request, cookies, visitor);
  return { visitor, key, cached: store.find(key) };
}

function sendCached({ request, response, route }: Asked, { bytes, reads }: CachedResponse): Promise<void> {
  reads.repeatEffects();
  count('responseCache', { answer: 'kept' });
  response.locals.routePattern = route.pattern;
  return (route.isPage ? sendPage : sendCall)(bytes, request, response);
}

/** Lets the framework create the answer, and stores it if it depends only on its recorded reads. */
async function make({ request, response, route }: Asked, { visitor, key }: Known, run: () => unknown): Promise<void> {
  store.forget(key);
  count('responseCache', { answer: 'made' });
  const reads = new RecordedResponse();
  response.locals.visitor = visitor;
  if (request.method === 'GET') response.locals.caching = cachingOf(key, route, reads, request, response);
  await reads.record(run);
}

/** Identifies the requester, and stores pending edits of an open live document for them, as reading it would. */
async function visitorOf(request: Request, cookies: Cookies, { docId, isPage }: CachedRoute): Promise<Visitor | null> {
  const token = isPage ? null : bearerToken(request.headers.authorization);
  const access = cookies[ownCookie(ACCESS)];
  if (token === null && !access) return null;
  const settle = async () => {
    if (docId) await settleIfOpen(docId);
  };
  return token === null ? findVisitor(access!, settle) : findProgram(token, countedAddress(request.ip), settle);
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

function cachingOf(
  key: string,
  { isPage }: CachedRoute,
  reads: RecordedResponse,
  request: Request,
  response: ServerResponse,
): Caching {
  return {
    reads,
    isPage,
    keep: async (made, changesAt) => {
      const bytes = new ResponseBytes(made, isPage ? response.locals.nonce : null);
      store.keep(key, { bytes, reads }, changesAt);
      const { headers, body } = await (isPage ? encodePage : encodeCall)(bytes, request, response);
      // The framework's adapter ends a response without a body itself; as a stream, the body would be copied again.
      const end = response.end.bind(response);
      response.end = () => end(body);
      return new Response(null, { headers });
    },
  };
}

/** Measurements for `/metrics`. */
export function measureCachedResponses() {
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
