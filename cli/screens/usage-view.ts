import { monthFrom } from '#app/schemas/month.ts';
import { USAGE_SORTS, type UsageQuery } from '#app/schemas/usage.ts';

export type Account = { userId: string; email: string };

/** State of the usage screen. */
export type UsageView = {
  /** `YYYY-MM`; null if the command specified days. */
  month: string | null;
  by: UsageQuery['by'];
  sort: UsageQuery['sort'];
  filter: string;
  isTyping: boolean;
  selected: number;
  /** Account whose days are shown, and the index of its row. */
  inside: (Account & { cameFrom: number }) | null;
  /** Account to reset, while the confirmation is pending. */
  asks: Account | null;
};

export type Pressed = { input: string; key: Partial<Record<KeyName, boolean>> };
type KeyName =
  | 'upArrow'
  | 'downArrow'
  | 'leftArrow'
  | 'rightArrow'
  | 'pageUp'
  | 'pageDown'
  | 'home'
  | 'end'
  | 'return'
  | 'escape'
  | 'backspace'
  | 'delete'
  | 'ctrl'
  | 'meta';

type Around = { total: number; pageSize: number; current: Account | null; thisMonth: string };

/** Returns the view after a key, or the action to run. */
export function press(view: UsageView, pressed: Pressed, around: Around): UsageView | 'quit' | 'reset' {
  if (view.asks) return /^[y是]$/i.test(pressed.input) ? 'reset' : { ...view, asks: null };
  return moved(view, pressed, around) ?? (view.isTyping ? typed(view, pressed) : commanded(view, pressed, around));
}

function moved(view: UsageView, { key }: Pressed, { total, pageSize, thisMonth }: Around): UsageView | null {
  const steps: [boolean | undefined, number][] = [
    [key.upArrow, -1],
    [key.downArrow, 1],
    [key.pageUp, -pageSize],
    [key.pageDown, pageSize],
    [key.home, -total],
    [key.end, total],
  ];
  const step = steps.find(([isPressed]) => isPressed)?.[1];
  if (step !== undefined) {
    return { ...view, selected: Math.max(0, Math.min(total - 1, view.selected + step)) };
  }
  if (!view.month || !(key.leftArrow || key.rightArrow)) return null;
  const month = monthFrom(view.month, key.leftArrow ? -1 : 1);
  return month > thisMonth || month < '1970-01' ? view : { ...view, month, selected: 0 };
}

function typed(view: UsageView, { input, key }: Pressed): UsageView {
  if (key.return) return { ...view, isTyping: false };
  if (key.escape) return { ...view, isTyping: false, filter: '', selected: 0 };
  if (key.backspace || key.delete) return { ...view, filter: [...view.filter].slice(0, -1).join(''), selected: 0 };
  if (key.ctrl && input === 'u') return { ...view, filter: '', selected: 0 };
  if (key.ctrl && input === 'w') return { ...view, filter: view.filter.replace(/\S*\s*$/u, ''), selected: 0 };
  if (key.ctrl || key.meta) return view;
  return { ...view, filter: view.filter + input, selected: 0 };
}

function commanded(view: UsageView, { input, key }: Pressed, { current }: Around): UsageView | 'quit' {
  if (input === 'q') return 'quit';
  if (key.escape || key.backspace) return back(view);
  if (view.inside) return view;
  if (input === 's') return { ...view, sort: next(USAGE_SORTS, view.sort), selected: 0 };
  if (view.by !== 'user') return view;
  if (input === '/') return { ...view, isTyping: true };
  if (input === 'r' && current) return { ...view, asks: current };
  if (key.return && current) return { ...view, inside: { ...current, cameFrom: view.selected }, selected: 0 };
  return view;
}

function back(view: UsageView): UsageView {
  if (view.inside) return { ...view, inside: null, selected: view.inside.cameFrom };
  return view.filter ? { ...view, filter: '', selected: 0 } : view;
}

const next = <T>(all: readonly T[], one: T): T => all[(all.indexOf(one) + 1) % all.length]!;
