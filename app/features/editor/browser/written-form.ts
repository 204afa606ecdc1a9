import { type Annotation, ChangeSet, Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { WrittenOf } from '#app/browser/drafts.ts';
import { IdleTimer } from '#app/features/editor/browser/idle-timer.ts';
import { mergeWritten } from '#app/features/editor/browser/merge-letters.ts';
import { changesBetween } from '#app/features/editor/browser/merge-remote.ts';
import { asString, type Written, withString } from '#app/features/editor/browser/written.ts';
import { oneLine } from '#app/schemas/one-line.ts';
import { setValue } from '#app/ui/fit-height.ts';

/** Idle time before the hidden field is filled, which takes browsers about 50 ms for a text of 1.4 MB. */
const AT_REST = { afterMs: 1000, withinMs: 2000 };

/** Form fields behind the editor. The form still submits them. */
export type FormFields = {
  form: HTMLFormElement;
  title: HTMLTextAreaElement;
  icon: HTMLInputElement;
  content: HTMLTextAreaElement;
  baseVersion: HTMLInputElement;
};

/** Title, icon and text, which the form's fields and the editor hold together. */
export class WrittenForm {
  readonly #fields: FormFields;
  readonly #view: EditorView;
  readonly #untitled: string;
  /** Edits since the text was last sent. Changes of others are merged below them. */
  #sinceSent: ChangeSet | null = null;
  /** Copies the saved text to the form's field, as browsers may restore fields. */
  readonly #mirror = new IdleTimer();

  constructor(fields: FormFields, view: EditorView, untitled: string) {
    this.#fields = fields;
    this.#view = view;
    this.#untitled = untitled;
  }

  read(): Written {
    const { title, icon } = this.#fields;
    return {
      title: oneLine(title.value).trim() || this.#untitled,
      icon: icon.value.trim() || null,
      content: this.#view.state.doc,
    };
  }

  /** Records an edit of the text. */
  changed(changes: ChangeSet): void {
    this.#mirror.cancel();
    this.#sinceSent = this.#sinceSent?.compose(changes) ?? null;
  }

  /** Records that the text is being sent. */
  sent(): void {
    this.#sinceSent = ChangeSet.empty(this.#view.state.doc.length);
  }

  /** Takes over what the server made of a sent version, below the edits since. */
  adopt(sent: Written, merged: Written): void {
    const { title, icon } = this.#fields;
    const now = this.read();
    if (merged.title !== sent.title && now.title === sent.title) setValue(title, merged.title);
    if (merged.icon !== sent.icon && now.icon === sent.icon) icon.value = merged.icon ?? '';
    const changes = changesBetween(asString(sent.content), asString(merged.content));
    const beneath = this.#sinceSent ? changes.map(this.#sinceSent) : changes;
    this.#view.dispatch({ changes: beneath, annotations: Transaction.addToHistory.of(false) });
  }

  /** Merges newer title, icon and text below the edits of the text they come from. */
  merge(from: Written, newer: Written): void {
    const merged = mergeWritten(withString(from), withString(this.read()), withString(newer));
    this.#show(merged, [Transaction.addToHistory.of(false)]);
  }

  /** Replaces title, icon and text, like an edit of the user. */
  write(written: WrittenOf<string>): void {
    this.#show(written, [Transaction.userEvent.of('input.draft')]);
    // A shared title follows the events of its field.
    this.#fields.title.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** Takes over the text that a script, such as a browser extension, has written into the form's field. */
  takeField(): void {
    const { content } = this.#fields;
    this.#view.dispatch({ changes: changesBetween(this.#text(), content.value), userEvent: 'input' });
  }

  fillField(): void {
    this.#mirror.cancel();
    this.#fields.content.value = this.#text();
  }

  fillFieldAtRest(): void {
    this.#mirror.start(() => this.fillField(), AT_REST);
  }

  close(): void {
    this.#mirror.cancel();
  }

  #show(written: WrittenOf<string>, annotations: Annotation<unknown>[]): void {
    const { title, icon } = this.#fields;
    if (written.title !== title.value.trim()) setValue(title, written.title);
    icon.value = written.icon ?? '';
    this.#view.dispatch({ changes: changesBetween(this.#text(), written.content), annotations });
  }

  #text(): string {
    return this.#view.state.doc.toString();
  }
}
