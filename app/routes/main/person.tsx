import { PersonPage } from '#app/features/people/person-page.tsx';
import { requireIdOfPage } from '#app/http/request/require-id.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { shownPicture } from '#app/services/files/foreign-picture-address.ts';
import { getPerson } from '#app/services/people/get-person.ts';
import type { Route } from './+types/person';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const id = requireIdOfPage(params.id, 'notFound');
  const person = await orErrorPage(getPerson(actor, id));
  return { person: { ...person, imageUrl: person.imageUrl && shownPicture(person.imageUrl) } };
}

export default function PersonRoute({ loaderData }: Route.ComponentProps) {
  return <PersonPage {...loaderData} />;
}
