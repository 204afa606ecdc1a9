import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { CoverForms } from '#app/features/document/cover-forms.tsx';
import { CreateFields } from '#app/features/document/create-fields.tsx';
import type { DocumentPageData } from '#app/features/document/document-page-data.ts';
import { DocumentTransfer } from '#app/features/document/document-transfer.tsx';
import { IconField } from '#app/features/document/icon-field.tsx';
import { LinkAndPrint } from '#app/features/document/link-and-print.tsx';
import { MoveForm } from '#app/features/document/move-form.tsx';
import { ReadingLook } from '#app/features/document/reading-preferences.tsx';
import { TemplateForm } from '#app/features/document/template-form.tsx';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useGiven } from '#app/features/shell/use-given.ts';
import { useRefused } from '#app/features/shell/use-refused.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { ConfirmedSubmit } from '#app/ui/confirmed-submit.tsx';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FieldErrors } from '#app/ui/field.tsx';
import { HereNow, type PresentPerson } from '#app/ui/here-now.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Popover } from '#app/ui/popover.tsx';

/** Renders the row under the title: Edit, Share, star, More, each a link or a form, and the people who are here. */
export function DocumentActions({
  document,
  can,
  isOwner,
  targets,
  path,
  isArchived,
  leaving,
  template,
  people,
}: DocumentPageData & { people: PresentPerson[] }) {
  const t = useTexts();
  const { id, isStarred, icon } = document;
  const hasAi = useRootData()?.hasAi;
  const isBack = useGiven('icon', 'cover', 'move') !== null;
  useMoveFocus(targets !== null);
  return (
    <div className="actions">
      {can.edit ? (
        <a className="button main" href={`/doc/${id}/edit`} data-edit="">
          {t('document.edit')}
        </a>
      ) : null}
      {can.share ? (
        <a className="button" href={`/doc/${id}/share`}>
          {t('document.share')}
        </a>
      ) : null}
      {isArchived ? null : <StarForm id={id} isStarred={isStarred} />}
      {isArchived ? null : (
        <Popover label={t('document.more')} icon={<Icon name="ellipsis" />} isOpen={targets !== null || isBack}>
          {can.edit ? <IconForm id={id} icon={icon} /> : null}
          {can.edit ? <CoverForms id={id} cover={document.coverImage} /> : null}
          {can.move ? (
            <MoveForm id={id} targets={targets} isOwner={isOwner} parentId={path.at(-1)?.id ?? null} />
          ) : null}
          <form method="post" action={`/doc/${id}`}>
            <CreateFields />
            <button className="row" type="submit" name="intent" value="duplicate">
              <Icon name="copy" />
              {t('document.duplicate')}
            </button>
            {can.archive ? (
              <button className="row" type="submit" name="intent" value="archive">
                <Icon name="archive" />
                {t('document.archive')}
              </button>
            ) : null}
            {document.isOwnWork ? (
              <button className="row" type="submit" name="intent" value="take-copy">
                <Icon name="download" />
                {t('document.takeCopy')}
              </button>
            ) : null}
            {leaving === null ? null : <Leave lost={leaving} />}
          </form>
          {isOwner ? <TemplateForm id={id} template={template} /> : null}
          {hasAi ? (
            <a className="row" href={`/doc/${id}/ai`}>
              <Icon name="sparkle" />
              {t('ai.open')}
            </a>
          ) : null}
          <a className="row" href={`/doc/${id}/files`}>
            <Icon name="paperclip" />
            {t('files.title')}
          </a>
          <a className="row" href={`/doc/${id}/history`}>
            <Icon name="clock" />
            {t('history.title')}
          </a>
          <a className="row" href={`/doc/${id}/activity`}>
            <Icon name="clock" />
            {t('activity.title')}
          </a>
          <LinkAndPrint path={`/doc/${id}`} />
          <div className="rows">
            <ReadingLook />
          </div>
          <DocumentTransfer id={id} addsChild={can.addChild} />
        </Popover>
      )}
      <HereNow people={people} />
    </div>
  );
}

/** Opens the form that moves the document and focuses its target, at each arrival at its address. */
function useMoveFocus(isAsked: boolean): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each arrival
  useEffect(() => {
    const target = isAsked ? document.getElementById('move-target') : null;
    for (let around = target?.closest('details'); around; around = around.parentElement?.closest('details'))
      around.open = true;
    target?.focus();
  }, [isAsked, key]);
}

function Leave({ lost }: { lost: number }) {
  const t = useTexts();
  const loss = lost > 0 ? t('takeout.leave', { count: lost }) : null;
  return (
    <>
      <ConfirmedSubmit className="row" name="intent" value="leave" question={loss} label={t('document.leave')}>
        <Icon name="leave" />
        {t('document.leave')}
      </ConfirmedSubmit>
      {loss ? <p className="quiet-text">{loss}</p> : null}
    </>
  );
}

function IconForm({ id, icon }: { id: string; icon: string | null }) {
  const t = useTexts();
  const { errors, given } = useRefused('icon');
  return (
    <form className="inline-form" method="post" action={`/doc/${id}`}>
      <CsrfField />
      <label htmlFor="document-icon">{t('document.icon')}</label>
      <IconField id="document-icon" defaultValue={given.icon ?? icon ?? ''} isWrong={Boolean(errors.icon)} />
      <button className="button" type="submit" name="intent" value="icon">
        {t('form.save')}
      </button>
      <FieldErrors id="document-icon" errors={errors.icon} />
    </form>
  );
}

function StarForm({ id, isStarred }: { id: string; isStarred: boolean }) {
  const t = useTexts();
  return (
    <form method="post" action={`/doc/${id}`}>
      <CsrfField />
      <button
        className="button quiet"
        type="submit"
        name="intent"
        value={isStarred ? 'unstar' : 'star'}
        aria-label={t(isStarred ? 'document.unstar' : 'document.star')}
        title={t(isStarred ? 'document.unstar' : 'document.star')}
      >
        <Icon name="star" className={isStarred ? 'starred' : undefined} />
      </button>
    </form>
  );
}
