import { serverMetadata } from '#app/http/oauth/metadata.ts';
import { originOf } from '#app/http/request/request-origin.ts';
import type { Route } from './+types/server-metadata';

/** Metadata of RFC 8414: the endpoints of this authorization server. */
export const loader = ({ request }: Route.LoaderArgs) => Response.json(serverMetadata(originOf(request)));
