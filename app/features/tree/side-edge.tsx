import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '#app/features/shell/when-idle.ts';
import type { DraggableEdgeProps } from '#app/features/tree/browser/draggable-edge.tsx';
import { showSide, useSideLook } from '#app/features/tree/side-look.ts';

/** Renders the edge that resizes the sidebar, once its code has loaded; nothing without scripts. */
export function SideEdge() {
  const look = useSideLook();
  const [DraggableEdge, setEdge] = useState<ComponentType<DraggableEdgeProps> | null>(null);
  useEffect(() => {
    whenIdle(() =>
      import('#app/features/tree/browser/draggable-edge.tsx').then(
        ({ DraggableEdge }) => setEdge(() => DraggableEdge),
        (error: unknown) => console.warn('The sidebar keeps its width:', error),
      ),
    );
  }, []);
  return DraggableEdge ? <DraggableEdge look={look} show={showSide} /> : null;
}
