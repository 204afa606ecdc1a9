import { GroupsPage } from '#app/features/groups/groups-page.tsx';
import { perPerson } from '#app/http/api/limit-per.ts';
import { intent, type Posted, pageAction } from '#app/http/forms/page-action.ts';
import { withinPages } from '#app/http/lists/within-pages.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { groupChoice, groupQuery, memberChoice } from '#app/schemas/groups.ts';
import type { Actor } from '#app/services/actor.ts';
import { addMember, leaveGroup, removeMember } from '#app/services/groups/change-members.ts';
import { asKeeper } from '#app/services/groups/group-access.ts';
import { listKeptGroups, listMemberships } from '#app/services/groups/list-groups.ts';
import type { Route } from './+types/groups';

/** Returns the actor as a keeper. Acts of administrators need proof and are on the administration page. */

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const query = groupQuery.parse(Object.fromEntries(url.searchParams));
  const [groups, memberships] = await Promise.all([
    orErrorPage(withinPages(query, (asked) => listKeptGroups(asKeeper(actor), asked))),
    listMemberships(actor),
  ]);
  return { groups, memberships, group: query.group, acts: [], here: `${url.pathname}${url.search}` };
}

type Member = { groupId: string; email?: string; userId?: string };

async function change({ actor, input, context, url }: Posted<Member, Actor>, apply: typeof addMember, toast: string) {
  const values = await apply(asKeeper(actor), input.groupId, input);
  return redirectWithToast(context, `/groups${url.search}`, { key: toast, values });
}

export const action = pageAction({
  'member-add': intent({
    limit: perPerson('documentWrite'),
    schema: memberChoice,
    run: (posted) => change(posted, addMember, 'memberAdded'),
  }),
  'member-remove': intent({
    limit: perPerson('documentWrite'),
    schema: memberChoice,
    run: (posted) => change(posted, removeMember, 'memberRemoved'),
  }),
  'group-leave': intent({
    limit: perPerson('documentWrite'),
    schema: groupChoice,
    run: async ({ actor, input, context }) => {
      const name = await leaveGroup(actor, input.groupId);
      return redirectWithToast(context, '/groups', { key: 'groupLeft', values: { name } });
    },
  }),
});

export default function GroupsRoute({ loaderData }: Route.ComponentProps) {
  return <GroupsPage {...loaderData} />;
}
