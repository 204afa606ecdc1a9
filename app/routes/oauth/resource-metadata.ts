import { resourceMetadata } from '#app/http/oauth/metadata.ts';
import { originOf } from '#app/http/request/request-origin.ts';
import type { Route } from './+types/resource-metadata';

/** Metadata of RFC 9728: the authorization server for clients of `/mcp`. */
export const loader = ({ request }: Route.LoaderArgs) => Response.json(resourceMetadata(originOf(request)));
