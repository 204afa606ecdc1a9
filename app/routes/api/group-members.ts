import { type Call, endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { requireProofOrToken } from '#app/http/session/proof.ts';
import { type MemberInput, memberInput } from '#app/schemas/groups.ts';
import { viaWeb } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { addMember, removeMember } from '#app/services/groups/change-members.ts';
import { requireGroup } from '#app/services/groups/group-access.ts';
import { getGroup } from '#app/services/groups/list-groups.ts';

/** Requires proof from an administrator, but not from a keeper. */
const change = (apply: typeof addMember) => async (call: Call<MemberInput, Actor>) => {
  const { actor, ids, input, context } = call;
  await requireGroup(viaWeb(actor), ids.id!, 'changeMembers');
  if (actor.role === 'ADMIN') await requireProofOrToken(context, actor);
  await apply(viaWeb(actor), ids.id!, input);
  return getGroup(viaWeb(actor), ids.id!);
};
const guard = ({ actor, ids }: Pick<Call<unknown, Actor>, 'actor' | 'ids'>) =>
  requireGroup(viaWeb(actor), ids.id!, 'changeMembers');

const { answer } = endpoint({
  POST: signedIn({ limit: perPerson('documentWrite'), guard, input: memberInput, run: change(addMember) }),
  DELETE: signedIn({ limit: perPerson('documentWrite'), guard, input: memberInput, run: change(removeMember) }),
});

export const loader = answer;
export const action = answer;
