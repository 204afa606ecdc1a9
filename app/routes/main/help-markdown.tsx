import { MarkdownHelp } from '#app/features/help/markdown-help.tsx';
import { localizedBody } from '#app/http/documents/localized-body.ts';
import { findActor } from '#app/http/session/session.ts';
import { getLanguage } from '#app/i18n/server/language-middleware.ts';
import { mentionOf } from '#app/services/comments/list-mentionable.ts';
import { markdownExamples } from '#app/services/help/markdown-examples.ts';
import type { Route } from './+types/help-markdown';

/** Shows everyone the same; the mention names the reader. */
export function loader({ context }: Route.LoaderArgs) {
  const actor = findActor(context);
  const mention = actor ? mentionOf(actor.displayName ?? actor.email, actor.id) : mentionOf('Ada', 'ada');
  const examples = markdownExamples(getLanguage(context), mention);
  return { examples: examples.map((each) => ({ ...each, html: localizedBody(context, each.html, false).html })) };
}

export default function HelpMarkdownPage({ loaderData }: Route.ComponentProps) {
  return <MarkdownHelp {...loaderData} />;
}
