import { z } from 'zod';
import { hashWith, isSameSecret } from '#app/services/crypto/secrets.ts';

// Schema of an export's manifest beside the texts: comments, templates and group shares. A valid signature proves that
// this installation wrote it; only then are comments restored under other people's accounts.

const THREADS_MAX = 100_000;
const COMMENTS_MAX = 10_000;
const ENTRIES_MAX = 100_000;
const instant = z.iso.datetime();
const comment = z.object({
  author: z.object({ email: z.string().max(320).nullable(), name: z.string().max(320).nullable() }),
  body: z.string().min(1).max(10_000),
  createdAt: instant,
  editedAt: instant.nullable(),
});
const thread = z.object({
  documentId: z.string().max(64),
  quote: z.string().max(1000).nullable(),
  prefix: z.string().max(200).nullable(),
  suffix: z.string().max(200).nullable(),
  createdAt: instant,
  resolvedAt: instant.nullable(),
  comments: z.array(comment).min(1).max(COMMENTS_MAX),
});
const content = z.object({
  owner: z.string().max(320),
  threads: z.array(thread).max(THREADS_MAX),
  templates: z.array(z.object({ documentId: z.string().max(64), scope: z.enum(['own', 'everyone']) })).max(ENTRIES_MAX),
  groups: z
    .array(
      z.object({
        documentId: z.string().max(64),
        name: z.string().max(200),
        permission: z.enum(['READ', 'EDIT', 'NONE']),
      }),
    )
    .max(ENTRIES_MAX),
});
const manifest = z.object({ carried: z.unknown(), signature: z.string() });

export type Extras = z.output<typeof content>;
export type ExtraThread = Extras['threads'][number];
export type GroupEntry = Extras['groups'][number];

/** Purpose of the keyed hash that signs a manifest. */
export const PURPOSE = 'export';

/** Comments restored in one transaction, so that other writes can interleave. */
const BATCH = 200;

/** Part of a thread's comments, from the comment `from` on. `nth` is its place among the threads. */
export type ExtraPart = { nth: number; from: number; thread: ExtraThread };
/**
 * Parsed manifest data. `isOurs` is true if this installation wrote it for this owner. `parts` are the threads in
 * batches, each a JSON array of `ExtraPart`: cheap to pass between threads.
 */
export type ReadExtras = Omit<Extras, 'threads'> & { parts: string[]; isOurs: boolean };

/** Parses a manifest. Returns null for one without such data, `damaged` for an invalid one. Runs in a thread. */
export function readExtras(bytes: Uint8Array, key: string): ReadExtras | 'damaged' | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return 'damaged';
  }
  if (typeof parsed !== 'object' || parsed === null || !('carried' in parsed)) return null;
  const outer = manifest.safeParse(parsed);
  const inner = content.safeParse(outer.data?.carried);
  if (!outer.success || !inner.success) return 'damaged';
  const { threads, ...rest } = inner.data;
  const signature = hashWith(key, PURPOSE, JSON.stringify(outer.data.carried));
  return { ...rest, parts: partsOf(threads), isOurs: isSameSecret(outer.data.signature, signature) };
}

function partsOf(threads: ExtraThread[]): string[] {
  const parts: string[] = [];
  let batch: ExtraPart[] = [];
  let left = BATCH;
  const end = () => {
    if (batch.length > 0) parts.push(JSON.stringify(batch));
    [batch, left] = [[], BATCH];
  };
  for (const [nth, thread] of threads.entries()) {
    for (let from = 0; from < thread.comments.length; ) {
      const comments = thread.comments.slice(from, from + left);
      batch.push({ nth, from, thread: { ...thread, comments } });
      from += comments.length;
      left -= comments.length;
      if (left === 0) end();
    }
  }
  end();
  return parts;
}
