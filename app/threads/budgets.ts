import type { WorkKind } from '#app/threads/work.ts';

/** Limit of one task, after which the thread is terminated and the caller uses its fallback. */
type Budget = { milliseconds: number };

const SECONDS = 1000;

/**
 * Several times the duration of the largest allowed text on one core, so that a busy machine does not turn documents
 * into their source. Memory has one limit for all kinds (`THREAD_MEMORY_MB`).
 */
export const BUDGETS: Record<WorkKind, Budget> = {
  deriveText: { milliseconds: 10 * SECONDS },
  deriveNew: { milliseconds: 10 * SECONDS },
  deriveNewTexts: { milliseconds: 10 * SECONDS },
  deriveSource: { milliseconds: 10 * SECONDS },
  render: { milliseconds: 10 * SECONDS },
  tickTask: { milliseconds: 5 * SECONDS },
  listTasks: { milliseconds: 5 * SECONDS },
  findDestinations: { milliseconds: 5 * SECONDS },
  readImportedText: { milliseconds: 10 * SECONDS },
  readImportedTexts: { milliseconds: 10 * SECONDS },
  wordToMarkdown: { milliseconds: 20 * SECONDS },
  readBookstack: { milliseconds: 20 * SECONDS },
  readExtras: { milliseconds: 20 * SECONDS },
  readWiki: { milliseconds: 5 * SECONDS },
  compareTexts: { milliseconds: 5 * SECONDS },
  alignTexts: { milliseconds: 5 * SECONDS },
  compareRendered: { milliseconds: 10 * SECONDS },
  mergeTexts: { milliseconds: 5 * SECONDS },
  keepBoth: { milliseconds: 5 * SECONDS },
  packWhole: { milliseconds: 5 * SECONDS },
  packChange: { milliseconds: 5 * SECONDS },
  unpackAll: { milliseconds: 10 * SECONDS },
  makeSnippets: { milliseconds: 5 * SECONDS },
  indexText: { milliseconds: 10 * SECONDS },
  snippetsOfFiles: { milliseconds: 5 * SECONDS },
  readFileText: { milliseconds: 20 * SECONDS },
  joinFileTokens: { milliseconds: 20 * SECONDS },
  foldState: { milliseconds: 10 * SECONDS },
  changeState: { milliseconds: 10 * SECONDS },
  findQuotes: { milliseconds: 5 * SECONDS },
  quoteFrom: { milliseconds: 5 * SECONDS },
  markPassages: { milliseconds: 5 * SECONDS },
  mentionedInHtml: { milliseconds: 5 * SECONDS },
  mentionedInText: { milliseconds: 10 * SECONDS },
};

/** Heap of one thread in MB. The largest allowed text needs less than half. */
export const THREAD_MEMORY_MB = 384;

/** Maximum number of queued tasks per person; more are answered with 503. */
export const WAITING_MAX = 200;
