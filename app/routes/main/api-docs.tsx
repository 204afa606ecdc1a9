import { ApiDocs } from '#app/features/api-docs/api-docs.tsx';
import { apiListing } from '#app/http/api/description/api-listing.ts';
import { describeApi } from '#app/http/api/description/describe-api.ts';
import type { Route } from './+types/api-docs';

/** Lists the API for everyone, as it is the same in every installation. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return apiListing(await describeApi(request, context));
}

export default function ApiDocsPage({ loaderData }: Route.ComponentProps) {
  return <ApiDocs listing={loaderData} />;
}
