import { UnsubscribeCard } from '#app/features/accounts/unsubscribe-card.tsx';
import { errorPage } from '#app/http/errors/throwable-page.ts';
import { stopMails } from '#app/services/notifications/mail-choices.ts';
import { readUnsubscribeToken } from '#app/services/notifications/unsubscribe-link.ts';
import { declineInvitations, readDeclineToken } from '#app/services/shares/decline-invitations.ts';
import { useActionAnswer } from '#app/ui/action-answer.tsx';
import type { Route } from './+types/unsubscribe';

/**
 * Returns the choice in an unsubscribe link: some kinds of mails to an account, or invitations to an address. The link
 * is the authorization, as mail programs post it without cookies (RFC 8058).
 */
function choiceOf(token: string) {
  const choice = readUnsubscribeToken(token);
  if (choice) return { ...choice, address: null };
  const address = readDeclineToken(token);
  if (address === null) throw errorPage(null, 404);
  return { address, kinds: [] };
}

export function loader({ params }: Route.LoaderArgs) {
  const { address, kinds } = choiceOf(params.token);
  return { address, kinds };
}

export async function action({ params }: Route.ActionArgs) {
  const choice = choiceOf(params.token);
  if (choice.address !== null) return { hasAccount: await declineInvitations(choice.address) };
  await stopMails(choice.userId, choice.kinds);
  return { hasAccount: true };
}

export default function Unsubscribe({ loaderData }: Route.ComponentProps) {
  const done = useActionAnswer() as { hasAccount: boolean } | undefined;
  return <UnsubscribeCard {...loaderData} done={done} />;
}
