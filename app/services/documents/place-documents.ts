import { DEPTH_MAX } from '#app/schemas/limits.ts';
import { loadChains } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { POSITION_STEP, type Siblings } from '#app/services/documents/position.ts';
import { findLast, findLastBelow } from '#db/queries/positions.ts';
import { lockTreeSteps, type Step } from '#db/write-batch.ts';

type Wanted = { id: string; parentId: string | null };
type Place = { siblings: Siblings; position: number };
type Parent = { ownerId: string; depth: number; last: number };
/**
 * `steps` come first in a batch: they lock the trees, and refuse if access or positions have changed. A place is null
 * if the actor can add no document there: the parent is gone, archived, closed to them or has no place itself, or the
 * tree would become too deep.
 */
export type PlacedBatch = { places: (Place | null)[]; steps: Step[] };

/**
 * Determines places for new documents, each after the existing children of its parent. Parents come before their
 * children, or exist.
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
  const places = documents.map(({ id, parentId }) => placeIn(parents, id, parentId));
  return { places, steps: [...lockTreeSteps(owners), ...below.steps, ...roots.steps] };
}

type Read = { parents: (readonly [string | null, Parent])[]; steps: Step[] };
const NOTHING_READ: Read = { parents: [], steps: [] };

async function readParents(actor: Actor, ids: string[]): Promise<Read> {
  const bind = { parents: JSON.stringify(ids) };
  const [chains, rows] = await Promise.all([loadChains(actor, ids), findLastBelow(bind)]);
  const lasts = new Map(rows.map(({ parentId, edge }) => [parentId, edge ?? 0]));
  return {
    parents: ids.flatMap((id) => {
      const access = chains.tryFind(id);
      if (!access?.can.addChild) return [];
      return [[id, { ownerId: access.ownerId, depth: access.depth, last: lasts.get(id) ?? 0 }] as const];
    }),
    steps: [chains.unchanged, findLastBelow.unchanged(bind, rows)],
  };
}

async function readRoots({ id: ownerId }: Actor): Promise<Read> {
  const rows = await findLast.roots({ ownerId });
  const root = { ownerId, depth: -1, last: rows[0]?.edge ?? 0 };
  return { parents: [[null, root]], steps: [findLast.roots.unchanged({ ownerId }, rows)] };
}

function placeIn(parents: Map<string | null, Parent>, id: string, parentId: string | null): Place | null {
  const parent = parents.get(parentId);
  if (!parent || parent.depth + 1 >= DEPTH_MAX) return null;
  const { ownerId, depth } = parent;
  parent.last += POSITION_STEP;
  parents.set(id, { ownerId, depth: depth + 1, last: 0 });
  return { siblings: { parentId, ownerId }, position: parent.last };
}
