import { resourceMetadata } from '#app/http/oauth/metadata.ts';
import { originOf } from '#app/http/request/request-origin.ts';
import type { Route } from './+types/resource-metadata';

/** RFC 9728: where a client of `/mcp` gets its tokens. */
export const loader = ({ request }: Route.LoaderArgs) => Response.json(resourceMetadata(originOf(request)));
