import { data } from 'react-router';
import { AskPage } from '#app/features/ai/ask-page.tsx';
import { perPerson } from '#app/http/api/limit-per.ts';
import { localizedBody } from '#app/http/documents/localized-body.ts';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { requireActor } from '#app/http/session/require-actor.ts';
import { requireAiPage } from '#app/http/session/require-ai.ts';
import { whileSignedIn } from '#app/http/session/session-watch.ts';
import { question } from '#app/schemas/ai.ts';
import { collectAnswer } from '#app/services/ai/collect-answer.ts';
import { findAnswer } from '#app/services/ai/keep-answer.ts';
import { renderAnswer } from '#app/services/ai/render-answer.ts';
import { getQuota } from '#app/services/quotas/get-quota.ts';
import type { Route } from './+types/ask';

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const host = requireAiPage();
  const asked = url.searchParams.get('answer');
  const [quota, kept] = await Promise.all([getQuota(actor.id), asked ? findAnswer(actor, null, asked) : null]);
  const answer = kept && {
    id: kept.id,
    question: kept.asked.prompt ?? '',
    cut: kept.cut,
    ...localizedBody(context, await renderAnswer(actor, kept.text), false),
  };
  const isGone = Boolean(asked) && !answer;
  const page = { host, quota, prompt: url.searchParams.get('prompt') ?? '', answer, isGone };
  return isGone ? data(page, { status: 404 }) : page;
}

export const action = pageAction({
  ask: intent({
    limit: perPerson('ai'),
    schema: question,
    run: async ({ actor, input: { prompt }, request, context }) => {
      const answer = await whileSignedIn({ context, signal: request.signal }, (signal) =>
        collectAnswer(actor, { action: 'ask', prompt }, signal),
      );
      return redirectWithToast(context, `/ask?answer=${answer}`, { key: 'answered' });
    },
  }),
});

export default function AskRoute({ loaderData }: Route.ComponentProps) {
  return <AskPage {...loaderData} />;
}
