import type { TestProject } from 'vitest/node';

type Shared<Made> = { made: Promise<Made>; users: number };
/** Global, as each project reloads its set-up modules. */
const ofRun = globalThis as typeof globalThis & { arborTests?: Map<string, Shared<unknown>> };

/** Creates a global set-up of vitest that creates something for the first project and removes it after the last. */
export function oncePerRun<Made>(
  name: string,
  make: (project: TestProject) => Promise<Made>,
  provide: (project: TestProject, made: Made) => void,
  remove: (made: Made) => Promise<void>,
): (project: TestProject) => Promise<() => Promise<void>> {
  return async (project) => {
    ofRun.arborTests ??= new Map();
    const shared = (ofRun.arborTests.get(name) as Shared<Made>) ?? { made: make(project), users: 0 };
    ofRun.arborTests.set(name, shared);
    shared.users += 1;
    const made = await shared.made;
    provide(project, made);
    return async () => {
      shared.users -= 1;
      if (shared.users === 0) await remove(made);
    };
  };
}
