import type { Browser, BrowserContext, Page } from 'playwright';
import { signUp } from '#tests/bench/account.ts';

type Served = { url: string; dataDir: string };

/** A signed-in browser context, with access to the stored text. */
export class Desk {
  readonly #context: BrowserContext;
  readonly #url: string;
  /** Console errors of the page. */
  readonly complaints: string[] = [];

  private constructor(context: BrowserContext, url: string) {
    this.#context = context;
    this.#url = url;
  }

  static async open(browser: Browser, { url, dataDir }: Served, email: string): Promise<Desk> {
    const { headers } = await signUp(url, dataDir, email);
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
    const pairs = headers.Cookie?.split('; ') ?? [];
    await context.addCookies(
      pairs.map((pair) => {
        const at = pair.indexOf('=');
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
      }),
    );
    return new Desk(context, url);
  }

  close(): Promise<void> {
    return this.#context.close();
  }

  /** Calls the API with the browser's cookies; renews the session if it has expired. */
  async #call(method: string, path: string, data?: object) {
    const first = await this.#fetch(method, path, data);
    if (first.status() === 401) await this.#fetch('POST', '/api/auth/refresh');
    const response = first.status() === 401 ? await this.#fetch(method, path, data) : first;
    if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()}`);
    return ((await response.json()) as { data: { id: string; content: string } }).data;
  }

  async #fetch(method: string, path: string, data?: object) {
    const csrf = (await this.#context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
    const headers = { 'X-XSRF-TOKEN': decodeURIComponent(csrf) };
    return this.#context.request.fetch(this.#url + path, { method, headers, ...(data ? { data } : {}) });
  }

  async makeDocument(content: string): Promise<string> {
    return (await this.#call('POST', '/api/documents', { title: 'Typed', content })).id;
  }

  /** Archives a document, as a tree of hundreds slows every page down. */
  async archiveDocument(docId: string): Promise<void> {
    await this.#call('POST', `/api/documents/${docId}/archive`);
  }

  async storedText(docId: string): Promise<string> {
    return (await this.#call('GET', `/api/documents/${docId}`)).content;
  }

  async openEditor(docId: string): Promise<Page> {
    const page = await this.#context.newPage();
    page.on('pageerror', ({ message }) => this.complaints.push(message));
    await page.goto(`${this.#url}/doc/${docId}/edit`);
    await page.locator('.cm-content').waitFor();
    await page.locator('.cm-content').focus();
    return page;
  }

  /** Closes the tab with its unload events. */
  async closeTab(page: Page): Promise<void> {
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
  }
}
