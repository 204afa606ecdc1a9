import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { request } from '#app/browser/request.ts';

type Found = { items: { id: string; title: string; icon: string | null }[] };
const MOST = 10;
const REST_MS = 120;

async function findDocuments(keyword: string, signal: AbortSignal): Promise<Found['items']> {
  const query = new URLSearchParams({ keyword, sort: 'updatedAt', order: 'desc', limit: String(MOST) });
  const { items } = await request<Found>('GET', `/api/documents?${query}`, { signal, quiet: true });
  return items;
}

const escaped = (title: string) => title.replace(/[\\[\]]/g, '\\$&');

/** Documents by their title, behind "[[" and as the address of a link. */
export function documentPicker(context: CompletionContext): Promise<CompletionResult | null> | null {
  const opened = context.matchBefore(/\[\[[^\]\n]{0,80}$/) ?? context.matchBefore(/\]\([^)\s]{0,80}$/);
  if (!opened) return null;
  const isLink = opened.text.startsWith('](');
  const keyword = opened.text.slice(2).trim();
  if (isLink && /^(?:[/#.]|\w+:)/.test(keyword)) return null;
  return offerDocuments(context, { from: opened.from, isLink, keyword });
}

type Wanted = { from: number; isLink: boolean; keyword: string };

async function offerDocuments(context: CompletionContext, wanted: Wanted): Promise<CompletionResult | null> {
  const { isLink, keyword } = wanted;
  const stop = new AbortController();
  context.addEventListener('abort', () => stop.abort());
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  if (context.aborted) return null;
  const items = await findDocuments(keyword, stop.signal).catch(() => null);
  // Away from the network there is nothing to offer, and the text is written on.
  if (!items || context.aborted) return null;
  const options = items.map(
    ({ id, title, icon }): Completion => ({
      label: title,
      type: icon ? `emoji:${icon}` : 'file',
      apply: (view, _completion, from, to) => {
        const closing = /^\]\]?/.exec(view.state.sliceDoc(to, to + 2))?.[0].length ?? 0;
        const insert = isLink ? `](/doc/${id}` : `[${escaped(title)}](/doc/${id})`;
        const until = isLink ? to : to + closing;
        const anchor = from + insert.length + (isLink ? 1 : 0);
        view.dispatch({ changes: { from, to: until, insert }, selection: { anchor }, userEvent: 'input.complete' });
      },
    }),
  );
  return { from: wanted.from, options, filter: false };
}
