import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '#app/features/shell/when-idle.ts';
import type { EdgeProps } from '#app/features/tree/browser/edge.tsx';
import { showSide, useSideLook } from '#app/features/tree/side-look.ts';

/** Renders the edge that resizes the sidebar, once its code has loaded; nothing without scripts. */
export function SideEdge() {
  const look = useSideLook();
  const [Edge, setEdge] = useState<ComponentType<EdgeProps> | null>(null);
  useEffect(() => {
    whenIdle(() =>
      import('#app/features/tree/browser/edge.tsx').then(
        ({ Edge }) => setEdge(() => Edge),
        (error: unknown) => console.warn('The sidebar keeps its width:', error),
      ),
    );
  }, []);
  return Edge ? <Edge look={look} show={showSide} /> : null;
}
