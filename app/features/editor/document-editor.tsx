import { useRef, useState } from 'react';
import { HowToMention } from '#app/features/comments/how-to-mention.tsx';
import { LeaveFocus } from '#app/features/document/leave-focus.tsx';
import { MathsStyles } from '#app/features/document/maths-styles.tsx';
import { FEWEST_HEADINGS } from '#app/features/document/reading-aids.tsx';
import { useReadingLook } from '#app/features/document/reading-preferences.tsx';
import { useFocusMode } from '#app/features/document/use-focus-mode.ts';
import type { CommentRights } from '#app/features/editor/browser/live-editor-props.ts';
import { ConflictTexts } from '#app/features/editor/conflict-texts.tsx';
import { EditorBar } from '#app/features/editor/editor-bar.tsx';
import { EditorTitle, type FormField } from '#app/features/editor/editor-title.tsx';
import { useLiveEditor } from '#app/features/editor/use-live-editor.ts';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { type Given, useGiven } from '#app/features/shell/use-given.ts';
import { textLanguage } from '#app/i18n/text-language.ts';
import { useLanguage, useTexts } from '#app/i18n/use-texts.ts';
import type { Crumb } from '#app/services/access/document-access.ts';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';
import type { ExplainedConflict } from '#app/services/documents/explain-conflict.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FieldErrors } from '#app/ui/field.tsx';
import { foreignLanguage } from '#app/ui/name.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';
import { TextArea } from '#app/ui/text-area.tsx';

type Draft = {
  title: string;
  content: string;
  icon?: string | null | undefined;
  baseVersion?: number | undefined;
  drafts?: string | undefined;
};
type EditorProps = {
  document: { id: string; title: string; icon: string | null; content: string; version: number };
  path: Crumb[];
  mentionable: Mentionable[];
  /** Other people whom the owner knows, for browsers without JavaScript. */
  known: Mentionable[];
  commentRights: CommentRights;
  /** True if a comment is about a passage: the editor keeps the margin of the page to read. */
  hasPassages: boolean;
  /** The rendered text and the form values it was made from. */
  preview: { html: string; hasMaths: boolean; fields: Draft } | null;
};
/** Intents that post the text. */
const INTENTS = ['save', 'save-both', 'preview'];
type Fields = { title: string; content: string; icon: string; baseVersion: string };

/** Renders the edit form: textarea, preview on request, and both texts of a conflict. */
export function DocumentEditor({ document, preview, mentionable, known, commentRights, hasPassages }: EditorProps) {
  const t = useTexts();
  const lng = useLanguage();
  const { form, fields, problem } = useFormReply<Fields>({
    intent: 'save',
    orIntents: INTENTS,
    defaultValue: toFields(preview?.fields ?? { ...document, baseVersion: document.version }),
  });
  const conflict = problem?.error === 'conflict' ? (problem.data as ExplainedConflict) : null;
  const returned = useGiven(...INTENTS);
  const drafts = preview ? preview.fields.drafts : returned?.drafts;
  const root = useRootData();
  const { isFocused, into } = useFocusMode();
  const look = useReadingLook();
  const own = useRef<HTMLFormElement>(null);
  const note = useRef<HTMLDivElement>(null);
  // Another person's first comment must not move the text that is being written.
  const [hasMargin] = useState(hasPassages);
  // Conflict and preview are separate pages that keep the plain text field.
  const { LiveEditor, isLive, onReady } = useLiveEditor(!conflict && !preview && root?.user != null);
  const contents = document.content.match(/^ {0,3}#{1,6}[ \t]/gm)?.length ?? 0;
  const margin = contents >= FEWEST_HEADINGS ? ' with-contents' : '';
  const baseVersion = conflict
    ? String(conflict.current.version)
    : (undecided(preview ? null : returned) ?? fields.baseVersion.initialValue);
  return (
    <main
      id="main"
      data-margin={hasMargin ? '' : undefined}
      className={`doc editor${isLive ? ' live' : ''}${isFocused ? ' focused' : ''}${margin}${look}`}
    >
      {isFocused ? <LeaveFocus /> : null}
      <PageTitle>{t('phrase.labelled', { label: t('document.edit'), value: document.title })}</PageTitle>
      <h1 className="sr-only">{t('document.editing')}</h1>
      {conflict ? <ConflictTexts conflict={conflict} formId={form.id} /> : null}
      <form ref={own} id={form.id} method="post" onSubmit={form.onSubmit} noValidate>
        <CsrfField />
        <input type="hidden" name="baseVersion" value={baseVersion ?? ''} />
        {conflict?.forkedFrom ? <input type="hidden" name="forkedFrom" value={conflict.forkedFrom} /> : null}
        {drafts ? <input type="hidden" name="drafts" value={drafts} /> : null}
        <EditorBar docId={document.id} isLive={isLive} intoFocus={isFocused ? null : into} note={note} />
        <EditorTitle title={fields.title} icon={fields.icon} language={foreignLanguage(document.title, lng)} />
        {preview ? <Preview {...preview} /> : null}
        <ContentField content={fields.content} isLive={isLive} />
        {isLive || mentionable.length + known.length === 0 ? null : (
          <HowToMention people={[...mentionable, ...known]} hasOutsiders={known.length > 0} />
        )}
        {LiveEditor ? (
          <LiveEditor
            document={document}
            userId={root?.user?.id ?? ''}
            hasAi={root?.hasAi ?? false}
            hasPictureProxy={root?.hasPictureProxy ?? false}
            mentionable={mentionable}
            commentRights={commentRights}
            form={own}
            note={note}
            onReady={onReady}
          />
        ) : null}
      </form>
    </main>
  );
}

function Preview({ html, hasMaths }: { html: string; hasMaths: boolean }) {
  const t = useTexts();
  return (
    <section className="preview" aria-label={t('document.preview')}>
      <MathsStyles wanted={hasMaths} />
      <div
        className="prose"
        lang={textLanguage(html)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by app/markdown
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </section>
  );
}

/** Renders the text as Markdown source, which the editor replaces. */
function ContentField({ content, isLive }: { content: FormField; isLive: boolean }) {
  const t = useTexts();
  return (
    <>
      {isLive ? null : (
        <label className="sr-only" htmlFor="content">
          {t('document.content')}
        </label>
      )}
      <TextArea
        // Hidden behind the editor for scripts that fill fields; not exposed to assistive technology.
        {...(isLive ? { 'aria-hidden': true, tabIndex: -1 } : {})}
        id="content"
        name="content"
        className="content-input"
        defaultValue={content.initialValue}
        placeholder={t('document.contentHint')}
        rows={24}
        spellCheck
        aria-invalid={content.errors ? true : undefined}
        aria-describedby={content.errors ? 'content-error' : undefined}
      />
      <FieldErrors id="content" errors={content.errors} />
    </>
  );
}

/**
 * Returns the version that one side of a conflict forked from, if the person has not put it in the other's place: saved
 * on top of the other, it would replace it. Returns undefined for any other form.
 */
const undecided = (given: Given | null) => (given?.intent === 'save' ? undefined : given?.forkedFrom || undefined);

function toFields({ title, content, icon, baseVersion }: Draft): Fields {
  return { title, content, icon: icon ?? '', baseVersion: String(baseVersion ?? '') };
}
