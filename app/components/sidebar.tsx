import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useRootData } from '#app/components/root-data.ts';
import { useBranches } from '#app/components/use-branches.ts';
import type { TreeRow } from '#app/services/documents/open-branches.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/use-texts.ts';

export function Sidebar() {
  const { branches, opened, currentId } = useBranches();
  const t = useTexts();
  return (
    <nav className="side" aria-label={t('tree.label')}>
      <Place href="/" icon={<Icon name="house" />} label={t('tree.home')} />
      <Place href="/starred" icon={<Icon name="star" />} label={t('tree.starred')} />
      <Place href="/shared" icon={<Icon name="share" />} label={t('tree.shared')} />
      {useRootData()?.hasAi ? <Place href="/ask" icon={<Icon name="sparkle" />} label={t('ai.ask.title')} /> : null}
      <h2>{t('tree.mine')}</h2>
      {branches.own.length > 0 ? (
        <Tree rows={branches.own} opened={opened} currentId={currentId} />
      ) : (
        <p className="quiet-text side-note">{t('tree.empty')}</p>
      )}
      {branches.isCut ? <p className="quiet-text side-note">{t('tree.cut')}</p> : null}
      {branches.shared.length > 0 ? (
        <>
          <h2>{t('tree.shared')}</h2>
          <Tree rows={branches.shared} opened={opened} currentId={currentId} />
        </>
      ) : null}
      <hr />
      <form method="post" action="/">
        <CsrfField />
        <input type="hidden" name="intent" value="create" />
        <button className="row" type="submit">
          <Icon name="plus" />
          {t('document.create')}
        </button>
      </form>
      <Place href="/import" icon={<Icon name="upload" />} label={t('transfer.import')} />
      <Place href="/archive" icon={<Icon name="archive" />} label={t('tree.archive')} />
    </nav>
  );
}

function Place({ href, icon, label }: { href: string; icon: ReactNode; label: string }) {
  const isHere = useLocation().pathname === href;
  return (
    <a className="row" href={href} aria-current={isHere ? 'page' : undefined}>
      {icon}
      {label}
    </a>
  );
}

type TreeProps = { rows: TreeRow[]; opened: string[]; currentId: string | null };

/** Flat rows with their level: a tree of any depth renders without recursion. Each is a link; so is each disclosure. */
function Tree({ rows, opened, currentId }: TreeProps) {
  const t = useTexts();
  const location = useLocation();
  return (
    <ul className="tree">
      {rows.map((row) => (
        <li key={row.id} style={{ '--level': Math.min(row.level, 12) } as React.CSSProperties}>
          {isFixed(row, opened) ? (
            <span className={row.isOpen ? 'twig open' : 'twig'} />
          ) : (
            <a className={row.isOpen ? 'twig open' : 'twig'} href={toggled(location, opened, row)} data-keeps-scroll>
              <span className="sr-only">{t(row.isOpen ? 'tree.collapse' : 'tree.expand', { title: row.title })}</span>
            </a>
          )}
          <a className="row" href={`/doc/${row.id}`} aria-current={row.id === currentId ? 'page' : undefined}>
            <span className="emoji">{row.icon}</span>
            <span className="name">{row.title}</span>
            {row.notice ? <span className="chip leaf tail">{t(`notice.${row.notice}`)}</span> : null}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Nothing to open, or on the way to the current document and therefore open. */
function isFixed({ id, isLeaf, isOpen }: TreeRow, opened: string[]): boolean {
  return isLeaf || (isOpen && !opened.includes(id));
}

/** The same page with one branch more or less open. */
function toggled({ pathname, search }: { pathname: string; search: string }, opened: string[], row: TreeRow): string {
  const query = new URLSearchParams(search);
  const next = row.isOpen ? opened.filter((other) => other !== row.id) : [...opened, row.id];
  if (next.length > 0) query.set('open', next.join('.'));
  else query.delete('open');
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}
