export const AREAS = ['database', 'tree', 'permissions', 'search', 'history', 'files', 'quotas'] as const;
export type Area = (typeof AREAS)[number];

/** An inconsistency. `subject` is the id or key concerned; `detail` contains plain data. */
export type Finding = { area: Area; problem: Problem; subject: string; detail: string; repaired: boolean };
export type Problem =
  | 'integrity'
  | 'cycle'
  | 'noParent'
  | 'position'
  | 'owner'
  | 'archive'
  | 'count'
  | 'ownShare'
  | 'unlinkedShare'
  | 'foreignShare'
  | 'noEveryone'
  | 'everyoneListed'
  | 'notIndexed'
  | 'stale'
  | 'noText'
  | 'unreadable'
  | 'differs'
  | 'noBytes'
  | 'size'
  | 'noRow'
  | 'used'
  | 'reserved';

/** Check of one area; `repair` fixes what it can. */
export type Check = (repair: boolean) => AsyncGenerator<Finding>;

export const finding = (
  area: Area,
  problem: Problem,
  subject: string,
  { detail = '', repaired = false }: { detail?: string; repaired?: boolean } = {},
): Finding => ({ area, problem, subject, detail, repaired });
