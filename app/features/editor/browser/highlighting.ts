import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

// Colours are set in editor-text.css, so that they follow the theme without inline style elements.
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
