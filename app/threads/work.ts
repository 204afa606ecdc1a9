import { findDestinations } from '#app/markdown/find-destinations.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { listTasks, tickTask } from '#app/markdown/tick-task.ts';
import { readWiki } from '#app/markdown/wiki-links.ts';
import { findQuotes, quoteFrom } from '#app/services/comments/find-quotes.ts';
import { markPassages } from '#app/services/comments/mark-passages.ts';
import { mentionedInHtml } from '#app/services/comments/mentioned-in-html.ts';
import { compareRendered } from '#app/services/documents/compare-rendered.ts';
import { alignTexts, compareTexts } from '#app/services/documents/compare-texts.ts';
import { deriveNew, deriveNewTexts, deriveSource, deriveText } from '#app/services/documents/derive-text.ts';
import { keepBoth, mergeTexts } from '#app/services/documents/merge-texts.ts';
import { packChange, packWhole, unpackAll } from '#app/services/documents/pack-text.ts';
import { changeState, foldState } from '#app/services/live/shared-text.ts';
import { joinFileTokens, readFileText } from '#app/services/search/file-text.ts';
import { snippetsOfFiles } from '#app/services/search/find-attachments.ts';
import { indexText } from '#app/services/search/index-text.ts';
import { makeSnippets } from '#app/services/search/make-snippet.ts';
import { readExtras } from '#app/services/transfer/export/read-extras.ts';
import { readBookstack } from '#app/services/transfer/sources/read-bookstack.ts';
import { readImportedText, readImportedTexts } from '#app/services/transfer/sources/read-imported-text.ts';
import { wordToMarkdown } from '#app/services/transfer/sources/word-to-markdown.ts';

/** Work that can run in threads: free of side effects, with plain data as arguments and results. */
export const WORK = {
  deriveText,
  deriveNew,
  deriveNewTexts,
  deriveSource,
  render: renderMarkdown,
  tickTask,
  listTasks,
  findDestinations,
  readImportedText,
  readImportedTexts,
  readWiki,
  readBookstack,
  readExtras,
  wordToMarkdown,
  compareTexts,
  alignTexts,
  compareRendered,
  mergeTexts,
  keepBoth,
  packWhole,
  packChange,
  unpackAll,
  makeSnippets,
  indexText,
  snippetsOfFiles,
  readFileText,
  joinFileTokens,
  foldState,
  changeState,
  findQuotes,
  quoteFrom,
  markPassages,
  mentionedInHtml,
  mentionedInText: (content: string) => mentionedInHtml(renderMarkdown(content).html),
};
export type Work = typeof WORK;
export type WorkKind = keyof Work;
