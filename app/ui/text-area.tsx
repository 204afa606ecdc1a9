import { type ComponentProps, type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'ref'> & { ref?: RefObject<HTMLTextAreaElement | null> };

/**
 * A text field of several lines whose cursor stays in its place. React writes `defaultValue` at each render, which moves
 * the cursor of a field that was never changed to its start.
 */
export function TextArea({ ref, onFocus, ...attributes }: TextAreaProps) {
  const inner = useRef<HTMLTextAreaElement>(null);
  const field = ref ?? inner;
  // It may have the focus before the page has scripts.
  useLayoutEffect(() => {
    if (field.current && field.current === document.activeElement) markAsChanged(field.current);
  }, [field]);
  const onOwnFocus = (event: FocusEvent<HTMLTextAreaElement>) => {
    markAsChanged(event.currentTarget);
    onFocus?.(event);
  };
  return <textarea ref={field} onFocus={onOwnFocus} {...attributes} />;
}

/** Afterwards the field's default no longer replaces its text. */
function markAsChanged(field: HTMLTextAreaElement): void {
  field.setRangeText('', 0, 0, 'preserve');
}
