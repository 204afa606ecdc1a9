import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Act } from '#tests/e2e/typing/acts.ts';
import type { Desk } from '#tests/e2e/typing/desk.ts';
import { type EditorState, readEditor } from '#tests/e2e/typing/editor-state.ts';
import { changedLines, type Expected, faultIn, written } from '#tests/e2e/typing/model.ts';
import { performAct } from '#tests/e2e/typing/perform-act.ts';
import { Typist } from '#tests/e2e/typing/typist.ts';
import { takeDraft } from '#tests/e2e/writer.ts';

/** A fault, its act, and the text before and after. */
export type Failure = { at: number; act: Act; fault: string; before: string; after: string };
export type Run = { failure: Failure | null; acts: number; letters: number };

const SETTLED_WITHIN_MS = 15_000;
/** Maximum number of existing lines that one act may change: its own, and one joined to it across a blank line. */
const CHANGED_MOST = 3;
/** Acts that may change any number of lines. */
const CHANGING_MANY = ['undo', 'replace', 'retype', 'keys', 'table', 'shape', 'style', 'move', 'cut'];
const UNDO_MOST = 600;

/** Performs acts on a new document and checks after each that no text was lost. */
export async function runActs(desk: Desk, beginning: string, acts: readonly Act[]): Promise<Run> {
  const session = await Session.open(desk, beginning);
  let at = 0;
  try {
    for (const act of acts) {
      const fault = (await session.perform(act)) ?? desk.complaints[0] ?? null;
      if (fault) return { failure: await session.failure(at, act, fault), acts: at, letters: session.letters };
      at += 1;
    }
    const last: Act = { kind: 'settle' };
    const fault = (await session.settle()) ?? (await session.undoAll());
    return {
      failure: fault ? await session.failure(at, last, fault) : null,
      acts: at,
      letters: session.letters,
    };
  } finally {
    await session.close();
  }
}

class Session {
  readonly #desk: Desk;
  readonly #docId: string;
  page: Page;
  #typist: Typist;
  #letters = 0;
  /** Text when the document was opened. Undoing everything must restore it. */
  #opened: string;
  /** Text before the last act in the open editor. */
  #before: string;

  private constructor(desk: Desk, docId: string, page: Page, opened: string) {
    this.#desk = desk;
    this.#docId = docId;
    this.page = page;
    this.#typist = new Typist(page);
    this.#opened = opened;
    this.#before = opened;
  }

  static async open(desk: Desk, beginning: string): Promise<Session> {
    const docId = await desk.makeDocument(beginning);
    return new Session(desk, docId, await desk.openEditor(docId), beginning);
  }

  get letters(): number {
    return this.#letters + this.#typist.typed;
  }

  async close(): Promise<void> {
    await this.page.close({ runBeforeUnload: false });
    await this.#desk.archiveDocument(this.#docId);
  }

