import { redirect } from 'react-router';
import { TemplatesPage } from '#app/features/templates/templates-page.tsx';
import { perPerson } from '#app/http/api/limit-per.ts';
import { localizedBody } from '#app/http/documents/localized-body.ts';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { getLanguage } from '#app/i18n/server/language-middleware.ts';
import { templateQuery, templateUse } from '#app/schemas/templates.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import { createFromTemplate, listTemplates, previewTemplate } from '#app/services/templates/templates.ts';
import type { Route } from './+types/templates';

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const language = getLanguage(context);
  const { show, parent } = templateQuery.parse(Object.fromEntries(url.searchParams));
  const [templates, preview, above] = await Promise.all([
    listTemplates(actor, language),
    show ? orErrorPage(previewTemplate(actor, show, language)) : null,
    parent ? orErrorPage(requireAccess(actor, parent, 'addChild').then((access) => getEntry(actor, access))) : null,
  ]);
  return {
    templates,
    preview: preview && { ...preview, html: localizedBody(context, preview.html, false).html },
    parent: above && { id: above.id, title: above.title },
  };
}

export const action = pageAction({
  'template-use': intent({
    limit: perPerson('documentWrite'),
    schema: templateUse,
    run: async ({ actor, input, context }) => {
      const use = { ...input, parentId: input.parentId ?? null };
      const id = await createFromTemplate(actor, use, getLanguage(context));
      return redirect(`/doc/${id}/edit`, 303);
    },
  }),
});

export default function Templates({ loaderData }: Route.ComponentProps) {
  return <TemplatesPage {...loaderData} />;
}
