import type { Page } from 'playwright';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import type { Writer } from '#tests/e2e/writer.ts';

/** Sets the editor's text: `¦` stands at the cursor, or around the selection. */
export async function setText(page: Page, marked: string): Promise<void> {
  const [before = '', selected = '', after] = marked.split('¦');
  const text = before + selected + (after ?? '');
  const [anchor, head] =
    after === undefined ? [before.length, before.length] : [before.length, before.length + selected.length];
  await page.evaluate(
    ([insert, from, to]) => {
      type View = { state: { doc: { length: number } }; dispatch(spec: object): void; focus(): void };
      const content = document.querySelector('.cm-content') as unknown as { cmTile: { root: { view: View } } };
      const { view } = content.cmTile.root;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert },
        selection: { anchor: from, head: to },
      });
      view.focus();
    },
    [text, anchor, head] as const,
  );
}

/** Presses a key by name, or types a text. */
export async function perform(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    if (/^(?:(?:Control|Alt|Shift)\+)*(?:[A-Z][a-z]+(?:[A-Z][a-z]+)?|[a-z]|\[)$/.test(key) && key.length > 1)
      await page.keyboard.press(key, { delay: 20 });
    else await page.keyboard.type(key, { delay: 30 });
  }
}

export const textOf = async ({ page }: Writer) => (await readEditor(page)).text;
