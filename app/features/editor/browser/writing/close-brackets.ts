import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { type Extension, Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';

/** A backtick is left out: it would spoil the three that open a block of code. An apostrophe ends words. */
const BRACKETS = ['(', '[', '{', '"', '「', '『', '（', '《', '“', '【'];
const BEFORE = ')]}:;>.,!?」』）》”】，。；：！？、';

/** Closes brackets and quotes while typing, unless a letter follows; typed again, the closing one is passed over. */
export const closingBrackets: Extension = [
  closeBrackets(),
  Prec.high(markdownLanguage.data.of({ closeBrackets: { brackets: BRACKETS, before: BEFORE } })),
  Prec.high(keymap.of([...closeBracketsKeymap])),
];
