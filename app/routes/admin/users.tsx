import { redirect } from 'react-router';
import { config } from '#app/config.server.ts';
import { UserDeletion } from '#app/features/admin/user-deletion.tsx';
import { UsersPage } from '#app/features/admin/users-page.tsx';
import { intent, type Posted, pageAction } from '#app/http/forms/page-action.ts';
import { withinPages } from '#app/http/lists/within-pages.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { getLanguage } from '#app/i18n/server/language-middleware.ts';
import { invitation, storageLimit, userChoice, userQuery } from '#app/schemas/users.ts';
import { viaWeb } from '#app/services/access/administrator.ts';
import { purgeAtOf } from '#app/services/accounts/user-entry.ts';
import type { Actor } from '#app/services/actor.ts';
import { withActs } from '#app/services/administration/acts-on.ts';
import { deleteAccounts, previewDeletion } from '#app/services/administration/delete-account.ts';
import { inviteAccount, listInvitations, withdrawInvitation } from '#app/services/administration/invite-account.ts';
import { listUsers } from '#app/services/administration/list-users.ts';
import { demoteAccounts, promoteAccounts } from '#app/services/administration/promote-account.ts';
import { setStorageLimit } from '#app/services/administration/set-storage-limit.ts';
import { activateAccounts, suspendAccounts } from '#app/services/administration/suspend-account.ts';
import { listActs } from '#app/services/audit/list-acts.ts';
import { listWritersUnder } from '#app/services/takeouts/list-writers.ts';
import type { Route } from './+types/users';

const ACTS_SHOWN = 20;

export async function loader({ context, url }: Route.LoaderArgs) {
  const administrator = viaWeb(requireActor(context, url));
  const params = Object.fromEntries(url.searchParams);
  const query = userQuery.parse(params);
  const chosen = params.confirm === 'delete' ? userChoice.safeParse(params) : null;
  if (chosen?.success) {
    const [toDelete] = await orErrorPage(previewDeletion(administrator, [chosen.data.userId]));
    const writers = await listWritersUnder(toDelete!.id);
    const purgeAt = toDelete!.purgeAt ?? purgeAtOf(Date.now());
    return { question: { toDelete: toDelete!, purgeAt, writers, here: listPath(url) }, list: null };
  }
  const found = await orErrorPage(withinPages(query, (asked) => listUsers(administrator, asked)));
  const users = { ...found, items: withActs(found.items) };
  const [invitations, acts] = await Promise.all([listInvitations(administrator), listActs(administrator, ACTS_SHOWN)]);
  const isClosed = config().registration === 'closed';
  return { question: null, list: { users, query, here: listPath(url), invitations, acts, isClosed } };
}

type Chosen = Posted<{ userId: string }, Actor>;
type Change = typeof suspendAccounts;

/** Changes one account. Redirects to its list, or home if the actor lost the administrator role. */
async function change({ actor, input, context, url }: Chosen, apply: Change, toast: string): Promise<Response> {
  const [user] = await apply(viaWeb(actor), [input.userId]);
  const isStillIn = user?.id !== actor.id || (user.role === 'ADMIN' && user.status === 'ACTIVE');
  const values = { email: user?.email ?? '' };
  return redirectWithToast(context, isStillIn ? listPath(url) : '/', { key: toast, values });
}

export const action = pageAction({
  suspend: intent({
    needsProof: true,
    schema: userChoice,
    run: (posted) => change(posted, suspendAccounts, 'userSuspended'),
  }),
  activate: intent({
    needsProof: true,
    schema: userChoice,
    run: (posted) => change(posted, activateAccounts, 'userActivated'),
  }),
  promote: intent({
    needsProof: true,
    schema: userChoice,
    run: (posted) => change(posted, promoteAccounts, 'userPromoted'),
  }),
  demote: intent({
    needsProof: true,
    schema: userChoice,
    run: (posted) => change(posted, demoteAccounts, 'userDemoted'),
  }),
  delete: intent({
    needsProof: true,
    schema: userChoice,
    run: async (posted) => {
      const { actor, input, url } = posted;
      if (url.searchParams.get('confirm') === 'delete') return change(posted, deleteAccounts, 'userDeleted');
      await previewDeletion(viaWeb(actor), [input.userId]);
      return redirect(listPath(url, { confirm: 'delete', userId: input.userId }), 303);
    },
  }),
  'storage-limit': intent({
    needsProof: true,
    schema: storageLimit,
    run: async ({ actor, input, context, url }) => {
      const [user] = await setStorageLimit(viaWeb(actor), [input.userId], input.megabytes ?? null);
      return redirectWithToast(context, listPath(url), {
        key: 'storageLimitSet',
        values: { email: user?.email ?? '' },
      });
    },
  }),
  invite: intent({
    needsProof: true,
    schema: invitation,
    run: async ({ actor, input, context, url }) => {
      const { email } = await inviteAccount(viaWeb(actor), input.email, getLanguage(context));
      return redirectWithToast(context, listPath(url), { key: 'userInvited', values: { email } });
    },
  }),
  uninvite: intent({
    needsProof: true,
    schema: invitation,
    run: async ({ actor, input, context, url }) => {
      await withdrawInvitation(viaWeb(actor), input.email);
      return redirectWithToast(context, listPath(url), { key: 'userUninvited', values: { email: input.email } });
    },
  }),
});

/** Returns the path of the previous list, optionally with a confirmation question. */
function listPath({ pathname, searchParams }: URL, question: Record<string, string> = {}): string {
  const kept = [...searchParams].filter(([name]) => ['keyword', 'inactive', 'page', 'sort', 'order'].includes(name));
  const query = new URLSearchParams([...kept, ...Object.entries(question)]);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

export default function UsersRoute({ loaderData: { question, list } }: Route.ComponentProps) {
  return question ? <UserDeletion {...question} /> : <UsersPage {...list} />;
}
