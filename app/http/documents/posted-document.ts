import type { Posted } from '#app/http/forms/page-action.ts';
import type { Actor } from '#app/services/actor.ts';

/** A form posted to a document's page. */
export type OnDocument<Input = object> = Posted<Input, Actor>;

export const idOf = ({ params }: OnDocument): string => params.docId ?? '';

/** Returns the path of the page that the form was posted to. */
export const here = (posted: OnDocument): string => `/doc/${idOf(posted)}`;
