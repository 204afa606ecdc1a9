import { type EditorView, repositionTooltips } from '@codemirror/view';
import { makeButton } from '#app/browser/make-button.ts';
import { shareToMention } from '#app/browser/mentionable.ts';
import type { KnownPeople } from '#app/features/editor/browser/menus/known-people.ts';
import { textOf } from '#app/features/editor/browser/texts.ts';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';
import { begunIn, foundText, mentionAt, offeredFor, offerKey } from '#app/ui/mention-typing.ts';

type Options = { docId: string; people: KnownPeople };

/**
 * Offers people below a field after an `@`, as on the document's page. Returns the element that announces them, to be
 * put behind the field.
 */
export function offerPeople(view: EditorView, field: HTMLTextAreaElement, { docId, people }: Options): HTMLElement {
  const list = document.createElement('ul');
  const said = document.createElement('p');
  let offered: Mentionable[] = [];
  let active = 0;
  list.className = 'mention-offers';
  list.setAttribute('aria-label', textOf(view, 'comments.mention'));
  said.className = 'sr-only';
  said.setAttribute('aria-live', 'polite');
  const show = (shown: Mentionable[], chosen = 0) => {
    [offered, active] = [shown, chosen];
    const person = offered[active];
    list.replaceChildren(...offered.map(draw));
    if (person) field.after(list);
    else list.remove();
    said.textContent = person ? textOf(view, foundText(person), { name: person.name }) : '';
    // The card grows and shrinks with the offers.
    repositionTooltips(view);
    if (person) list.scrollIntoView({ block: 'nearest' });
  };
  const choose = async (person: Mentionable) => {
    const begun = begunIn(field);
    if (begun === null) return;
    const insert = mentionAt(field, begun);
    show([]);
    const shared = textOf(view, 'toast.shared', { email: person.shareWith ?? '' });
    if (person.shareWith && !(await shareToMention(docId, person, shared))) return;
    insert(person);
    field.focus();
  };
  const draw = (person: Mentionable, index: number) => {
    const item = document.createElement('li');
    const { name, shareWith } = person;
    const label = shareWith ? textOf(view, 'comments.shareWith', { name }) : name;
    if (index === active) item.dataset.active = '';
    item.append(makeButton(label, 'button quiet', () => void choose(person)));
    return item;
  };
  const look = () => show(offeredFor(people.list, begunIn(field)));
  field.addEventListener('focus', () => people.load());
  field.addEventListener('input', look);
  field.addEventListener('click', look);
  field.addEventListener('keydown', (event) => {
    const person = offered[active];
    const does = event.ctrlKey || event.metaKey ? null : offerKey(event);
    if (!person || does === null) return;
    event.preventDefault();
    // Escape would also close the card.
    event.stopPropagation();
    if (does === 'close') show([]);
    else if (does === 'choose') void choose(person);
    else show(offered, (active + does + offered.length) % offered.length);
  });
  return said;
}
