import type { RouterContextProvider } from 'react-router';
import { toAppError } from '#app/http/errors/envelope.ts';
import { errorText } from '#app/http/errors/problem-texts.ts';
import { EVENT_STREAM_HEADERS, eventText } from '#app/http/live/server-sent-events.ts';
import { requestIdContext } from '#app/http/request/request-id.ts';
import { whileSignedIn } from '#app/http/session/session-watch.ts';
import { getTexts } from '#app/i18n/server/language-middleware.ts';
import type { PreparedCall } from '#app/services/ai/prepare-call.ts';
import { runCall } from '#app/services/ai/run-call.ts';

/**
 * Streams an answer as server-sent events (contract §3). The call is aborted if the client disconnects; its usage is
 * settled.
 */
export function generationStream(
  call: PreparedCall,
  signal: AbortSignal,
  context: Readonly<RouterContextProvider>,
): Response {
  const reader = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      const send = (data: unknown, event?: string) => controller.enqueue(encoder.encode(eventText(data, event)));
      const given = { context, signal: AbortSignal.any([signal, reader.signal]) };
      whileSignedIn(given, (whole) => runCall(call, { signal: whole, onText: (text) => send({ text }) }))
        .then((usage) => send(usage, 'usage'))
        .catch((error) => {
          if (signal.aborted || reader.signal.aborted) return;
          const known = toAppError(error, context.get(requestIdContext));
          send({ statusCode: known.code, message: errorText(getTexts(context), known) }, 'error');
        })
        .finally(() => {
          if (!reader.signal.aborted) controller.close();
        });
    },
    cancel() {
      reader.abort();
    },
  });
  return new Response(body, { headers: EVENT_STREAM_HEADERS });
}
