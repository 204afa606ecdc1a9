import type { SharePermission } from '#db/models/share.ts';

type Drop = -1 | 0 | 1;

/** Minimal model of a tree according to the contract. */
export class ModelTree {
  readonly parents = new Map<string, string | null>();
  readonly shares = new Map<string, SharePermission>();
  private order: string[] = [];

  get ids(): string[] {
    return [...this.parents.keys()];
  }

  childrenOf(parent: string | null): string[] {
    return this.order.filter((id) => this.parents.get(id) === parent);
  }

  /**
   * Returns the permission of the document's share, else of its nearest ancestor's; null for NONE and without a share.
   */
  permission(id: string | null): 'EDIT' | 'READ' | null {
    if (id === null) return null;
    const entry = this.shares.get(id);
    if (entry) return entry === 'NONE' ? null : entry;
    return this.permission(this.parents.get(id) ?? null);
  }

  isCircular(id: string, target: string | null, drop: Drop): boolean {
    if (target === id) return true;
    const parent = drop === 0 || target === null ? target : (this.parents.get(target) ?? null);
    return this.isWithin(parent, id);
  }

  private isWithin(id: string | null, ancestor: string): boolean {
    return id !== null && (id === ancestor || this.isWithin(this.parents.get(id) ?? null, ancestor));
  }

  add(id: string, parent: string | null): void {
    this.parents.set(id, parent);
    this.order.push(id);
  }

  move(id: string, target: string | null, drop: Drop): void {
    const rest = this.order.filter((each) => each !== id);
    const isBeside = target !== null && drop !== 0;
    this.parents.set(id, isBeside ? this.parents.get(target)! : target);
    const at = isBeside ? rest.indexOf(target) + (drop === 1 ? 1 : 0) : 0;
    this.order = [...rest.slice(0, at), id, ...rest.slice(at)];
  }
}
