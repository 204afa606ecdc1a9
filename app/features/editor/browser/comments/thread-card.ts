import { StateEffect, StateField } from '@codemirror/state';
import { type EditorView, showTooltip, type Tooltip, type TooltipView } from '@codemirror/view';
import { outwardHtml } from '#app/address/html-addresses.ts';
import { keepLostComment } from '#app/browser/lost-comments.ts';
import { makeButton } from '#app/browser/make-button.ts';
import { type RequestError, request } from '#app/browser/request.ts';
import type { Passage } from '#app/features/editor/browser/comments/locate-passages.ts';
import { offerPeople } from '#app/features/editor/browser/comments/offer-people.ts';
import { threadOf } from '#app/features/editor/browser/comments/thread-state.ts';
import type { KnownPeople } from '#app/features/editor/browser/menus/known-people.ts';
import { textOf } from '#app/features/editor/browser/texts.ts';
import type { CommentEntry, ThreadEntry } from '#app/services/comments/list-threads.ts';
import { isComposingKey } from '#app/ui/composing-key.ts';
import { addToast } from '#app/ui/toasts.ts';

export type CardOptions = {
  docId: string;
  /** Texts of closed cards that were not sent, by thread; "" for a new one. */
  unsent: Map<string, string>;
  rights: { write: boolean; resolve: boolean };
  /** People offered after an `@`. */
  people: KnownPeople;
  /** Loads the threads again. */
  reload: () => Promise<void>;
};
/** A thread to show, or a passage to comment on. */
type Shown = { pos: number; threadId: string } | { pos: number; passage: Passage };

export const showCard = StateEffect.define<Shown | null>();

/** State of the card below a passage: its comments with a form to reply, or a form to start a thread. */
export function threadCard(options: CardOptions): StateField<Tooltip | null> {
  const card: StateField<Tooltip | null> = StateField.define<Tooltip | null>({
    create: () => null,
    update(tooltip, { effects, changes }) {
      const wanted = effects.findLast((effect) => effect.is(showCard));
      if (wanted) return wanted.value && toTooltip(wanted.value, options, placeOf);
      return tooltip && { ...tooltip, pos: changes.mapPos(tooltip.pos) };
    },
    provide: (field) => showTooltip.from(field),
  });
  const placeOf: PlaceOf = ({ state }, create) => {
    const shown = state.field(card);
    return shown?.create === create ? shown.pos : null;
  };
  return card;
}

export function closeCard(view: EditorView): void {
  view.dispatch({ effects: showCard.of(null) });
  view.focus();
}

/** Returns the position of a card in the current text; null once it is closed or another one is shown. */
type PlaceOf = (view: EditorView, create: Tooltip['create']) => number | null;

const keyOf = (shown: Shown) => ('threadId' in shown ? shown.threadId : '');

/** Keeps a text for the next card of its thread, below one that no card has shown yet. */
function keepUnsent({ unsent }: CardOptions, key: string, text: string): void {
  if (text.trim() === '') return;
  const kept = unsent.get(key);
  unsent.set(key, kept ? `${kept}\n\n${text}` : text);
}

function toTooltip(shown: Shown, options: CardOptions, placeOf: PlaceOf): Tooltip {
  const create = (view: EditorView): TooltipView => {
    const place = () => placeOf(view, create);
    const dom = drawCard({ view, shown, options, place });
    const field = dom.querySelector('textarea');
    const quote = 'passage' in shown ? shown.passage.quote : '';
    return {
      dom,
      // After the update, before the next key: what is typed at once must not reach the text.
      mount: () => quote && queueMicrotask(() => field?.focus({ preventScroll: true })),
      // An open card goes with its editor, when access ends: the page that follows shows the text.
      destroy: () => {
        if (field && place() !== null) keepLostComment(options.docId, { body: field.value, quote });
        // `send` keeps a text that is being sent, if that fails.
        else if (field && !dom.querySelector('button.main:disabled')) keepUnsent(options, keyOf(shown), field.value);
      },
    };
  };
  return { pos: shown.pos, create };
}

type Drawn = { view: EditorView; shown: Shown; options: CardOptions; place: () => number | null };

