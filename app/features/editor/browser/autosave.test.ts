import { afterEach, expect, test, vi } from 'vitest';
import { Autosave } from '#app/features/editor/browser/autosave.ts';
import { asString, asText } from '#app/features/editor/browser/written.ts';

const NAMED = { title: 'Garden', icon: null };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function openAutosave() {
  const editor = { content: asText('One.'), icon: null as string | null };
  const autosave = new Autosave({
    docId: 'garden',
    base: { ...NAMED, version: 1, content: editor.content },
    drafts: null,
    read: () => ({ ...NAMED, icon: editor.icon, content: editor.content }),
    onSend: () => undefined,
    adopt: (_sent, merged) => {
      editor.content = merged.content;
    },
    merge: () => undefined,
    onState: () => undefined,
  });
  return { autosave, editor };
}

test('what somebody else saved is adopted version by version, and counts as saved', () => {
  vi.stubGlobal('addEventListener', () => undefined);
  const { autosave, editor } = openAutosave();
  for (const [version, text] of [[2, 'One.\nTwo.'] as const, [3, 'Three.'] as const]) {
    autosave.catchUp({ ...NAMED, version, content: text });
    expect(asString(editor.content)).toBe(text);
    expect(autosave.isDirty).toBe(false);
  }
});

test('an editor that was closed tries no failed save again', async () => {
  vi.useFakeTimers();
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } });
  const send = vi.fn(async () => new Response('Busy', { status: 503 }));
  vi.stubGlobal('fetch', send);
  const { autosave, editor } = openAutosave();
  editor.content = asText('Two.');
  autosave.changed();
  const stopped = autosave.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await stopped).toBe(false);
  const sent = send.mock.calls.length;
  expect(sent).toBeGreaterThan(0);
  autosave.resume();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(send).toHaveBeenCalledTimes(sent);
});

test('while a text is shared, a failed icon is saved again, and is no saved one before', async () => {
  vi.useFakeTimers();
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } });
  const saved = { statusCode: 0, message: '', data: { ...NAMED, version: 2, icon: '🌱' } };
  const send = vi.fn(async () => Response.json(saved)).mockResolvedValueOnce(new Response('', { status: 503 }));
  vi.stubGlobal('fetch', send);
  const { autosave, editor } = openAutosave();
  autosave.share({ isStored: () => true, whenStored: async () => {}, unsent: () => ({ shared: undefined }) as never });
  editor.icon = '🌱';
  autosave.changed();
  autosave.tellShared('saving');
  autosave.tellShared('saved');
  expect(autosave.state).not.toBe('saved');
  const flushed = autosave.flush();
  await vi.advanceTimersByTimeAsync(1000);
  await flushed;
  expect(autosave.state).toBe('offline');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(send).toHaveBeenCalledTimes(2);
  expect([autosave.isDirty, autosave.state]).toEqual([false, 'saved']);
});
