import { data } from 'react-router';
import { z } from 'zod';
import { AppError } from '#app/errors.ts';
import { AiPage } from '#app/features/ai/ai-page.tsx';
import { perPerson } from '#app/http/api/limit-per.ts';
import { intent, type Posted, pageAction } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { requireIdOfPage } from '#app/http/request/require-id.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { requireAiPage } from '#app/http/session/require-ai.ts';
import { whileSignedIn } from '#app/http/session/session-watch.ts';
import { documentGeneration, insertion } from '#app/schemas/ai.ts';
import { getAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { requireAiHost } from '#app/services/ai/ai-host.ts';
import { collectAnswer } from '#app/services/ai/collect-answer.ts';
import { type Insertion, insertResult, replaceByResult } from '#app/services/ai/insert-result.ts';
import { findAnswer } from '#app/services/ai/keep-answer.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import { getQuota } from '#app/services/quotas/get-quota.ts';
import type { Route } from './+types/document-ai';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const host = requireAiPage();
  const docId = requireIdOfPage(params.docId);
  const access = await orErrorPage(getAccess(actor, docId));
  const [{ id, title, version }, quota] = await Promise.all([orErrorPage(getEntry(actor, access)), getQuota(actor.id)]);
  const asked = Object.fromEntries(url.searchParams);
  // `lng` in the query is the interface language, so it is omitted here.
  const fields = { action: asked.action, selection: asked.selection, prompt: asked.prompt };
  const answered = asked.answer ? await findAnswer(actor, id, asked.answer) : null;
  const isGone = Boolean(asked.answer) && !answered;
  const page = { document: { id, title, version }, canEdit: access.can.edit, host, quota, fields, answered, isGone };
  return isGone ? data(page, { status: 404 }) : page;
}

const idOf = ({ params }: Posted<unknown, Actor>) => params.docId ?? '';

export const action = pageAction({
  generate: intent({
    limit: perPerson('ai'),
    schema: documentGeneration,
    run: async (posted) => {
      const { actor, input, context, request } = posted;
      const docId = z.cuid().safeParse(idOf(posted)).data;
      if (!docId) throw new AppError('documentNotFound');
      const answer = await whileSignedIn({ context, signal: request.signal }, (signal) =>
        collectAnswer(actor, { ...input, docId }, signal),
      );
      return redirectWithToast(context, `/doc/${docId}/ai?answer=${answer}`, { key: 'answered' });
    },
  }),
  insert: intent({
    limit: perPerson('documentWrite'),
    schema: insertion,
    run: (posted) => put(posted, insertResult),
  }),
  replace: intent({
    limit: perPerson('documentWrite'),
    schema: insertion,
    run: (posted) => put(posted, replaceByResult),
  }),
});

async function put(posted: Posted<Insertion, Actor>, apply: typeof insertResult): Promise<Response> {
  requireAiHost();
  const { id, merged } = await apply(posted.actor, idOf(posted), posted.input);
  return redirectWithToast(posted.context, `/doc/${id}`, { key: merged ? 'aiInsertedMerged' : 'aiInserted' });
}

export default function DocumentAiRoute({ loaderData }: Route.ComponentProps) {
  return <AiPage {...loaderData} />;
}
