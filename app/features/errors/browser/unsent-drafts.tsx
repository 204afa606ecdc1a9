import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { attempt } from '#app/browser/document-commands.ts';
import { findDrafts, forgetDrafts, type KeptDraft, watchSessions } from '#app/browser/drafts.ts';
import { findLostComment } from '#app/browser/lost-comments.ts';
import { request } from '#app/browser/request.ts';
import { useLanguage, useTexts } from '#app/i18n/use-texts.ts';

/**
 * Lists the drafts of a document, each to be kept as a new document or discarded, and the comment that was being
 * written in its editor.
 */
export function UnsentDrafts({ userId, docId }: { userId: string; docId: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { drafts, drop } = useDrafts(userId, docId);
  const keep = (draft: KeptDraft) =>
    attempt(t('screens.unsent.notKept'), async () => {
      const id = await keepAsDocument(draft);
      await forgetDrafts([draft]);
      await navigate(`/doc/${id}`);
    });
  return (
    <>
      <LostComment docId={docId} />
      {drafts.map((draft) => (
        <UnsentDraft key={draft.key} draft={draft} onKeep={() => void keep(draft)} onDrop={() => void drop(draft)} />
      ))}
    </>
  );
}

function LostComment({ docId }: { docId: string }) {
  const t = useTexts();
  const id = useId();
  const comment = findLostComment(docId);
  if (!comment) return null;
  return (
    <section className="ask card stack unsent-comment" aria-labelledby={id}>
      <h2 id={id}>{t('comments.unsent.comment')}</h2>
      <p>{t('comments.unsent.copy')}</p>
      {comment.quote ? <blockquote className="thread-quote">{comment.quote}</blockquote> : null}
      <div className="field">
        <textarea aria-label={t('comments.unsent.label')} rows={6} readOnly value={comment.body} />
      </div>
    </section>
  );
}

function useDrafts(userId: string, docId: string) {
  const [drafts, setDrafts] = useState<KeptDraft[]>([]);
  useEffect(() => {
    const watching = new AbortController();
    const { signal } = watching;
    const look = async () => {
      const found = await findDrafts(userId, docId);
      if (!signal.aborted) setDrafts(found);
    };
    const warn = (error: Error) => console.warn('Drafts cannot be offered:', error.name);
    look().catch(warn);
    // The editor that this screen replaced may still be closing.
    watchSessions({ userId, docId, own: undefined, signal }, () => void look().catch(warn)).catch(warn);
    return () => watching.abort();
  }, [userId, docId]);
  const drop = async (draft: KeptDraft) => {
    await forgetDrafts([draft]);
    setDrafts((now) => now.filter(({ key }) => key !== draft.key));
  };
  return { drafts, drop };
}

/** Creates a top-level document from a draft. Idempotent. Returns its id. Throws RequestError. */
async function keepAsDocument({ key, at, title, content, icon }: KeptDraft): Promise<string> {
  const body = { title, content, parentId: null, key: `${key} ${at}` };
  const { id } = await request<{ id: string }>('POST', '/api/documents', { body });
  if (icon) await request('PATCH', `/api/documents/${id}`, { body: { icon } });
  return id;
}

type UnsentDraftProps = { draft: KeptDraft; onKeep: () => void; onDrop: () => void };

function UnsentDraft({ draft, onKeep, onDrop }: UnsentDraftProps) {
  const t = useTexts();
  const id = useId();
  const time = new Intl.DateTimeFormat(useLanguage(), { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <section className="ask card stack" aria-labelledby={id}>
      <h2 id={id}>{t('editor.draft.title')}</h2>
      <p>{t('editor.draft.text', { when: time.format(draft.at) })}</p>
      <div className="field">
        <textarea aria-label={draft.title} rows={6} readOnly value={draft.content} />
      </div>
      <div className="row-of-buttons">
        <button type="button" className="button main" onClick={onKeep}>
          {t('screens.unsent.keep')}
        </button>
        <button type="button" className="button" onClick={onDrop}>
          {t('editor.draft.drop')}
        </button>
      </div>
    </section>
  );
}
