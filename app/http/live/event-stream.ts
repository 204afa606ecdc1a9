import type { RouterContextProvider } from 'react-router';
import { EVENT_STREAM_HEADERS, eventText } from '#app/http/live/server-sent-events.ts';
import { SharedChecks } from '#app/http/live/shared-checks.ts';
import { requestIdContext } from '#app/http/request/request-id.ts';
import { sessionContext } from '#app/http/session/session.ts';
import { log } from '#app/observability/log.ts';
import type { Actor } from '#app/services/actor.ts';
import { followEvents } from '#app/services/live/follow-events.ts';

const COMMENT_EVERY_MS = 25_000;
/** Maximum delay until a stream ends after its session. */
const CHECK_EVERY_MS = 1500;

const streams = new Set<() => void>();
const sessionChecks = new SharedChecks<boolean>(CHECK_EVERY_MS, (error) => {
  log.warn({ error, event: 'events-session-failed' }, 'the session of an event stream was not checked');
});

type Following = { actor: Actor; age: number; signal: AbortSignal; context: Readonly<RouterContextProvider> };

/**
 * Streams a person's events (contract §7), those of the last `age` milliseconds first, until they leave or their
 * session ends.
 */
export function eventStream({ actor, age, signal, context }: Following): Response {
  const encoder = new TextEncoder();
  const requestId = context.get(requestIdContext);
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let isOver = false;
      // An event may be looked up while the client leaves.
      const write = (text: string) => {
        if (!isOver) controller.enqueue(encoder.encode(text));
      };
      const report = (error: unknown) => log.warn({ error, requestId, event: 'events-fault' }, 'an event was not sent');
      const stopFollowing = followEvents(actor, {
        age,
        onEvent: ({ event, data }) => write(eventText(data, event)),
        onFault: report,
      });
      const comments = setInterval(() => write(': here\n\n'), COMMENT_EVERY_MS);
      const { session, isStillGood } = context.get(sessionContext);
      const stopChecking = sessionChecks.watch(session?.sessionId ?? requestId, isStillGood, (isGood) => {
        if (!isGood) close();
      });
      end = () => {
        isOver = true;
        clearInterval(comments);
        stopChecking();
        stopFollowing();
        streams.delete(close);
      };
      const close = () => {
        if (isOver) return;
        end();
        controller.close();
      };
      streams.add(close);
      signal.addEventListener('abort', end, { once: true });
      write(': here\n\n');
    },
    cancel: () => end(),
  });
  return new Response(body, { headers: EVENT_STREAM_HEADERS });
}

/** Ends every stream, so that the server can stop. Browsers reconnect. */
export function endEventStreams(): void {
  for (const close of [...streams]) close();
}
