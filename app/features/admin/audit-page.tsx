import { Pager } from '#app/features/shell/list-page.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { AuditQuery } from '#app/schemas/audit.ts';
import { AUDIT_AREAS } from '#app/schemas/audit-kinds.ts';
import type { AuditRow } from '#app/services/audit/search-audit.ts';
import { Empty } from '#app/ui/empty.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

type AuditProps = { log: { items: AuditRow[]; total: number; page: number; limit: number }; query: AuditQuery };

/** Lists audited events with filters by person, kind and days, and offers them as CSV and JSON. */
export function AuditPage({ log, query }: AuditProps) {
  const t = useTexts();
  const { person, kind = '', from = '', to = '' } = query;
  const chosen = Object.fromEntries(Object.entries({ person, kind, from, to }).filter(([, value]) => value !== ''));
  const search = new URLSearchParams(chosen).toString();
  return (
    <main id="main" className="page wide">
      <PageTitle>{t('admin.audit.title')}</PageTitle>
      <h1>{t('admin.audit.title')}</h1>
      <p className="lead">{t('admin.audit.lead')}</p>
      <AuditFilter query={query} search={search} />
      {log.items.length > 0 ? (
        <>
          <p className="quiet-text">{t('admin.audit.found', { count: log.total })}</p>
          <AuditTable rows={log.items} />
        </>
      ) : (
        <Empty icon="search">
          <p>{t('admin.audit.none')}</p>
          <a className="button" href="/admin/audit">
            {t('admin.audit.all')}
          </a>
        </Empty>
      )}
      <Pager {...log} query={chosen} />
    </main>
  );
}

function AuditFilter({ query: { person, kind, from, to }, search }: { query: AuditQuery; search: string }) {
  const t = useTexts();
  return (
    <search>
      <form className="usage-filter" method="get" action="/admin/audit">
        <div className="field">
          <label htmlFor="person">{t('admin.audit.person')}</label>
          <input id="person" name="person" type="search" defaultValue={person} maxLength={200} />
        </div>
        <div className="field">
          <label htmlFor="kind">{t('admin.audit.kind')}</label>
          <select id="kind" name="kind" defaultValue={kind ?? ''}>
            <option value="">{t('admin.audit.anyKind')}</option>
            {AUDIT_AREAS.map((area) => (
              <option key={area} value={area}>
                {t(`admin.audit.areas.${area}`)}
              </option>
            ))}
            {kind?.includes('.') ? <option value={kind}>{kind}</option> : null}
          </select>
        </div>
        <div className="field">
          <label htmlFor="from">{t('admin.audit.from')}</label>
          <input id="from" name="from" type="date" defaultValue={from} />
        </div>
        <div className="field">
          <label htmlFor="to">{t('admin.audit.to')}</label>
          <input id="to" name="to" type="date" defaultValue={to} />
        </div>
        <button className="button" type="submit">
          {t('admin.audit.show')}
        </button>
        <div className="usage-downloads">
          {(['csv', 'json'] as const).map((format) => (
            <a
              key={format}
              className="button quiet"
              href={`/admin/audit.${format}${search ? `?${search}` : ''}`}
              data-file
            >
              <Icon name="download" />
              {t(`admin.audit.${format}`)}
            </a>
          ))}
        </div>
      </form>
    </search>
  );
}

function AuditTable({ rows }: { rows: AuditRow[] }) {
  const t = useTexts();
  const columns = [t('admin.audit.when'), t('admin.audit.who'), t('admin.audit.what'), t('admin.audit.where')];
  return (
    <table className="data cards">
      <caption className="sr-only">{t('admin.audit.title')}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <AuditLine key={row.id} row={row} columns={columns} />
        ))}
      </tbody>
    </table>
  );
}

function AuditLine({ row, columns }: { row: AuditRow; columns: string[] }) {
  const t = useTexts();
  const { createdAt, action, actor, via, address, subject, detail } = row;
  const name = action.replace('.', '_') as 'user_suspend';
  const { name: group = subject } = JSON.parse(detail) as { name?: string };
  const nobody = via === 'web' ? t('admin.audit.visitor') : t(`admin.users.trail.${via}`);
  return (
    <tr>
      <td data-label={columns[0]}>
        <time dateTime={createdAt}>{createdAt.slice(0, 19).replace('T', ' ')}</time>
      </td>
      <td data-label={columns[1]}>{actor ?? nobody}</td>
      <td data-label={columns[2]}>{t(`admin.users.trail.acts.${name}`, { subject, group })}</td>
      <td className="address" data-label={columns[3]}>
        {address ?? '–'}
      </td>
    </tr>
  );
}