function drawCard({ view, shown, options, place }: Drawn): HTMLElement {
  const card = document.createElement('div');
  card.className = 'cm-thread';
  card.setAttribute('role', 'group');
  card.setAttribute('aria-label', textOf(view, 'comments.heading'));
  card.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || isComposingKey(event)) return;
    event.stopPropagation();
    closeCard(view);
  });
  const thread = 'threadId' in shown ? threadOf(view.state, shown.threadId) : null;
  card.append(...(thread?.comments ?? []).map((comment) => drawComment(view, comment)));
  if (options.rights.write) card.append(drawForm({ view, shown, options, place }));
  card.append(drawActs({ view, thread, options, place }));
  return card;
}

function drawComment(view: EditorView, { author, createdAt, html }: CommentEntry): HTMLElement {
  const item = document.createElement('div');
  const head = document.createElement('p');
  const name = document.createElement('strong');
  const time = document.createElement('time');
  const body = document.createElement('div');
  item.className = 'comment';
  head.className = 'comment-head';
  name.textContent = author.displayName ?? author.email ?? textOf(view, 'comments.deletedUser');
  time.dateTime = createdAt;
  time.textContent = new Date(createdAt).toLocaleString(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  body.className = 'prose comment-body';
  // Sanitised by the server when the comment was saved.
  body.innerHTML = outwardHtml(html);
  head.append(name, ' ', time);
  item.append(head, body);
  return item;
}

/**
 * Draws the field for a reply or a first comment. A refused text stays in the field, one of a closed card comes back.
 */
function drawForm({ view, shown, options, place }: Drawn): HTMLElement {
  const { docId, unsent, reload } = options;
  const key = keyOf(shown);
  const form = document.createElement('div');
  const field = document.createElement('textarea');
  const alert = document.createElement('p');
  const isReply = 'threadId' in shown;
  form.className = 'stack';
  field.rows = 2;
  field.value = unsent.get(key) ?? '';
  unsent.delete(key);
  field.setAttribute('aria-label', textOf(view, isReply ? 'comments.replyBody' : 'comments.new'));
  alert.className = 'error';
  alert.setAttribute('role', 'alert');
  const send = async () => {
    const body = field.value;
    if (button.disabled) return;
    if (body.trim() === '') return field.focus();
    button.disabled = true;
    try {
      const thread = isReply
        ? await request('POST', `/api/threads/${shown.threadId}/comments`, { body: { body }, quiet: true }).then(
            () => shown,
          )
        : await request<ThreadEntry>('POST', `/api/documents/${docId}/comments`, {
            body: { body, ...shown.passage },
            quiet: true,
          });
      const threadId = 'threadId' in thread ? thread.threadId : thread.id;
      keepUnsent(options, threadId, typedAfter(body, field.value));
      field.value = '';
      await reload();
      const pos = place();
      if (pos === null) return;
      const isTyping = unsent.has(threadId);
      view.dispatch({ effects: showCard.of({ pos, threadId }) });
      if (isTyping) view.dom.querySelector<HTMLTextAreaElement>('.cm-thread textarea')?.focus();
      else view.focus();
    } catch (error) {
      const { message } = error as RequestError;
      alert.textContent = message;
      button.disabled = false;
      // An emptied field was sent: only the threads could not be loaded.
      if (place() !== null || field.value === '') return;
      keepUnsent(options, key, field.value);
      addToast({ title: message, variant: 'destructive' });
    }
  };
  const button = makeButton(textOf(view, 'comments.send'), 'button small main', () => void send());
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposingKey(event)) void send();
  });
  form.append(field, offerPeople(view, field, options), alert, button);
  return form;
}

/** Returns what a field has more than the text that was sent; all of it if that was changed. */
function typedAfter(sent: string, value: string): string {
  return value.startsWith(sent) ? value.slice(sent.length).trimStart() : value;
}

type Acts = Omit<Drawn, 'shown'> & { thread: ThreadEntry | null };

function drawActs({ view, thread, options: { rights, reload }, place }: Acts): HTMLElement {
  const acts = document.createElement('div');
  acts.className = 'thread-acts';
  if (thread && rights.resolve) {
    const resolve = async () => {
      await request('POST', `/api/threads/${thread.id}/resolve`, { quiet: true });
      await reload();
      if (place() !== null) closeCard(view);
    };
    const fail = ({ message }: Error) => void addToast({ title: message, variant: 'destructive' });
    const run = () => void resolve().catch(fail);
    acts.append(makeButton(textOf(view, 'comments.resolve'), 'button small', run));
  }
  acts.append(makeButton(textOf(view, 'comments.close'), 'button small quiet', () => closeCard(view)));
  return acts;
}
