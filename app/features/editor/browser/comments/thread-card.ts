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
      if (wanted) return wanted.value && toTooltip(wanted.value, options, isOpen);
      return tooltip && { ...tooltip, pos: changes.mapPos(tooltip.pos) };
    },
    provide: (field) => showTooltip.from(field),
  });
  const isOpen = ({ state }: EditorView, create: Tooltip['create']) => state.field(card)?.create === create;
  return card;
}

export function closeCard(view: EditorView): void {
  view.dispatch({ effects: showCard.of(null) });
  view.focus();
}

type IsOpen = (view: EditorView, create: Tooltip['create']) => boolean;

const keyOf = (shown: Shown) => ('threadId' in shown ? shown.threadId : '');

function toTooltip(shown: Shown, options: CardOptions, isOpen: IsOpen): Tooltip {
  const { docId, unsent } = options;
  const create = (view: EditorView): TooltipView => {
    const dom = drawCard(view, shown, options);
    const field = dom.querySelector('textarea');
    const quote = 'passage' in shown ? shown.passage.quote : '';
    return {
      dom,
      // After the update, before the next key: what is typed at once must not reach the text.
      mount: () => quote && queueMicrotask(() => field?.focus({ preventScroll: true })),
      // An open card goes with its editor, when access ends: the page that follows shows the text.
      destroy: () => {
        if (field && isOpen(view, create)) keepLostComment(docId, { body: field.value, quote });
        else if (field) unsent.set(keyOf(shown), field.value);
      },
    };
  };
  return { pos: shown.pos, create };
}

function drawCard(view: EditorView, shown: Shown, options: CardOptions): HTMLElement {
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
  if (options.rights.write) card.append(drawForm(view, shown, options));
  card.append(drawActs(view, thread, options));
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
function drawForm(view: EditorView, shown: Shown, options: CardOptions): HTMLElement {
  const { docId, unsent, reload } = options;
  const form = document.createElement('div');
  const field = document.createElement('textarea');
  const alert = document.createElement('p');
  const isReply = 'threadId' in shown;
  form.className = 'stack';
  field.rows = 2;
  field.value = unsent.get(keyOf(shown)) ?? '';
  field.setAttribute('aria-label', textOf(view, isReply ? 'comments.replyBody' : 'comments.new'));
  alert.className = 'error';
  alert.setAttribute('role', 'alert');
  const send = async () => {
    const body = field.value.trim();
    if (button.disabled) return;
    if (body === '') return field.focus();
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
      field.value = '';
      await reload();
      const threadId = 'threadId' in thread ? thread.threadId : thread.id;
      view.dispatch({ effects: showCard.of({ pos: shown.pos, threadId }) });
      view.focus();
    } catch (error) {
      alert.textContent = (error as RequestError).message;
      button.disabled = false;
    }
  };
  const button = makeButton(textOf(view, 'comments.send'), 'button small main', () => void send());
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposingKey(event)) void send();
  });
  form.append(field, offerPeople(view, field, options), alert, button);
  return form;
}

function drawActs(view: EditorView, thread: ThreadEntry | null, { rights, reload }: CardOptions): HTMLElement {
  const acts = document.createElement('div');
  acts.className = 'thread-acts';
  if (thread && rights.resolve) {
    const resolve = async () => {
      await request('POST', `/api/threads/${thread.id}/resolve`, { quiet: true });
      await reload();
      closeCard(view);
    };
    const fail = ({ message }: Error) => void addToast({ title: message, variant: 'destructive' });
    const run = () => void resolve().catch(fail);
    acts.append(makeButton(textOf(view, 'comments.resolve'), 'button small', run));
  }
  acts.append(makeButton(textOf(view, 'comments.close'), 'button small quiet', () => closeCard(view)));
  return acts;
}
