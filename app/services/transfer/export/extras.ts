import { z } from 'zod';
import { isSameSecret, keyedHash } from '#app/services/crypto/secrets.ts';
import { findCommentsToExport, findTemplatesToExport } from '#db/queries/export-extras.ts';

// Schema of an export's manifest beside the texts: comments, templates and group shares. A valid signature proves that
// this installation wrote it; only then are comments restored under other people's accounts.

const THREADS_MAX = 100_000;
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
  comments: z.array(comment).min(1),
});
const content = z.object({
  owner: z.string().max(320),
  threads: z.array(thread).max(THREADS_MAX),
  templates: z.array(z.object({ documentId: z.string().max(64), scope: z.enum(['own', 'everyone']) })),
  groups: z.array(
    z.object({
      documentId: z.string().max(64),
      name: z.string().max(200),
      permission: z.enum(['READ', 'EDIT', 'NONE']),
    }),
  ),
});
const manifest = z.object({ carried: z.unknown(), signature: z.string() });

export type Extras = z.output<typeof content>;
export type ExtraThread = Extras['threads'][number];
type GroupEntry = Extras['groups'][number];

const signatureOf = (carried: unknown) => keyedHash('export', JSON.stringify(carried));
const isoOf = (at: number | null) => (at === null ? null : new Date(Number(at)).toISOString());

/** Collects the manifest data of a person's documents. `groups` are the documents' group shares. */
export async function collectExtras(
  owner: { id: string; email: string },
  isExported: (documentId: string) => boolean,
  groups: GroupEntry[],
): Promise<{ carried: Extras; signature: string }> {
  const rows = (await findCommentsToExport({ me: owner.id })).filter(({ documentId }) => isExported(documentId));
  const threads = [...Map.groupBy(rows, ({ threadId }) => threadId).values()].map((comments): ExtraThread => {
    const { documentId, quote, prefix, suffix, startedAt, resolvedAt } = comments[0]!;
    return {
      documentId,
      quote,
      prefix,
      suffix,
      createdAt: isoOf(startedAt)!,
      resolvedAt: isoOf(resolvedAt),
      comments: comments.map(({ email, name, body, createdAt, editedAt }) => ({
        author: { email, name },
        body,
        createdAt: isoOf(createdAt)!,
        editedAt: isoOf(editedAt),
      })),
    };
  });
  const templates = (await findTemplatesToExport({ me: owner.id }))
    .filter(({ documentId }) => isExported(documentId))
    .map(({ documentId, isForEveryone }) => ({
      documentId,
      scope: Number(isForEveryone) === 1 ? ('everyone' as const) : ('own' as const),
    }));
  const carried = { owner: owner.email, threads, templates, groups };
  return { carried, signature: signatureOf(carried) };
}

/** Parsed manifest data. `isOurs` is true if this installation wrote it for this owner. */
export type ReadExtras = { carried: Extras; isOurs: boolean };

/** Parses a manifest. Returns null for one without such data, `damaged` for an invalid one. */
export function readExtras(text: string): ReadExtras | 'damaged' | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return 'damaged';
  }
  if (typeof parsed !== 'object' || parsed === null || !('carried' in parsed)) return null;
  const outer = manifest.safeParse(parsed);
  const inner = content.safeParse(outer.data?.carried);
  if (!outer.success || !inner.success) return 'damaged';
  return { carried: inner.data, isOurs: isSameSecret(outer.data.signature, signatureOf(outer.data.carried)) };
}
