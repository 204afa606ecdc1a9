import { expect, test } from 'vitest';
import { pastedFiles } from '#app/ui/use-file-drop.ts';

const picture = new File(['x'], 'image.png', { type: 'image/png' });
/** A paste into a field, or beside all. */
const paste = (isInField: boolean, types: string[]) =>
  pastedFiles({
    target: { closest: () => (isInField ? {} : null) } as unknown as Element,
    clipboardData: { types, files: [picture] } as unknown as DataTransfer,
  });

test('text pasted into a field stays text, though the clipboard has a picture of it', () => {
  expect(paste(true, ['text/plain', 'text/html', 'Files'])).toEqual([]);
});

test('a picture is taken from a field that gets no text, and from anywhere else', () => {
  expect(paste(true, ['Files'])).toEqual([picture]);
  expect(paste(false, ['text/plain', 'Files'])).toEqual([picture]);
});
