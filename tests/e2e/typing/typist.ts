import type { CDPSession, Page } from 'playwright';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';

const LEAST_DELAY_MS = 1;

/** Performs acts with real keys and mouse events. Acts that require more than a page are elsewhere. */
export class Typist {
  readonly page: Page;
  typed = 0;
  #session: CDPSession | null = null;

  constructor(page: Page) {
    this.page = page;
  }

  async type(text: string): Promise<void> {
    this.typed += text.length;
    await this.page.keyboard.type(text, { delay: LEAST_DELAY_MS });
  }

  async press(key: string, times = 1): Promise<void> {
    for (let count = 0; count < times; count += 1) await this.page.keyboard.press(key);
  }

  /** Clicks into the text if no cursor is visible. */
  async ensureFocus(): Promise<void> {
    if ((await readEditor(this.page)).focus !== 'none') return;
    await this.clickBelow();
  }

  async #box() {
    const box = await this.page.locator('.cm-content').boundingBox();
    if (!box) throw new Error('The editor is not there');
    return box;
  }

  /** Clicks a point in the visible text, below the bars. */
  async clickAt(x: number, y: number, clickCount = 1): Promise<void> {
    const box = await this.#box();
    const head = await this.page.locator('.editor-head').boundingBox();
    const top = Math.max(box.y, (head?.y ?? 0) + (head?.height ?? 0)) + 4;
    const bottom = Math.min(box.y + box.height, this.page.viewportSize()?.height ?? 800) - 4;
    const [left, down] = [box.x + 2 + x * (box.width - 4), top + y * (bottom - top)];
    // Skip buttons, some of which remove a table.
    const isButton = await this.page.evaluate(
      ([atX, atY]) => document.elementFromPoint(atX!, atY!)?.closest('button') != null,
      [left, down],
    );
    if (!isButton) await this.page.mouse.click(left, down, { clickCount });
  }

  async clickBelow(): Promise<void> {
    // The editor holds its place after a reload until it receives an event of a person, such as the wheel's.
    await this.page.mouse.wheel(0, 1);
    const last = this.page.locator('.cm-content > *').last();
    // Lines out of view are rendered as one gap until scrolled to.
    do await last.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    while ((await last.getAttribute('class'))?.includes('cm-gap'));
    // A block may be taller than the window; the space below it must be visible.
    await last.evaluate((element) => {
      element.scrollIntoView({ block: 'end' });
      scrollBy(0, innerHeight / 3);
    });
    const box = await last.boundingBox();
    if (box) await this.page.mouse.click(box.x + 60, box.y + box.height + 40);
    // Below the text the browser moves its own caret and reports it asynchronously.
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20))));
  }

  async clickBeside(y: number): Promise<void> {
    const box = await this.#box();
    await this.page.mouse.click(box.x + box.width + 30, Math.max(box.y, 260) + y * 300);
  }

  async compose(word: string): Promise<void> {
    this.typed += word.length;
    this.#session ??= await this.page.context().newCDPSession(this.page);
    for (let end = 1; end <= word.length; end += 1) {
      // Send key events without letters, like a real input method.
      await this.#session.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        windowsVirtualKeyCode: 229,
        key: 'Process',
      });
      const text = word.slice(0, end);
      await this.#session.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end });
    }
    await this.#session.send('Input.insertText', { text: word });
  }

  async paste(words: readonly string[], isHtml: boolean): Promise<void> {
    const plain = words.join(isHtml ? ' ' : '\n\n');
    await this.#paste(plain, isHtml ? `<p>${words.map((word) => `<b>${word}</b>`).join(' ')}</p>` : '');
  }

  /** Pastes a heading with a paragraph, a list, or a table of one column. */
  async pasteBlocks([first = '', ...rest]: readonly string[], tag: 'h2' | 'li' | 'td'): Promise<void> {
    const all = [first, ...rest];
    const html = {
      h2: `<h2>${first}</h2>${rest.map((word) => `<p>${word}</p>`).join('')}`,
      li: `<ul>${all.map((word) => `<li>${word}</li>`).join('')}</ul>`,
      td: `<table>${all.map((word) => `<tr><td>${word}</td></tr>`).join('')}</table>`,
    };
    await this.#paste(all.join('\n'), html[tag]);
  }

  /** Cuts the selection. Returns a function that pastes it; other people's pages share the browser's clipboard. */
  async cut(): Promise<() => Promise<void>> {
    await this.page.evaluate(() => {
      const onCut = ({ clipboardData }: ClipboardEvent) => {
        const [plain, html] = ['text/plain', 'text/html'].map((type) => clipboardData?.getData(type) ?? '');
        Object.assign(window, { cut: { plain, html } });
      };
      addEventListener('cut', onCut, { once: true });
    });
    await this.press('Control+x');
    const { plain, html } = await this.page.evaluate(
      () => (window as unknown as { cut: { plain: string; html: string } }).cut,
    );
    return () => this.#paste(plain, html);
  }

  async #paste(plain: string, html: string): Promise<void> {
    this.typed += plain.length;
    await this.page.evaluate(
      ([text, markup]) => {
        const data = new DataTransfer();
        data.setData('text/plain', text!);
        if (markup) data.setData('text/html', markup);
        const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data });
        const isTaken = !document.activeElement?.dispatchEvent(event);
        // Perform the browser's default action if the page does not prevent it.
        if (!isTaken) document.execCommand('insertText', false, text);
      },
      [plain, html],
    );
  }

  /** Presses a button below the focused table: add row, add column, align. */
  async shapeTable(button: number): Promise<void> {
    const tool = this.page.locator('.cm-table:focus-within .cm-table-tools button').nth(button);
    if ((await tool.count()) > 0) await tool.click();
  }

  /** Inserts from the slash menu. Returns false if the menu does not open. */
  async insert(name: string): Promise<boolean> {
    await this.page.keyboard.type(`/${name.slice(0, 4)}`, { delay: LEAST_DELAY_MS });
    const option = this.page.locator('.cm-tooltip-autocomplete li[aria-selected]');
    const isOpen = await option.waitFor({ timeout: 600 }).then(
      () => true,
      () => false,
    );
    if (isOpen) await this.press('Enter');
    return isOpen;
  }

  async fillTable(cells: readonly string[], way: string): Promise<void> {
    for (const [index, word] of cells.entries()) {
      if (index > 0) await this.press('Tab');
      await this.type(word);
    }
    await (way === 'below' ? this.clickBelow() : this.press(way));
  }

  async tick(at: number): Promise<void> {
    const boxes = this.page.locator('.cm-content .cm-checkbox');
    const count = await boxes.count();
    if (count > 0) await boxes.nth(Math.floor(at * count)).click();
  }
}
