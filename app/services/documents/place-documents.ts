import { AppError } from '#app/errors.ts';
import { DEPTH_MAX } from '#app/schemas/limits.ts';
import { type AccessChains, loadChains } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { POSITION_STEP, type Siblings } from '#app/services/documents/position.ts';
import { findLast, findLastBelow } from '#db/queries/positions.ts';
import { lockTreeSteps, type Step } from '#db/write-batch.ts';

type Wanted = { id: string; parentId: string | null };
type Place = { siblings: Siblings; position: number };
type Parent = { ownerId: string; depth: number; last: number };
/** `steps` come first in a batch: they lock the trees, and refuse if access or positions have changed. */
export type PlacedBatch = { places: Place[]; steps: Step[] };

/**
 * Determines places for new documents, each after the existing children of its parent. Parents come before their
 * children, or exist. Throws `documentNotFound`, `documentAccessDenied`, and `validationFailed` for too deep a tree.
 */
export async function placeDocuments(actor: Actor, documents: readonly Wanted[]): Promise<PlacedBatch> {
  const own = new Set(documents.map(({ id }) => id));
  const asked = new Set(
    documents.flatMap(({ parentId }) => (parentId === null || own.has(parentId) ? [] : [parentId])),
  );
  const existing = [...asked].sort();
  const hasRoots = documents.some(({ parentId }) => parentId === null);
  const [below, roots] = await Promise.all([
    existing.length > 0 ? readParents(actor, existing) : NOTHING_READ,
    hasRoots ? readRoots(actor) : NOTHING_READ,
  ]);
  const parents = new Map([...below.parents, ...roots.parents]);
  const owners = new Set([...parents.values()].map(({ ownerId }) => ownerId));
  const places = documents.map(({ id, parentId }) => placeBelow(parents, id, parentId));
  return { places, steps: [...lockTreeSteps(owners), ...below.steps, ...roots.steps] };
}

type Read = { parents: [string | null, Parent][]; steps: Step[] };
const NOTHING_READ: Read = { parents: [], steps: [] };

async function readParents(actor: Actor, ids: string[]): Promise<Read> {
  const bind = { parents: JSON.stringify(ids) };
  const [chains, rows] = await Promise.all([loadChains(actor, ids), findLastBelow(bind)]);
  const lasts = new Map(rows.map(({ parentId, edge }) => [parentId, edge ?? 0]));
  return {
    parents: ids.map((id) => [id, parentFrom(chains, id, lasts.get(id) ?? 0)]),
    steps: [chains.unchanged, findLastBelow.unchanged(bind, rows)],
  };
}

function parentFrom(chains: AccessChains, id: string, last: number): Parent {
  const { ownerId, depth } = chains.require(id, 'addChild');
  return { ownerId, depth, last };
}

async function readRoots({ id: ownerId }: Actor): Promise<Read> {
  const rows = await findLast.roots({ ownerId });
  const root = { ownerId, depth: -1, last: rows[0]?.edge ?? 0 };
  return { parents: [[null, root]], steps: [findLast.roots.unchanged({ ownerId }, rows)] };
}

function placeBelow(parents: Map<string | null, Parent>, id: string, parentId: string | null): Place {
  const parent = parents.get(parentId)!;
  const { ownerId, depth } = parent;
  if (depth + 1 >= DEPTH_MAX) {
    throw new AppError('validationFailed', { fields: { parentId: [{ key: 'move.tooDeep' }] } });
  }
  parent.last += POSITION_STEP;
  parents.set(id, { ownerId, depth: depth + 1, last: 0 });
  return { siblings: { parentId, ownerId }, position: parent.last };
}
