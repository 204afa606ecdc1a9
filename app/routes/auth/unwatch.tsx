import { UnwatchCard } from '#app/features/accounts/unwatch-card.tsx';
import { orErrorPage } from '#app/http/session/require-actor.ts';
import { getUnwatchedDocument, unwatchByMail } from '#app/services/notifications/unwatch-by-mail.ts';
import { useActionAnswer } from '#app/ui/action-answer.tsx';
import type { Route } from './+types/unwatch';

/** Asks only: mail scanners follow links. The link is the authorization, as in `unsubscribe.tsx`. */
export async function loader({ params }: Route.LoaderArgs) {
  return { document: await orErrorPage(getUnwatchedDocument(params.token)) };
}

export async function action({ params }: Route.ActionArgs) {
  await orErrorPage(unwatchByMail(params.token));
  return { isDone: true };
}

export default function Unwatch({ loaderData }: Route.ComponentProps) {
  return <UnwatchCard {...loaderData} isDone={useActionAnswer() !== undefined} />;
}
