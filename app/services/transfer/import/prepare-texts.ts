import type { Actor } from '#app/services/actor.ts';
import { type NewText, prepareNewTexts } from '#app/services/documents/document-text.ts';
import type { Attachments } from '#app/services/transfer/import/attachments.ts';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';
import type { ImportPlan, PlannedDocument } from '#app/services/transfer/import/plan-import.ts';
import { type Repointed, repointLinks } from '#app/services/transfer/import/repoint-links.ts';
import { pointWikiLinks } from '#app/services/transfer/obsidian/point-wiki-links.ts';
import { VaultNames } from '#app/services/transfer/obsidian/vault-names.ts';
import { mapBounded } from '#app/threads/map-bounded.ts';

/** Texts of a batch read at a time. Several batches of several imports share the thread queue of one person. */
const AT_ONCE = 4;

export type Prepared = { planned: PlannedDocument; text: NewText };
/** `prepared` is empty for documents written by an earlier run. */
export type Batch = { planned: PlannedDocument[]; prepared: Prepared[]; notTaken: NotTaken[] };

/** Rewrites links of planned documents to each other and to their attachments, and derives what a save stores. */
export class TextPreparation {
  readonly #actor: Actor;
  readonly #plan: ImportPlan;
  readonly #attachments: Attachments;
  readonly #names: Promise<VaultNames>;

  constructor(actor: Actor, plan: ImportPlan, attachments: Attachments) {
    this.#actor = actor;
    this.#plan = plan;
    this.#attachments = attachments;
    const aliases = plan.documents.flatMap(({ id, path, aliases: names }) =>
      names.map((name) => [name, path, id] as const),
    );
    this.#names = VaultNames.read({ documents: plan.idOfPath, aliases, files: attachments.paths() });
  }

  async prepare(planned: PlannedDocument[]): Promise<Batch> {
    const { repointed, notTaken } = await this.#repointAll(planned);
    const texts = await prepareNewTexts(
      this.#actor.id,
      repointed.map(({ content }) => content),
    );
    const asSource = planned.filter((_, nth) => texts[nth]!.isSource);
    return {
      planned,
      prepared: planned.map((document, nth) => ({ planned: document, text: texts[nth]! })),
      notTaken: [...notTaken, ...asSource.map(({ path }) => ({ path, reason: 'shownAsSource' as const, detail: '' }))],
    };
  }

  /** Finds referenced files and broken links without the cost of rendering. */
  async survey(planned: PlannedDocument[]): Promise<Batch> {
    const { notTaken } = await this.#repointAll(planned);
    return { planned, prepared: [], notTaken };
  }

  async #repointAll(planned: PlannedDocument[]): Promise<{ repointed: Repointed[]; notTaken: NotTaken[] }> {
    const repointed = await mapBounded(planned, AT_ONCE, (document) => this.#repoint(document));
    for (const { id, path } of planned) this.#attachments.attachBeside(id, path);
    return { repointed, notTaken: repointed.flatMap(({ notTaken }) => notTaken) };
  }

  /** A text exported by Arbor has no other kinds of links; anything that looks like them is text. */
  async #repoint(document: PlannedDocument): Promise<Repointed> {
    const [person, { idOfPath }, attachments] = [this.#actor.id, this.#plan, this.#attachments];
    if (document.isArbor) return repointLinks(person, document, idOfPath, attachments);
    const names = await this.#names;
    const wiki = await pointWikiLinks(person, document, names, attachments);
    const plain = await repointLinks(person, { ...document, content: wiki.content }, idOfPath, attachments, names);
    return { content: plain.content, notTaken: [...wiki.notTaken, ...plain.notTaken] };
  }
}
