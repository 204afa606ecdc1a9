/** Time during which a pointer on its way to a submenu may cross other entries (specification §9). */
const GRACE_MS = 300;
const BLEED_PX = 5;

export type Point = { x: number; y: number };
type Box = { left: number; right: number; top: number; bottom: number };

/**
 * Returns true if a point lies in the triangle between the pointer's exit from the entry and the near edge of the
 * submenu.
 */
export function isMovingToSubmenu(point: Point, left: Point, submenu: Box): boolean {
  const isRightwards = submenu.left >= left.x || submenu.right > left.x;
  const near = isRightwards ? submenu.left : submenu.right;
  const far = isRightwards ? submenu.right : submenu.left;
  const from = { x: left.x + (isRightwards ? -BLEED_PX : BLEED_PX), y: left.y };
  return isInside(point, [
    from,
    { x: near, y: submenu.top },
    { x: far, y: submenu.top },
    { x: far, y: submenu.bottom },
    { x: near, y: submenu.bottom },
  ]);
}

/** Tests by ray casting whether a point is inside a polygon. */
function isInside({ x, y }: Point, corners: Point[]): boolean {
  let inside = false;
  for (const [index, a] of corners.entries()) {
    const b = corners[(index + 1) % corners.length]!;
    const crosses = a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x;
    if (crosses) inside = !inside;
  }
  return inside;
}

/** Tracks the point where the pointer left an entry with an open submenu. */
export function createPointerGrace() {
  let way: { left: Point; submenu: Box } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    begin(left: Point, submenu: Box) {
      clearTimeout(timer);
      way = { left, submenu };
      timer = setTimeout(() => {
        way = null;
      }, GRACE_MS);
    },
    covers: (point: Point) => way !== null && isMovingToSubmenu(point, way.left, way.submenu),
  };
}
