import type { ServerBuild } from 'react-router';
import type { z } from 'zod';
import type { Methods } from '#app/http/api/endpoint.ts';

/** A method of a path as declared by its route. */
export type Endpoint = {
  path: string;
  method: string;
  isPublic: boolean;
  /** True if personal access tokens are refused. */
  needsSession: boolean;
  /** True if it has its own rate limit. */
  isLimited: boolean;
  schemas: z.ZodType[];
};

type Route = NonNullable<ServerBuild['routes'][string]>;

/** Returns every method of every endpoint in the route table, with its validation schemas. */
export function describedEndpoints({ routes }: ServerBuild): Endpoint[] {
  return Object.values(routes).flatMap((route) => (route ? endpointsOf(route) : []));
}

function endpointsOf({ path, module }: Route): Endpoint[] {
  const { methods } = (module.loader ?? {}) as { methods?: Methods };
  return Object.entries(methods ?? {}).map(([method, { isPublic, needsSession, limit, input, ids }]) => ({
    path: `/${path}`,
    method,
    isPublic,
    needsSession: needsSession ?? false,
    isLimited: limit !== undefined,
    schemas: [ids, input].filter((schema): schema is z.ZodType => schema !== undefined),
  }));
}
