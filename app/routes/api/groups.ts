import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { requireProofOrToken } from '#app/http/session/proof.ts';
import { groupName } from '#app/schemas/groups.ts';
import { requireAdministrator, viaWeb } from '#app/services/access/administrator.ts';
import { createGroup } from '#app/services/groups/change-group.ts';
import { getGroup, listGroups } from '#app/services/groups/list-groups.ts';

const { answer } = endpoint({
  GET: signedIn({ run: ({ actor }) => listGroups(viaWeb(actor)) }),
  POST: signedIn({
    guard: async ({ actor }) => requireAdministrator(viaWeb(actor)),
    input: groupName,
    run: async ({ actor, input, context }) => {
      await requireProofOrToken(context, actor);
      const id = await createGroup(viaWeb(actor), input.name);
      return getGroup(viaWeb(actor), id);
    },
  }),
});

export const loader = answer;
export const action = answer;
