import { UnsubscribeCard } from '#app/features/accounts/unsubscribe-card.tsx';
import { errorPage } from '#app/http/errors/throwable-page.ts';
import { stopMails } from '#app/services/notifications/mail-choices.ts';
import { readUnsubscribeToken } from '#app/services/notifications/unsubscribe-link.ts';
import { useActionAnswer } from '#app/ui/action-answer.tsx';
import type { Route } from './+types/unsubscribe';

/**
 * Returns the choice in an unsubscribe link. The link is the authorization, as mail programs post it without cookies
 * (RFC 8058).
 */
function choiceOf(token: string) {
  const choice = readUnsubscribeToken(token);
  if (!choice) throw errorPage(null, 404);
  return choice;
}

export function loader({ params }: Route.LoaderArgs) {
  return { kinds: choiceOf(params.token).kinds };
}

export async function action({ params }: Route.ActionArgs) {
  const { userId, kinds } = choiceOf(params.token);
  await stopMails(userId, kinds);
  return { isDone: true };
}

export default function Unsubscribe({ loaderData }: Route.ComponentProps) {
  return <UnsubscribeCard kinds={loaderData.kinds} isDone={useActionAnswer() !== undefined} />;
}
