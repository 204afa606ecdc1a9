import { type DerivedText, deriveNew, deriveText } from '#app/services/documents/derive-text.ts';
import { linkedDocuments, linkSteps } from '#app/services/documents/document-links.ts';
import type { Packed } from '#app/services/documents/pack-text.ts';
import { asBuffer, packNew } from '#app/services/documents/revisions.ts';
import { indexSteps } from '#app/services/search/full-text-index.ts';
import { INDEX_VERSION } from '#app/services/search/index-text.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';
import { putText } from '#db/queries/texts.ts';
import { type Step, writeBatch } from '#db/write-batch.ts';

export type PreparedText = Omit<DerivedText, 'links'> & {
  content: string;
  /** Ids of the linked documents. */
  linksTo: string[];
};

/** Words and headings only: renders in at most 2 ms, less than the overhead of a worker thread. */
const PLAIN = /^[\p{L}\p{M}\p{N}\p{Zs}\n#.,;!?()"'，。；！？、（）“”]{0,1000}$/u;

/** Computes everything a save derives from a text. Call before the transaction, to keep it short. */
export async function prepareText(person: string, content: string): Promise<PreparedText> {
  const { links, ...derived } = await derive(person, content);
  return { ...derived, content, linksTo: linkedDocuments(links) };
}

async function derive(person: string, content: string): Promise<DerivedText> {
  if (PLAIN.test(content)) return deriveText(content);
  return orFallback(runInThread(person, 'deriveText', content), () => runInThread(person, 'deriveSource', content));
}

/** A prepared text with the encoded first revision. */
export type NewText = PreparedText & { packed: Packed };

export async function prepareNewText(person: string, content: string): Promise<NewText> {
  return newTextFrom(content, await deriveNewText(person, content));
}

/** Bounds of the texts that go to a thread together. */
const GROUP_TEXTS = 8;
const GROUP_UNITS = 64_000;

/** Prepares new texts in groups. If one of a group takes too long, each of the group is prepared on its own. */
export async function prepareNewTexts(person: string, contents: readonly string[]): Promise<NewText[]> {
  const groups = await Promise.all(groupsOf(contents).map((group) => prepareGroup(person, group)));
  return groups.flat();
}

async function prepareGroup(person: string, group: string[]): Promise<NewText[]> {
  const eachAlone = () => Promise.all(group.map((content) => prepareNewText(person, content)));
  if (group.length === 1) return eachAlone();
  const derived = runInThread(person, 'deriveNewTexts', group);
  return orFallback(
    derived.then((texts) => texts.map((text, nth) => newTextFrom(group[nth]!, text))),
    eachAlone,
  );
}

function groupsOf(contents: readonly string[]): string[][] {
  const groups: string[][] = [];
  let units = 0;
  for (const content of contents) {
    const last = groups.at(-1);
    if (last && last.length < GROUP_TEXTS && units + content.length <= GROUP_UNITS) last.push(content);
    else {
      groups.push([content]);
      units = 0;
    }
    units += content.length;
  }
  return groups;
}

function newTextFrom(content: string, { links, packed, ...derived }: DerivedText & { packed: Packed }): NewText {
  return { ...derived, content, linksTo: linkedDocuments(links), packed: asBuffer(packed) };
}

async function deriveNewText(person: string, content: string): Promise<DerivedText & { packed: Packed }> {
  if (PLAIN.test(content)) return deriveNew(content);
  return orFallback(runInThread(person, 'deriveNew', content), async () => {
    const [derived, packed] = await Promise.all([
      runInThread(person, 'deriveSource', content),
      packNew(person, content),
    ]);
    return { ...derived, packed };
  });
}

/** Stores a text, its HTML, links and search index; call in the transaction that creates the document. */
export async function storeText(documentId: string, title: string, prepared: PreparedText): Promise<void> {
  await writeBatch(textSteps(documentId, title, prepared));
}

/** Steps that store a text, its HTML, links and search index. */
export function textSteps(documentId: string, title: string, prepared: PreparedText): Step[] {
  const { content, html, outline, plainText, words, readingSeconds, renderVersion, indexed, linksTo } = prepared;
  const text = { content, html, outline, plainText, words, readingSeconds, renderVersion, indexVersion: INDEX_VERSION };
  return [
    putText.step({ documentId, ...text }),
    ...linkSteps(documentId, linksTo),
    ...indexSteps(documentId, title, indexed),
  ];
}

/** Returns the collation key of a title, identical on both databases. */
export function titleKey(title: string): string {
  return title.normalize('NFKC').toLowerCase();
}
