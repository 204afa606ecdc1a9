import { AuditPage } from '#app/features/admin/audit-page.tsx';
import { withinPages } from '#app/http/lists/within-pages.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { auditQuery } from '#app/schemas/audit.ts';
import { viaWeb } from '#app/services/access/administrator.ts';
import { searchAudit } from '#app/services/audit/search-audit.ts';
import type { Route } from './+types/audit';

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const query = auditQuery.parse(Object.fromEntries(url.searchParams));
  return { log: await orErrorPage(withinPages(query, (asked) => searchAudit(viaWeb(actor), asked))), query };
}

export default function AuditRoute({ loaderData }: Route.ComponentProps) {
  return <AuditPage {...loaderData} />;
}
