import type { TFunction } from 'i18next';
import type { Actor } from '#app/services/actor.ts';
import { createDocument } from '#app/services/documents/create-document.ts';
import { newId } from '#app/services/new-id.ts';
import type { ImportReport } from '#app/services/transfer/import/import-report.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockTree } from '#db/locks.ts';
import { Op } from '#db/operators.ts';

/** Source name in the import report of the sample. */
const SOURCE = 'arbor-sample';
const CHILDREN = ['write', 'arrange', 'share'] as const;

/**
 * Creates the sample tree in the actor's language and returns the id of its top document; if there is one already, that
 * of the existing one. It is recorded as an import, so that undoing the import removes it.
 */
export async function plantSample(actor: Actor, t: TFunction): Promise<string> {
  return inTransaction(async () => {
    await lockTree(actor.id);
    return (await findTop(actor)) ?? plant(actor, t);
  });
}

async function plant(actor: Actor, t: TFunction): Promise<string> {
  const create = (name: 'top' | (typeof CHILDREN)[number], parentId: string | null) =>
    createDocument(actor, { title: t(`sample.${name}.title`), content: t(`sample.${name}.content`), parentId });
  const top = await create('top', null);
  const ids = [top.id];
  for (const name of CHILDREN) ids.push((await create(name, top.id)).id);
  const { Document, Import } = await models();
  const report: ImportReport = {
    sources: [SOURCE],
    documents: ids.length,
    tops: [{ id: top.id, title: top.title }],
    notTaken: [],
    notTakenCount: 0,
    isComplete: true,
  };
  const importId = newId();
  await Import.create({ id: importId, userId: actor.id, report: JSON.stringify(report), createdAt: Date.now() });
  await Document.update({ importId }, { where: { id: ids } });
  return top.id;
}

/** Returns the id of the sample's top document; null if there is none or it is in the archive. */
async function findTop(actor: Actor): Promise<string | null> {
  const { report } = (await findImport(actor)) ?? {};
  const [top] = report ? (JSON.parse(report) as ImportReport).tops : [];
  const { Document } = await models();
  return top && (await Document.count({ where: { id: top.id, archivedAt: null } })) > 0 ? top.id : null;
}

async function findImport(actor: Actor) {
  const report = { [Op.like]: `{"sources":["${SOURCE}"]%` };
  return (await models()).Import.findOne({ where: { userId: actor.id, report }, attributes: ['id', 'report'] });
}

/** Returns the id of the import that created the actor's sample tree; null without one. */
export const findSample = async (actor: Actor): Promise<string | null> => (await findImport(actor))?.id ?? null;
