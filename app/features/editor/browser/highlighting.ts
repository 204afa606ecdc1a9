import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

// Colours stand in editor-text.css: they change with the theme, and no style element has to be written for it.
const look = HighlightStyle.define([
  { tag: tags.keyword, class: 'tok-keyword' },
  { tag: [tags.string, tags.regexp], class: 'tok-string' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: 'tok-number' },
  { tag: [tags.comment, tags.meta], class: 'tok-comment' },
  { tag: [tags.function(tags.variableName), tags.typeName, tags.className, tags.tagName], class: 'tok-name' },
  { tag: [tags.propertyName, tags.attributeName], class: 'tok-property' },
  { tag: tags.processingInstruction, class: 'tok-mark' },
]);

export const syntaxColours = syntaxHighlighting(look);
