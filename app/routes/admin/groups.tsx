import { GroupsPage } from '#app/features/groups/groups-page.tsx';
import { intent, type Posted, pageAction } from '#app/http/forms/page-action.ts';
import { withinPages } from '#app/http/lists/within-pages.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { orErrorPage, requireAdministratorOfPage } from '#app/http/session/require-actor.ts';
import { groupChoice, groupName, groupQuery, groupRename, memberChoice } from '#app/schemas/groups.ts';
import { viaWeb } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { listActs } from '#app/services/audit/list-acts.ts';
import { createGroup, deleteGroup, renameGroup } from '#app/services/groups/change-group.ts';
import { addKeeper, addMember, removeKeeper, removeMember } from '#app/services/groups/change-members.ts';
import { listKeptGroups } from '#app/services/groups/list-groups.ts';
import type { Route } from './+types/groups';

const ACTS_SHOWN = 20;

export async function loader({ context, url }: Route.LoaderArgs) {
  const administrator = await requireAdministratorOfPage(context, url);
  const query = groupQuery.parse(Object.fromEntries(url.searchParams));
  const [groups, acts] = await Promise.all([
    orErrorPage(withinPages(query, (asked) => listKeptGroups(administrator, asked))),
    listActs(administrator, ACTS_SHOWN, 'group'),
  ]);
  return { groups, group: query.group, acts, here: `${url.pathname}${url.search}` };
}

type Member = { groupId: string; email?: string; userId?: string };

/** Changes the members or keepers of a group. */
async function change({ actor, input, context, url }: Posted<Member, Actor>, apply: typeof addMember, toast: string) {
  const values = await apply(viaWeb(actor), input.groupId, input);
  return redirectWithToast(context, `/admin/groups${url.search}`, { key: toast, values });
}

export const action = pageAction({
  'group-create': intent({
    needsProof: true,
    schema: groupName,
    run: async ({ actor, input, context }) => {
      await createGroup(viaWeb(actor), input.name);
      return redirectWithToast(context, '/admin/groups', { key: 'groupCreated', values: { name: input.name } });
    },
  }),
  'group-rename': intent({
    needsProof: true,
    schema: groupRename,
    run: async ({ actor, input, context, url }) => {
      await renameGroup(viaWeb(actor), input.groupId, input.name);
      return redirectWithToast(context, `/admin/groups${url.search}`, { key: 'saved' });
    },
  }),
  'group-delete': intent({
    needsProof: true,
    schema: groupChoice,
    run: async ({ actor, input, context }) => {
      const name = await deleteGroup(viaWeb(actor), input.groupId);
      return redirectWithToast(context, '/admin/groups', { key: 'groupDeleted', values: { name } });
    },
  }),
  'member-add': intent({
    needsProof: true,
    schema: memberChoice,
    run: (posted) => change(posted, addMember, 'memberAdded'),
  }),
  'member-remove': intent({
    needsProof: true,
    schema: memberChoice,
    run: (posted) => change(posted, removeMember, 'memberRemoved'),
  }),
  'keeper-add': intent({
    needsProof: true,
    schema: memberChoice,
    run: (posted) => change(posted, addKeeper, 'keeperAdded'),
  }),
  'keeper-remove': intent({
    needsProof: true,
    schema: memberChoice,
    run: (posted) => change(posted, removeKeeper, 'keeperRemoved'),
  }),
});

export default function GroupsRoute({ loaderData }: Route.ComponentProps) {
  return <GroupsPage {...loaderData} isAdministration />;
}
