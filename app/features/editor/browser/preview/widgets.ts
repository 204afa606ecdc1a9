import { type EditorView, WidgetType } from '@codemirror/view';
import { pictureSource } from '#app/features/editor/browser/preview/picture-source.ts';
import { textOf } from '#app/features/editor/browser/texts.ts';
import type { LinkCard } from '#app/schemas/link-cards.ts';

/** The bullet of a list item. */
export class BulletWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }
  toDOM(): HTMLElement {
    const bullet = document.createElement('span');
    bullet.className = 'cm-bullet';
    bullet.textContent = '•';
    return bullet;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

/** A task checkbox that edits the text. */
export class CheckboxWidget extends WidgetType {
  readonly isDone: boolean;
  constructor(isDone: boolean) {
    super();
    this.isDone = isDone;
  }
  override eq(other: CheckboxWidget): boolean {
    return other.isDone === this.isDone;
  }
  toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.className = 'cm-checkbox';
    box.checked = this.isDone;
    box.setAttribute('aria-label', textOf(view, 'editor.task'));
    box.addEventListener('mousedown', (event) => event.preventDefault());
    box.addEventListener('click', () => {
      const from = view.posAtDOM(box);
      view.dispatch({ changes: { from, to: from + 3, insert: this.isDone ? '[ ]' : '[x]' }, userEvent: 'input.task' });
    });
    return box;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

/** A label that replaces marks: the kind of an alert, the language of a code block. */
export class LabelWidget extends WidgetType {
  readonly key: string | null;
  readonly className: string;
  readonly text: string;
  constructor(key: string | null, className: string, text = '') {
    super();
    this.key = key;
    this.className = className;
    this.text = text;
  }
  override eq(other: LabelWidget): boolean {
    return other.key === this.key && other.text === this.text && other.className === this.className;
  }
  toDOM(view: EditorView): HTMLElement {
    const label = document.createElement('span');
    label.className = this.className;
    label.textContent = this.key ? textOf(view, this.key) : this.text;
    return label;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

export class RuleWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }
  toDOM(): HTMLElement {
    const rule = document.createElement('span');
    rule.className = 'cm-rule';
    return rule;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

/** The card of a known address. A click places the cursor; Ctrl or ⌘ and click opens the address. */
export class CardWidget extends WidgetType {
  readonly address: string;
  readonly card: LinkCard;
  constructor(address: string, card: LinkCard) {
    super();
    this.address = address;
    this.card = card;
  }
  override eq(other: CardWidget): boolean {
    return other.address === this.address;
  }
  toDOM(): HTMLElement {
    const box = document.createElement('span');
    box.className = `cm-link cm-card cm-card-${this.card.kind}`;
    box.dataset.address = this.address;
    const [kind, address] = [document.createElement('span'), document.createElement('span')];
    kind.className = 'card-kind';
    kind.textContent = this.card.name;
    address.className = 'card-address';
    address.textContent = this.address;
    box.append(kind, address);
    return box;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

/** An image. Measures the editor again once it has loaded. */
export class ImageWidget extends WidgetType {
  readonly address: string;
  readonly alt: string;
  constructor(address: string, alt: string) {
    super();
    this.address = address;
    this.alt = alt;
  }
  override eq(other: ImageWidget): boolean {
    return other.address === this.address && other.alt === this.alt;
  }
  toDOM(view: EditorView): HTMLElement {
    const image = document.createElement('img');
    image.className = 'cm-image';
    image.alt = this.alt;
    image.referrerPolicy = 'no-referrer';
    image.addEventListener('load', () => {
      // Place wide images below their source, as beside it they would move sideways.
      if (image.offsetWidth > view.contentDOM.clientWidth / 2) image.classList.add('cm-image-wide');
      view.requestMeasure();
    });
    image.src = pictureSource(view, this.address);
    return image;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}
