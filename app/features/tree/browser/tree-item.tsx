import { type CSSProperties, memo } from 'react';
import { RenameField } from '#app/features/tree/browser/rename-field.tsx';
import type { DocumentRow, PagerRow, Row } from '#app/features/tree/browser/tree-model.ts';
import type { Drop } from '#app/features/tree/browser/tree-rules.ts';
import { useLanguage, useTexts } from '#app/i18n/use-texts.ts';
import { Icon } from '#app/ui/icon.tsx';
import { foreignLanguage, Name } from '#app/ui/name.tsx';

const DEEPEST = 12;

type ItemProps<R extends Row> = {
  row: R;
  isFocus: boolean;
  /** Offset from the top in px when rows are virtualized; else null. */
  top: number | null;
};
type DocumentItemProps = ItemProps<DocumentRow> & {
  isCurrent: boolean;
  isRenaming: boolean;
  isMenuOpen: boolean;
  isDragged: boolean;
  drop: Drop | null;
  onRenamed: (title: string | null, returnsFocus: boolean) => void;
};

function placed(row: Row, top: number | null): CSSProperties {
  const level = { '--level': Math.min(row.level, DEEPEST) };
  return (top === null ? level : { ...level, position: 'absolute', insetInline: 0, top }) as CSSProperties;
}

/** Renders a document of the tree: the server's row, still a link, as an ARIA treeitem. */
export const DocumentItem = memo(function DocumentItem(props: DocumentItemProps) {
  const { row, isFocus, top, isCurrent, isRenaming, isMenuOpen, isDragged, drop, onRenamed } = props;
  const t = useTexts();
  const { key, node, isOpen, level, place, size } = row;
  const lng = useLanguage();
  const lang = foreignLanguage(node.title, lng);
  // The page of an open document shows its changes already.
  const notice = isCurrent ? null : node.notice;
  return (
    <li
      role="treeitem"
      data-key={key}
      // Applies to the label too. Texts of the page inside set the page's language again.
      lang={lang}
      aria-label={notice ? `${node.title}, ${t(`notice.${notice}`)}` : node.title}
      aria-level={level}
      aria-setsize={size}
      aria-posinset={place}
      aria-expanded={node.isLeaf ? undefined : isOpen}
      aria-current={isCurrent ? 'page' : undefined}
      tabIndex={isFocus ? 0 : -1}
      className={isDragged ? 'is-dragged' : undefined}
      data-drop={drop?.zone}
      style={drop ? ({ ...placed(row, top), '--drop-level': drop.level } as CSSProperties) : placed(row, top)}
    >
      {node.isLeaf ? (
        <span className="twig" />
      ) : (
        <a className={isOpen ? 'twig open' : 'twig'} href={`?${isOpen ? 'close' : 'open'}=${key}`} tabIndex={-1}>
          <span className="sr-only">{t(isOpen ? 'tree.collapse' : 'tree.expand', { title: node.title })}</span>
        </a>
      )}
      {isRenaming ? (
        <RenameField title={node.title} icon={node.icon} onDone={onRenamed} />
      ) : (
        <>
          <a className="row" href={`/doc/${key}`} aria-current={isCurrent ? 'page' : undefined} tabIndex={-1}>
            <span className="emoji">{node.icon}</span>
            <Name text={node.title} />
            {notice ? (
              <span className="chip leaf tail" lang={lang && lng}>
                {t(`notice.${notice}`)}
              </span>
            ) : null}
          </a>
          {node.canEdit ? (
            <button
              type="button"
              className="row-add"
              tabIndex={-1}
              aria-label={t('treeWork.insideOf', { title: node.title })}
            />
          ) : null}
          <button
            type="button"
            className="row-more"
            tabIndex={-1}
            aria-haspopup="menu"
            aria-expanded={isMenuOpen}
            aria-label={t('treeWork.menuOf', { title: node.title })}
          >
            <Icon name="ellipsis" />
          </button>
        </>
      )}
    </li>
  );
});

/** Renders the link to further siblings. */
export const TurnItem = memo(function TurnItem({ row, isFocus, top, href }: ItemProps<PagerRow> & { href: string }) {
  const t = useTexts();
  const label = t(row.isEarlier ? 'tree.earlier' : 'tree.more');
  return (
    <li
      role="treeitem"
      data-key={row.key}
      aria-label={label}
      aria-level={row.level}
      tabIndex={isFocus ? 0 : -1}
      style={placed(row, top)}
    >
      <a className="row turn" href={href} tabIndex={-1}>
        {label}
      </a>
    </li>
  );
});
