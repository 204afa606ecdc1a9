import type { AuditQuery } from '#app/schemas/audit.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { type AuditRow, streamAudit } from '#app/services/audit/search-audit.ts';
import type { Format } from '#cli/output/rows.ts';
import { streamRows } from '#cli/output/stream-rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type Options = Pick<AuditQuery, 'kind' | 'from' | 'to'> & { user?: string; limit?: number; format: Format };

export async function auditCommand({ user = '', limit, format, ...filter }: Options): Promise<void> {
  const { t, say } = terminal();
  const readable = ({ createdAt, actor, via, action, subject, address }: AuditRow) => ({
    [t('admin.audit.when')]: createdAt.slice(0, 19).replace('T', ' '),
    [t('admin.audit.who')]: actor ?? via,
    [t('admin.audit.what')]: action,
    [t('cli.audit.subject')]: subject,
    [t('admin.audit.where')]: address ?? '',
  });
  const count = await withServices(() => {
    const rows = first(streamAudit(OPERATOR, { ...filter, person: user.trim() }), limit);
    return streamRows(rows, format, { row: (row) => row, readable });
  });
  say(t('cli.audit.listed', { count }));
}

async function* first<T>(items: AsyncIterable<T>, limit = Number.POSITIVE_INFINITY): AsyncGenerator<T> {
  let count = 0;
  for await (const item of items) {
    yield item;
    count += 1;
    if (count >= limit) return;
  }
}
