import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setBasePath } from '#app/address/base-path.ts';
import { followEvents, type PageEvent } from '#app/browser/events.ts';

class Source extends EventTarget {
  static open = new Set<Source>();
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    Source.open.add(this);
  }
  close(): void {
    Source.open.delete(this);
  }
}

const page = Object.assign(new EventTarget(), { hidden: false });

beforeEach(() => {
  // Plain http away from localhost has no locks.
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', page);
  vi.stubGlobal('EventSource', Source);
});
afterEach(() => vi.unstubAllGlobals());

function show(isShown: boolean): void {
  page.hidden = !isShown;
  page.dispatchEvent(new Event('visibilitychange'));
}

const send = (data: object) => {
  for (const source of Source.open) source.dispatchEvent(new MessageEvent('tree', { data: JSON.stringify(data) }));
};

test('without locks, all followers of a page share one connection, which a hidden page gives up', () => {
  const seen: [number, PageEvent][] = [];
  const stops = [1, 2, 3].map((name) => followEvents((event) => seen.push([name, event])));
  expect(Source.open.size).toBe(1);
  send({ parentId: null });
  expect(seen.map(([name]) => name)).toEqual([1, 2, 3]);
  show(false);
  expect(Source.open.size).toBe(0);
  show(true);
  expect(Source.open.size).toBe(1);
  stops[0]!();
  send({ parentId: null });
  expect(seen.map(([name]) => name)).toEqual([1, 2, 3, 2, 3]);
  for (const stop of stops) stop();
  expect(Source.open.size).toBe(0);
  show(true);
  expect(Source.open.size).toBe(0);
  followEvents(() => undefined)();
  expect(Source.open.size).toBe(0);
});

test('tabs of installations below different paths of a host share no connection', () => {
  const names: string[] = [];
  vi.stubGlobal('navigator', { locks: { request: async (name: string) => void names.push(name) } });
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor(name: string) {
        names.push(name);
      }
      postMessage() {}
      close() {}
    },
  );
  for (const path of ['', '/notes']) {
    setBasePath(path);
    followEvents(() => undefined)();
  }
  setBasePath('');
  expect(names).toEqual(['arbor-events', 'arbor-events', 'arbor-events/notes', 'arbor-events/notes']);
});
