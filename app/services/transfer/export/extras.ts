import { keyedHash } from '#app/services/crypto/secrets.ts';
import { type Extras, type ExtraThread, type GroupEntry, PURPOSE } from '#app/services/transfer/export/read-extras.ts';
import { findCommentsToExport, findTemplatesToExport } from '#db/queries/export-extras.ts';

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
  return { carried, signature: keyedHash(PURPOSE, JSON.stringify(carried)) };
}
