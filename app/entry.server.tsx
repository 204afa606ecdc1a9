import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { entryBelowPath } from '#app/address/entry-below-path.ts';
import { ServerOnlyProvider } from '#app/features/shell/server-only.tsx';
import { bodyHtmlContext } from '#app/http/documents/body-html.ts';
import { nonceContext, requestIdContext } from '#app/http/request/request-id.ts';
import { noteChangesAt, takeBody } from '#app/http/response-cache/caching.ts';
import { getLanguage, getTexts } from '#app/i18n/server/language-middleware.ts';
import { TextsProvider } from '#app/i18n/use-texts.ts';
import { log } from '#app/observability/log.ts';

const RENDER_TIMEOUT_MS = 10_000;

/** Renders the whole page before sending, as late parts would need a script to insert them. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext);
  let changesAt = Number.POSITIVE_INFINITY;
  const noteChange = (instant: number) => {
    changesAt = Math.min(changesAt, instant);
  };
  return new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(
      <TextsProvider value={{ language: getLanguage(context), t: getTexts(context) }}>
        <ServerOnlyProvider value={{ bodyHtml: context.get(bodyHtmlContext), nonce, noteChange }}>
          <ServerRouter context={entryBelowPath(entry)} url={request.url} nonce={nonce} />
        </ServerOnlyProvider>
      </TextsProvider>,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer);
          noteChangesAt(context, changesAt);
          headers.set('Content-Type', 'text/html; charset=utf-8');
          // A page without an action.
          if (status === 405) headers.set('Allow', 'GET, HEAD');
          const init = { headers, status: failed ? 500 : status };
          pipe(
            collect((body) => resolve(takeBody(context, body) ? new Response(null, init) : new Response(body, init))),
          );
        },
        onShellError: reject,
        onError(error, { componentStack }) {
          failed = true;
          log.error(
            { error, requestId: context.get(requestIdContext), event: 'render-failed', componentStack },
            'a page failed to render',
          );
        },
      },
    );
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
}

/** Collects the page, to compress and write it once instead of in chunks. */
function collect(done: (body: Buffer<ArrayBuffer>) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      chunks.push(chunk);
      next();
    },
    final(next) {
      done(Buffer.concat(chunks));
      next();
    },
  });
}

/** Logs faults in loaders and actions. Ignores aborted requests. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A post to a page without an action is the client's mistake.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  log.error({ error, requestId: context?.get(requestIdContext), event: 'fault' }, 'a page failed');
};
