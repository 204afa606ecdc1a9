import { parseCookie } from 'cookie';
import type { Request, RequestHandler, Response as ServerResponse } from 'express';
import { pageAnswer, sendPage } from '#app/http/kept-pages/answer-page.ts';
import type { Keeping } from '#app/http/kept-pages/keeping.ts';
import { PageBytes } from '#app/http/kept-pages/page-bytes.ts';
import { PageStore } from '#app/http/kept-pages/page-store.ts';
import { ownCookie } from '#app/http/request/cookies.ts';
import { ACCESS, REFRESH } from '#app/http/session/session.ts';
import { count } from '#app/observability/counters.ts';
import { findVisitor, type Visitor } from '#app/services/kept-pages/find-visitor.ts';
import { RecordedPage } from '#app/services/kept-pages/recorded-page.ts';
import { settleIfOpen } from '#app/services/live/live-documents.ts';

const ROUTE = '/doc/:docId';
const PATH = /^\/doc\/(c[a-z0-9]{23})$/;

const store = new PageStore();

/**
 * Answers document pages from memory while nothing they show has changed. Session and account are read for every
 * request. A page is kept under everything of its request that the framework sees, and with the reads it was made from:
 * it is sent again only if they give the same rows now (`RecordedPage`). Without a valid access cookie, and whenever the
 * database does not answer, the framework decides.
 */
export function keptPages(framework: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    const docId = request.method === 'GET' || request.method === 'HEAD' ? PATH.exec(request.path)?.[1] : undefined;
    const cookies = docId ? parseCookie(request.headers.cookie ?? '') : {};
    const access = cookies[ownCookie(ACCESS)];
    if (!docId || !access) return framework(request, response, next);
    const visitor = await visitorOf(access, docId).catch(() => null);
    if (!visitor) return framework(request, response, next);
    const key = keyOf(request, cookies, visitor);
    const page = store.find(key);
    if (page && (await page.reads.isCurrent(visitor.generation).catch(() => false))) {
      page.reads.repeatEffects();
      count('keptPages', { answer: 'kept' });
      response.locals.routePattern = ROUTE;
      return sendPage(page.bytes, request, response);
    }
    store.forget(key);
    count('keptPages', { answer: 'made' });
    const reads = new RecordedPage();
    response.locals.session = visitor.session;
    if (request.method === 'GET') response.locals.keeping = keepingOf(key, reads, request, response);
    await reads.record(() => framework(request, response, next));
  };
}

/** Stores pending edits of the document first, as a read of it would, so that the generation includes them. */
async function visitorOf(access: string, docId: string): Promise<Visitor | null> {
  await settleIfOpen(docId);
  return findVisitor(access);
}

/**
 * Everything of a request that its page may depend on: address, languages, account, and all cookies but the tokens,
 * which the session stands for. The csrf token is one of the cookies and valid for this session only.
 */
function keyOf(request: Request, cookies: Record<string, string | undefined>, { session }: Visitor): string {
  const { host, 'x-forwarded-host': forwardedHost, 'accept-language': languages } = request.headers;
  const { [ownCookie(ACCESS)]: _access, [ownCookie(REFRESH)]: _refresh, ...others } = cookies;
  return JSON.stringify([session, request.protocol, host, forwardedHost, request.originalUrl, languages, others]);
}

function keepingOf(key: string, reads: RecordedPage, request: Request, response: ServerResponse): Keeping {
  return {
    reads,
    keep: async (html, changesAt) => {
      const bytes = new PageBytes(html, response.locals.nonce);
      store.keep(key, { bytes, reads }, changesAt);
      const { headers, body } = await pageAnswer(bytes, request, response);
      // The framework's adapter ends a response without a body itself; as a stream, the body would be copied again.
      const end = response.end.bind(response);
      response.end = () => end(body);
      return new Response(null, { headers });
    },
  };
}

/** Measurements for `/metrics`. */
export function measureKeptPages() {
  const { pages, bytes } = store.size;
  return [
    { name: 'kept_pages', help: 'Signed-in pages in memory', values: [{ value: pages }] },
    { name: 'kept_pages_bytes', help: 'Estimated bytes of signed-in pages in memory', values: [{ value: bytes }] },
  ];
}
