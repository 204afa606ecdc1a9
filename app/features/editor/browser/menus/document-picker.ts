import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { request } from '#app/browser/request.ts';
import { textOf, texts } from '#app/features/editor/browser/texts.ts';
import { trackRange } from '#app/features/editor/browser/track-range.ts';
import { TITLE_MAX } from '#app/schemas/limits.ts';
import { linkLabel } from '#app/schemas/link-label.ts';
import { addToast } from '#app/ui/toasts.ts';

type Found = { id: string; title: string; icon: string | null };
type Listed = Found & { path: { title: string }[] };
const MOST = 10;
const REST_MS = 120;

async function findDocuments(keyword: string, signal: AbortSignal): Promise<Listed[]> {
  const query = new URLSearchParams({ keyword, path: 'true', sort: 'updatedAt', order: 'desc', limit: String(MOST) });
  const { items } = await request<{ items: Listed[] }>('GET', `/api/documents?${query}`, { signal, quiet: true });
  return items;
}

/** Text typed before a document is chosen: `[[` (on Chinese keyboards `【【`) and a title, or a link destination. */
type Wanted = { from: number; isLink: boolean; keyword: string };

/** Completes document titles after `[[` and in link destinations. */
export const documentPicker =
  (docId: string) =>
  (context: CompletionContext): Promise<CompletionResult | null> | null => {
    const wanted = wantedBefore(context);
    return wanted && offerDocuments(context, wanted, docId);
  };

/** Returns what was typed before the cursor to link a document, null without it. */
export function wantedBefore(context: CompletionContext): Wanted | null {
  const opened = context.matchBefore(/(?:\[\[|【【)[^\]】\n]{0,80}$/) ?? context.matchBefore(/\]\([^)\s]{0,80}$/);
  if (!opened) return null;
  const isLink = opened.text.startsWith('](');
  const keyword = opened.text.slice(2).trim();
  return isLink && /^(?:[/#.]|\w+:)/.test(keyword) ? null : { from: opened.from, isLink, keyword };
}

/** Replaces the typed text with the link. One undo step. */
function link(view: EditorView, { id, title }: { id: string; title: string }, isLink: boolean, at: Range): void {
  const closing = isLink ? 0 : (/^(?:\]\]?|】】?)/.exec(view.state.sliceDoc(at.to, at.to + 2))?.[0].length ?? 0);
  const insert = isLink ? `](/doc/${id}` : `[${linkLabel(title)}](/doc/${id})`;
  const anchor = at.from + insert.length + (isLink ? 1 : 0);
  const { head } = view.state.selection.main;
  // A cursor that went on meanwhile stays where it is.
  const isThere = head >= at.from && head <= at.to + closing;
  view.dispatch({
    changes: { from: at.from, to: at.to + closing, insert },
    ...(isThere ? { selection: { anchor } } : {}),
    userEvent: 'input.complete',
  });
}

type Range = { from: number; to: number };

async function offerDocuments(
  context: CompletionContext,
  wanted: Wanted,
  docId: string,
): Promise<CompletionResult | null> {
  const { isLink, keyword } = wanted;
  const stop = new AbortController();
  context.addEventListener('abort', () => stop.abort());
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  if (context.aborted) return null;
  const found = await findDocuments(keyword, stop.signal).catch(() => null);
  // Without a connection nothing can be offered.
  if (!found || context.aborted) return null;
  // The open document last: it is seldom meant.
  const items = [...found.filter(({ id }) => id !== docId), ...found.filter(({ id }) => id === docId)];
  const section = isLink ? { name: context.state.facet(texts)('editor.linkTo') } : undefined;
  const options = items.map(
    (item): Completion => ({
      label: item.title,
      detail: item.path.map(({ title }) => title).join(' / '),
      type: item.icon ? `emoji:${item.icon}` : 'file',
      ...(section ? { section } : {}),
      apply: (view, _completion, from, to) => link(view, item, isLink, { from, to }),
    }),
  );
  const isKnown = found.some(({ title }) => title.toLowerCase() === keyword.toLowerCase());
  if (!isLink && keyword !== '' && !isKnown) options.push(creation(context, keyword, docId));
  return options.length > 0 ? { from: wanted.from, options, filter: false } : null;
}

/** Offers to create the missing document as a child of this one. */
function creation({ state }: CompletionContext, keyword: string, docId: string): Completion {
  const title = keyword.slice(0, TITLE_MAX);
  return {
    label: state.facet(texts)('editor.createDocument', { title }),
    type: 'plus',
    apply: (view, _completion, from, to) => void create(view, { title, docId, from, to }),
  };
}

type Creation = { title: string; docId: string } & Range;

/** Creates the document, then replaces the typed text with a link. On failure the typed text stays. */
async function create(view: EditorView, { title, docId, from, to }: Creation): Promise<void> {
  closeCompletion(view);
  const written = view.state.sliceDoc(from, to);
  const place = trackRange(view, { from, to });
  try {
    const body = { title, content: '', parentId: docId };
    const created = await request<Found>('POST', '/api/documents', { body, quiet: true });
    const at = place.end();
    if (view.state.sliceDoc(at.from, at.to) === written) link(view, created, false, at);
  } catch (error) {
    place.end();
    const description = error instanceof Error ? error.message : '';
    addToast({ title: textOf(view, 'editor.notCreated', { title }), description, variant: 'destructive' });
  }
}