  async failure(at: number, act: Act, fault: string): Promise<Failure> {
    return { at, act, fault, before: this.#before, after: (await readEditor(this.page)).text };
  }

  async perform(act: Act): Promise<string | null> {
    if (act.kind === 'settle') return this.settle();
    if (act.kind === 'reload' || act.kind === 'reopen') return this.#comeBack(act.kind, act.word);
    if (act.kind === 'offline') return this.#writeOffline(act.word);
    if (act.kind === 'otherTab') return this.#writeInOtherTab(act.word);
    if (!['click', 'below', 'beside', 'tick', 'shape', 'retype'].includes(act.kind)) await this.#typist.ensureFocus();
    const state = await readEditor(this.page);
    this.#before = state.text;
    const expected = await performAct(this.page, this.#typist, act, state);
    return this.#check(state, expected, act);
  }

  /** Input methods and pastes change the text asynchronously. */
  async #check(before: EditorState, expected: Expected, act: Act): Promise<string | null> {
    const until = Date.now() + (['paste', 'pasteBlocks', 'cut'].includes(act.kind) ? 3000 : 300);
    let now = await readEditor(this.page);
    while (faultIn(expected, now) && Date.now() < until) {
      await wait(20);
      now = await readEditor(this.page);
    }
    const fault = faultIn(expected, now);
    if (fault) return fault;
    const changed = changedLines(before.text, now.text);
    return changed > CHANGED_MOST && !CHANGING_MANY.includes(act.kind) ? `${changed} lines changed` : null;
  }

  /** Waits until everything is saved and compares the stored text with the editor's. */
  async settle(): Promise<string | null> {
    const until = Date.now() + SETTLED_WITHIN_MS;
    for (;;) {
      const { text } = await readEditor(this.page);
      const stored = await this.#desk.storedText(this.#docId);
      const isSaved = (await this.page.locator('.save-note[data-state="saved"]').count()) > 0;
      if (isSaved && stored === text) return null;
      if (Date.now() > until)
        return `stored ${JSON.stringify(stored)} differs from shown ${JSON.stringify(text)}, ${await this.#note()}`;
      await wait(100);
    }
  }

  #note = () => this.page.locator('.save-note').innerText();

  /** Checks that undoing everything restores the text at opening, and redoing everything the current one. */
  async undoAll(): Promise<string | null> {
    const { text } = await readEditor(this.page);
    await this.page.locator('.cm-content').focus();
    await this.#repeat('Control+z');
    const first = (await readEditor(this.page)).text;
    if (first !== this.#opened)
      return `undoing everything led to ${JSON.stringify(first)}, not ${JSON.stringify(this.#opened)}`;
    await this.#repeat('Control+Shift+Z');
    const again = (await readEditor(this.page)).text;
    return again === text ? null : `redoing everything led to ${JSON.stringify(again)}`;
  }

  async #repeat(key: string): Promise<void> {
    let before: string | null = null;
    for (let count = 0; count < UNDO_MOST; count += 10) {
      const { text } = await readEditor(this.page);
      if (text === before) return;
      before = text;
      await this.#typist.press(key, 10);
    }
  }

  /** Types and leaves the page at once. Checks that the text is then stored or offered as a draft. */
  async #comeBack(kind: 'reload' | 'reopen', word: string): Promise<string | null> {
    await this.#typist.ensureFocus();
    const expected = written(await readEditor(this.page), word);
    await this.#typist.type(word);
    await this.#leave(kind);
    const until = Date.now() + SETTLED_WITHIN_MS;
    let fault: string | null = 'not opened';
    while (fault && Date.now() < until) {
      await takeDraft(this.page);
      await wait(50);
      fault = faultIn(expected, await readEditor(this.page));
    }
    this.#opened = await this.#desk.storedText(this.#docId);
    return fault ?? (await this.#openAnew());
  }

  async #leave(kind: 'reload' | 'reopen'): Promise<void> {
    if (kind === 'reload') {
      await this.page.reload();
      await this.page.locator('.cm-content').waitFor();
      return;
    }
    await this.#desk.closeTab(this.page);
    this.#letters += this.#typist.typed;
    this.page = await this.#desk.openEditor(this.#docId);
    this.#typist = new Typist(this.page);
  }

  /** Reopens the editor, as accepting a draft can be undone and the history then starts after it. */
  async #openAnew(): Promise<string | null> {
    const fault = await this.settle();
    if (fault) return fault;
    await this.#reload();
    return null;
  }

  async #reload(): Promise<void> {
    await this.page.reload();
    await this.page.locator('.cm-content').waitFor();
    this.#opened = (await readEditor(this.page)).text;
  }

  /** Waits for another tab's text, which arrives with the page or over the shared connection. */
  async #arrives(expected: Expected): Promise<string | null> {
    const until = Date.now() + SETTLED_WITHIN_MS;
    for (;;) {
      const now = await readEditor(this.page);
      this.#opened = now.text;
      const fault = faultIn(expected, now);
      if (!fault || Date.now() > until) return fault;
      await wait(50);
    }
  }

  async #writeOffline(word: string): Promise<string | null> {
    await this.#typist.ensureFocus();
    const expected = written(await readEditor(this.page), word);
    await this.page.context().setOffline(true);
    await this.#typist.type(word);
    await this.page.context().setOffline(false);
    return faultIn(expected, await readEditor(this.page)) ?? (await this.settle());
  }

  /** Appends text in another tab. This tab shows it after reopening. */
  async #writeInOtherTab(word: string): Promise<string | null> {
    const settled = await this.settle();
    if (settled) return settled;
    const other = await this.#desk.openEditor(this.#docId);
    const typist = new Typist(other);
    await typist.press('Control+End');
    await typist.press('Enter', 2);
    const state = await readEditor(other);
    await typist.type(word);
    const fault = faultIn(written(state, word), await readEditor(other));
    this.#letters += typist.typed;
    await other.locator('.save-note[data-state="saved"]').waitFor();
    await this.#desk.closeTab(other);
    if (fault) return fault;
    await this.#reload();
    return this.#arrives(written(state, word));
  }
}
