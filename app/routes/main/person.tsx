import { z } from 'zod';
import { AppError } from '#app/errors.ts';
import { PersonPage } from '#app/features/people/person-page.tsx';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { shownPicture } from '#app/services/files/foreign-picture-address.ts';
import { getPerson } from '#app/services/people/get-person.ts';
import type { Route } from './+types/person';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  if (!z.cuid().safeParse(params.id).success) await orErrorPage(Promise.reject(new AppError('notFound')));
  const person = await orErrorPage(getPerson(actor, params.id));
  return { person: { ...person, imageUrl: person.imageUrl && shownPicture(person.imageUrl) } };
}

export default function PersonRoute({ loaderData }: Route.ComponentProps) {
  return <PersonPage {...loaderData} />;
}
