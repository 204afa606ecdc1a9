import { type ReactNode, useRef } from 'react';
import { useLocation } from 'react-router';
import { Commands } from '#app/features/commands/commands.tsx';
import { CreateFields } from '#app/features/document/create-fields.tsx';
import { useRootData } from '#app/features/shell/root-data.ts';
import { SideEdge } from '#app/features/tree/side-edge.tsx';
import { useSideLook } from '#app/features/tree/side-look.ts';
import { useBranches } from '#app/features/tree/use-branches.ts';
import { useCurrentInView } from '#app/features/tree/use-current-in-view.ts';
import { useTreeWidget } from '#app/features/tree/use-tree-widget.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { OpenBranches, Siblings, TreeRow } from '#app/services/documents/open-branches.ts';
import type { SavedSearchEntry } from '#app/services/search/saved-searches.ts';
import { Icon } from '#app/ui/icon.tsx';
import { FilledText, Name } from '#app/ui/name.tsx';

/** The form of the "+" of every row. */
const CREATE_INSIDE = 'create-inside';

export function Sidebar() {
  const { branches, currentId, searches } = useBranches();
  const t = useTexts();
  const side = useRef<HTMLElement>(null);
  const widget = useTreeWidget(side);
  useCurrentInView(side, currentId, useSideLook().isFolded);
  return (
    <nav id="side" className="side" aria-label={t('tree.label')} ref={side}>
      <Commands />
      <form method="post" action="/">
        <CreateFields intent="create" />
        <button className="row" type="submit">
          <Icon name="plus" />
          {t('document.create')}
        </button>
      </form>
      <Place href="/" icon={<Icon name="house" />} label={t('tree.home')} />
      <Place href="/starred" icon={<Icon name="star" />} label={t('tree.starred')} />
      <Place href="/shared" icon={<Icon name="share" />} label={t('tree.shared')} />
      {useRootData()?.hasAi ? <Place href="/ask" icon={<Icon name="sparkle" />} label={t('ai.ask.title')} /> : null}
      {searches.length > 0 ? <SavedSearches searches={searches} /> : null}
      {widget ? (
        <widget.Component branches={branches} currentId={currentId} focusedId={widget.focusedId} />
      ) : (
        <Trees branches={branches} currentId={currentId} />
      )}
      <hr />
      <Place href="/import" icon={<Icon name="upload" />} label={t('transfer.import')} />
      <Place href="/archive" icon={<Icon name="archive" />} label={t('tree.archive')} />
      <SideEdge />
    </nav>
  );
}

function SavedSearches({ searches }: { searches: SavedSearchEntry[] }) {
  const t = useTexts();
  const { pathname, search } = useLocation();
  const here = new URLSearchParams(search).toString();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={t('search.saved')}>
      {searches.map(({ id, name, query }) => (
        <a
          key={id}
          className="row"
          href={`/search?${query}`}
          aria-current={pathname === '/search' && here === query ? 'page' : undefined}
        >
          <Icon name="search" />
          <Name text={name} />
        </a>
      ))}
    </div>
  );
}

function Trees({ branches, currentId }: { branches: OpenBranches; currentId: string | null }) {
  const t = useTexts();
  return (
    <>
      <form id={CREATE_INSIDE} method="post" action="/" hidden>
        <CreateFields intent="create" />
      </form>
      <h2>{t('tree.mine')}</h2>
      {branches.own.length > 0 ? (
        <Tree rows={branches.own} currentId={currentId} isOwn />
      ) : (
        <p className="quiet-text side-note">{t('tree.empty')}</p>
      )}
      {branches.shared.length > 0 ? (
        <>
          <h2>{t('tree.shared')}</h2>
          <Tree rows={branches.shared} currentId={currentId} />
        </>
      ) : null}
    </>
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

type TreeProps = { rows: TreeRow[]; currentId: string | null; isOwn?: boolean };

/** Flat rows with their level: any depth renders without recursion. Each row and each disclosure is a link. */
function Tree({ rows, currentId, isOwn = false }: TreeProps) {
  const t = useTexts();
  const here = useLocation();
  return (
    <ul className="tree">
      {rows.map((row) => (
        <li key={row.id} style={{ '--level': Math.min(row.level, 12) } as React.CSSProperties}>
          {row.earlier ? <Turn to={row.earlier} here={here} label={t('tree.earlier')} /> : null}
          {row.isLeaf ? (
            <span className="twig" />
          ) : (
            <a
              id={`twig-${row.id}`}
              className={row.isOpen ? 'twig open' : 'twig'}
              href={`${toggled(here, row)}#twig-${row.id}`}
              data-keeps-scroll
            >
              <span className="sr-only">
                <FilledText values={{ title: row.title }}>
                  {(placeholders) => t(row.isOpen ? 'tree.collapse' : 'tree.expand', placeholders)}
                </FilledText>
              </span>
            </a>
          )}
          <a className="row" href={`/doc/${row.id}`} aria-current={row.id === currentId ? 'page' : undefined}>
            <span className="emoji">{row.icon}</span>
            <Name text={row.title} />
            {row.notice && row.id !== currentId ? (
              <span className="chip leaf tail">{t(`notice.${row.notice}`)}</span>
            ) : null}
          </a>
          {isOwn || row.canEdit ? (
            <button
              className="row-add"
              type="submit"
              form={CREATE_INSIDE}
              name="parentId"
              value={row.id}
              aria-label={t('treeWork.insideOf', { title: row.title })}
            />
          ) : null}
          {row.more ? <Turn to={row.more} here={here} label={t('tree.more')} /> : null}
        </li>
      ))}
    </ul>
  );
}

type Here = { pathname: string; search: string };

/** Links to further siblings of a long level. */
function Turn({ to, here, label }: { to: Siblings; here: Here; label: string }) {
  const href = withQuery(here, (query) => query.set('level', `${to.parentId ?? 'root'}.${to.page}`));
  return (
    <a className="row turn" href={href} data-keeps-scroll>
      {label}
    </a>
  );
}

/** Returns the address of the same page with one branch opened or closed. */
function toggled(here: Here, { id, isOpen }: TreeRow): string {
  return withQuery(here, (query) => {
    const closed = (query.get('close') ?? '').split('.').filter((other) => other !== '' && other !== id);
    if (isOpen) closed.push(id);
    query.delete('open');
    query.delete('close');
    if (!isOpen) query.set('open', id);
    if (closed.length > 0) query.set('close', closed.join('.'));
  });
}

function withQuery({ pathname, search }: Here, change: (query: URLSearchParams) => void): string {
  const query = new URLSearchParams(search);
  change(query);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}
