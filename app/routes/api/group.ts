import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { requireProofOrToken } from '#app/http/session/proof.ts';
import { groupName } from '#app/schemas/groups.ts';
import { viaWeb } from '#app/services/access/administrator.ts';
import { deleteGroup, renameGroup } from '#app/services/groups/change-group.ts';
import { requireGroup } from '#app/services/groups/group-access.ts';
import { getGroup } from '#app/services/groups/list-groups.ts';

const { answer } = endpoint({
  GET: signedIn({ run: ({ actor, ids }) => getGroup(viaWeb(actor), ids.id!) }),
  PATCH: signedIn({
    guard: ({ actor, ids }) => requireGroup(viaWeb(actor), ids.id!, 'rename'),
    input: groupName,
    run: async ({ actor, ids, input, context }) => {
      await requireGroup(viaWeb(actor), ids.id!, 'rename');
      await requireProofOrToken(context, actor);
      await renameGroup(viaWeb(actor), ids.id!, input.name);
      return getGroup(viaWeb(actor), ids.id!);
    },
  }),
  DELETE: signedIn({
    run: async ({ actor, ids, context }) => {
      await requireGroup(viaWeb(actor), ids.id!, 'delete');
      await requireProofOrToken(context, actor);
      await deleteGroup(viaWeb(actor), ids.id!);
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
