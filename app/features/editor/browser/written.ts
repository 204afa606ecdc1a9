import { Text } from '@codemirror/state';
import type { WrittenOf } from '#app/browser/drafts.ts';

/** Title, icon and text in the editor. Successive texts share their unchanged parts, so comparing them is cheap. */
export type Written = WrittenOf<Text>;
export type Saved = Written & { version: number };
/** The same as the API returns it. */
export type Stored = WrittenOf<string> & { version: number };

export const asText = (content: string): Text => Text.of(content.split('\n'));
export const asString = (content: Text): string => content.toString();

/** Compares without joining the text's parts. */
export function equals(text: Text, content: string): boolean {
  if (text.length !== content.length) return false;
  let at = 0;
  for (const part of text.iter()) {
    if (!content.startsWith(part, at)) return false;
    at += part.length;
  }
  return true;
}

/** Returns title, icon and text with the text as the editor has it. */
export const withText = <T extends WrittenOf<string>>(written: T) => ({ ...written, content: asText(written.content) });
/** Returns title, icon and text with the text as a string, which takes time proportional to its length. */
export const withString = <T extends Written>(written: T) => ({ ...written, content: asString(written.content) });

export const isSame = (a: Written, b: Written) => a.title === b.title && a.icon === b.icon && a.content.eq(b.content);
