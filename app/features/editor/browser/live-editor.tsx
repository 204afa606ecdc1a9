import './editor-frame.css';
import './editor-text.css';
import './editor-blocks.css';
import './editor-tables.css';
import './editor-widgets.css';
import './find/find.css';
import { memo, type Ref, useCallback, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { openAiMenu } from '#app/features/editor/browser/ai/ai-menu.ts';
import { PLAIN_FROM, setSourceMode } from '#app/features/editor/browser/create-view.ts';
import { DraftOffers } from '#app/features/editor/browser/draft-offers.tsx';
import type { LiveEditorProps } from '#app/features/editor/browser/live-editor-props.ts';
import { offerInsertions } from '#app/features/editor/browser/menus/offered-slash.ts';
import type { OpenEditor } from '#app/features/editor/browser/open-editor.ts';
import { SaveNote } from '#app/features/editor/browser/save-note.tsx';
import { isInCell } from '#app/features/editor/browser/table/style-cell.ts';
import { type Tool, Toolbar } from '#app/features/editor/browser/toolbar.tsx';
import { takeFiles } from '#app/features/editor/browser/upload/send-files.ts';
import { useDraftOffers } from '#app/features/editor/browser/use-draft-offers.ts';
import { postPlainly, useEditor } from '#app/features/editor/browser/use-editor.ts';
import { textLanguage } from '#app/i18n/text-language.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { HereNow } from '#app/ui/here-now.tsx';

type View = OpenEditor['view'];

/** Replaces the text field of the form once its scripts are loaded. Field names stay the same; edits are autosaved. */
export function LiveEditor(props: LiveEditorProps) {
  const t = useTexts();
  const host = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const { editor, save, people, followed, follow } = useEditor(props, host, files);
  const { id: docId, content } = props.document;
  const { userId, form, hasAi } = props;
  const [isSource, setSource] = useState(content.length > PLAIN_FROM);
  // Rendered at every key, as the saving state changes.
  const language = useMemo(() => textLanguage(content), [content]);
  const { drafts, take, drop } = useDraftOffers({ editor, userId, docId, form, saveState: save.state });

  const uploadFiles = useCallback(
    (chosen: File[]) => {
      if (editor) takeFiles(editor.view, docId, chosen);
    },
    [editor, docId],
  );

  const more = useMemo<Tool[]>(
    () => [
      { name: 'file', icon: 'image', run: () => files.current?.click() },
      { name: 'insert', icon: 'plus', keys: '/', isOff: isInCell, run: offerInsertions },
      ...(hasAi
        ? [{ name: 'ai', icon: 'sparkle' as const, isOff: isInCell, run: (view: View) => openAiMenu(view, docId) }]
        : []),
      {
        name: 'source',
        icon: 'source',
        isOn: () => isSource,
        run: (view) => {
          setSourceMode(view, !isSource);
          setSource(!isSource);
          view.focus();
        },
      },
    ],
    [hasAi, docId, isSource],
  );

  return (
    <>
      {drafts.length > 0 ? <DraftOffers drafts={drafts} current={content} onTake={take} onDrop={drop} /> : null}
      {editor ? (
        <div className="editor-head">
          <Toolbar editor={editor} more={more} />
        </div>
      ) : null}
      {editor && props.note.current
        ? createPortal(
            <>
              <HereNow people={people} followed={followed} onFollow={follow} />
              <SaveNote {...save} onCompare={() => postPlainly(props.form.current)} />
            </>,
            props.note.current,
          )
        : null}
      {content.length > PLAIN_FROM ? (
        <p className="quiet-text" role="status">
          {t('editor.plain')}
        </p>
      ) : null}
      <div ref={host} className="editor-text prose" lang={language} />
      <FilePicker ref={files} onFiles={uploadFiles} />
      <p id="editor-help" className="sr-only">
        {t('editor.help')}
      </p>
    </>
  );
}

type FilePickerProps = { ref: Ref<HTMLInputElement>; onFiles: (chosen: File[]) => void };

/**
 * A hidden file input. Memoised because React writes to it on each render, which would validate the whole form again.
 */
const FilePicker = memo(function FilePicker({ ref, onFiles }: FilePickerProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])]);
        target.value = '';
      }}
    />
  );
});
