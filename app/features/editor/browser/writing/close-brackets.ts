import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { type Extension, Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';

/** Excludes the backtick, which would break typed fences, and the apostrophe, which occurs in words. */
const BRACKETS = ['(', '[', '{', '"', '「', '『', '（', '《', '“', '【'];
const BEFORE = ')]}:;>.,!?」』）》”】，。；：！？、';

/** Closes brackets and quotes while typing, unless a letter follows. Typing the closing one moves past it. */
export const closingBrackets: Extension = [
  closeBrackets(),
  Prec.high(markdownLanguage.data.of({ closeBrackets: { brackets: BRACKETS, before: BEFORE } })),
  Prec.high(keymap.of([...closeBracketsKeymap])),
];
