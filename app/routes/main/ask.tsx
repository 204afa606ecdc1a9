import { type AskAnswer, AskPage } from '#app/features/ai/ask-page.tsx';
import { perPerson } from '#app/http/api/rate-limits.ts';
import { localizedBody } from '#app/http/documents/localized-body.ts';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { whileSignedIn } from '#app/http/session/session-watch.ts';
import { question } from '#app/schemas/ai.ts';
import { content } from '#app/schemas/documents.ts';
import { requireAiHost } from '#app/services/ai/ai-host.ts';
import { collectAnswer } from '#app/services/ai/collect-answer.ts';
import { renderAnswer } from '#app/services/ai/render-answer.ts';
import { getQuota } from '#app/services/quotas/get-quota.ts';
import type { Route } from './+types/ask';

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const host = await orErrorPage((async () => requireAiHost())());
  return { host, quota: await getQuota(actor.id), prompt: url.searchParams.get('prompt') ?? '' };
}

export const action = pageAction({
  ask: intent({
    limit: perPerson('ai'),
    schema: question,
    run: async ({ actor, input: { prompt }, request, context }) => {
      const { text } = await whileSignedIn({ context, signal: request.signal }, (signal) =>
        collectAnswer(actor, { action: 'ask', prompt }, signal),
      );
      return { answer: { question: prompt, ...localizedBody(context, await renderAnswer(actor, text), false) } };
    },
  }),
  // Renders the streamed answer as a page shows texts.
  show: intent({
    schema: question.extend({ answer: content }),
    run: async ({ actor, input, context }) => {
      requireAiHost();
      const html = await renderAnswer(actor, input.answer);
      return { answer: { question: input.prompt, ...localizedBody(context, html, false) } };
    },
  }),
});

export default function AskRoute({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData && 'answer' in (actionData as object) ? (actionData as { answer: AskAnswer }).answer : null;
  return <AskPage {...loaderData} answer={answer} />;
}
