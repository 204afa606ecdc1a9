import { Component, type ComponentProps, createRef, type RefObject } from 'react';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'ref'> & { field?: RefObject<HTMLTextAreaElement | null> };
type Selected = Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd' | 'selectionDirection'>;

/**
 * A text field of several lines whose cursor stays in its place. React writes `defaultValue` at each render, which moves
 * the cursor of a field that was never changed to its start. Only class components can read the field before that.
 */
export class TextArea extends Component<TextAreaProps> {
  readonly #own = createRef<HTMLTextAreaElement>();

  get #element(): HTMLTextAreaElement | null {
    return (this.props.field ?? this.#own).current;
  }

  override getSnapshotBeforeUpdate(): Selected | null {
    const element = this.#element;
    if (!element || element !== document.activeElement) return null;
    const { value, selectionStart, selectionEnd, selectionDirection } = element;
    return { value, selectionStart, selectionEnd, selectionDirection };
  }

  override componentDidUpdate(_props: TextAreaProps, _state: unknown, before: Selected | null): void {
    const element = this.#element;
    if (!element || !before || element.value !== before.value) return;
    if (element.selectionStart === before.selectionStart && element.selectionEnd === before.selectionEnd) return;
    element.setSelectionRange(before.selectionStart, before.selectionEnd, before.selectionDirection);
  }

  override render() {
    const { field = this.#own, ...attributes } = this.props;
    return <textarea ref={field} {...attributes} />;
  }
}
