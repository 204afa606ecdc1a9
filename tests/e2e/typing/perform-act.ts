import type { Page } from 'playwright';
import type { Act } from '#tests/e2e/typing/acts.ts';
import { type EditorState, readEditor } from '#tests/e2e/typing/editor-state.ts';
import {
  type Expected,
  erased,
  faultIn,
  overwritten,
  pasted,
  rearranged,
  unchanged,
  written,
  writtenBelow,
} from '#tests/e2e/typing/model.ts';
import type { Typist } from '#tests/e2e/typing/typist.ts';

/** Performs an act within the open editor. `state` is the editor before it. Returns the text expected after it. */
export async function performAct(page: Page, typist: Typist, act: Act, state: EditorState): Promise<Expected> {
  if (act.kind === 'word') await typist.type(`${act.words.join(' ')} `);
  if (act.kind === 'compose') await typist.compose(act.word);
  if (act.kind === 'paste') await typist.paste(act.words, act.html);
  if (act.kind === 'word' || act.kind === 'paste') return written(state, act.words.join(''));
  if (act.kind === 'compose') return written(state, act.word);
  if (act.kind === 'erase') {
    await typist.press(act.key);
    return erased(state, act.key);
  }
  if (act.kind === 'pasteBlocks') {
    // In a cell, a pasted table would replace other cells.
    if (state.focus !== 'text') return unchanged(state);
    await typist.pasteBlocks(act.words, act.tag);
    return written(state, act.words.join(''));
  }
  if (act.kind === 'retype') {
    await typist.clickAt(act.x, act.y, 3);
    return overwrite(page, typist, act.word);
  }
  if (act.kind === 'replace') {
    await typist.press(act.key, act.times);
    return overwrite(page, typist, act.word);
  }
  if (act.kind === 'style') {
    await typist.press(act.key, act.times);
    await typist.press(act.style);
    // Leaves the selection, which the next act would replace.
    await typist.press('ArrowRight');
    return unchanged(state);
  }
  if (act.kind === 'move') {
    await typist.press(act.key, act.times);
    return rearranged(state);
  }
  if (act.kind === 'cut') return cutAndPaste(page, typist, act);
  if (act.kind === 'slash') return insertBlock(typist, act.name, state);
  if (act.kind === 'fence') {
    await typist.type(act.opening);
    await typist.press('Enter');
    return written(state, act.opening);
  }
  if (act.kind === 'table') return writeTable(page, typist, act, state);
  await move(typist, act);
  return unchanged(state);
}

/** Performs an act that leaves the words as they are. */
async function move(typist: Typist, act: Act): Promise<void> {
  if (act.kind === 'click') await typist.clickAt(act.x, act.y);
  if (act.kind === 'below') await typist.clickBelow();
  if (act.kind === 'beside') await typist.clickBeside(act.y);
  if (act.kind === 'keys') await typist.press(act.key, act.times);
  if (act.kind === 'tick') await typist.tick(act.at);
  if (act.kind === 'shape') await typist.shapeTable(act.button);
  if (act.kind === 'undo') {
    await typist.press('Control+z', act.times);
    await typist.press('Control+Shift+Z', act.times);
  }
}

async function overwrite(page: Page, typist: Typist, word: string): Promise<Expected> {
  await typist.ensureFocus();
  const selected = await readEditor(page);
  await typist.type(word);
  return overwritten(selected, word);
}

async function cutAndPaste(
  page: Page,
  typist: Typist,
  { key, times, away, steps }: Extract<Act, { kind: 'cut' }>,
): Promise<Expected> {
  await typist.press(key, times);
  const selected = await readEditor(page);
  if (selected.focus !== 'text' || selected.selected === '') return unchanged(selected);
  const paste = await typist.cut();
  const without = overwritten(selected, '');
  if (faultIn(without, await readEditor(page))) return without;
  await typist.press(away, steps);
  // In a cell, a pasted table would replace other cells.
  if ((await readEditor(page)).focus !== 'text') await typist.press('Control+End');
  const state = await readEditor(page);
  await paste();
  return pasted(state, selected.selected);
}

async function insertBlock(typist: Typist, name: string, state: EditorState): Promise<Expected> {
  const isInserted = await typist.insert(name);
  const own = isInserted && name === 'note' ? 'NOTE' : '';
  if (!isInserted) return written(state, name.slice(0, 4));
  return [...written(state, own), ...writtenBelow(state, own)];
}

async function writeTable(
  page: Page,
  typist: Typist,
  { cells, way }: Extract<Act, { kind: 'table' }>,
  state: EditorState,
): Promise<Expected> {
  if (state.focus !== 'text' || !(await typist.insert('table'))) return unchanged(await readEditor(page));
  await typist.fillTable(cells, way);
  // Replaces an empty line, or inserts below any other, outside of lists.
  return [...written(state, cells.join('')), ...writtenBelow(state, cells.join(''))];
}
