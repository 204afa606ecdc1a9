import type { BrowserContext, Locator, Page } from 'playwright';
import { newVisitor } from '#tests/e2e/chromium.ts';
import type { Stage } from '#tests/e2e/stage.ts';
import { routeOf } from '#tests/support/page-forms.ts';
import { newPerson, type Person } from '#tests/support/people.ts';
import { postedPages } from '#tests/support/routes.ts';

type Value = string | boolean | { name: string; mimeType: string; buffer: Buffer };
type Filled = {
  /** Values by field name: text, the value of an option or radio button, checked or not, a file. */
  fields?: Record<string, Value>;
  /** Part of the page to search, if several forms have the intent. */
  within?: Locator;
  /** Text of the page after the redirect. */
  tells?: string | RegExp;
};

const firstIntents = new Map(postedPages().map(({ path, intents }) => [path, intents[0]!]));

/** Every intent that a form of a page has posted with success: `/doc/:docId star`. */
export const walked = new Set<string>();

export type SignedIn = Walk & { person: Person };

/** A page without scripts in which forms are filled and sent as a person does. */
export class Walk {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly stage: Stage;

  constructor(page: Page, context: BrowserContext, stage: Stage) {
    this.page = page;
    this.context = context;
    this.stage = stage;
  }

  static async open(stage: Stage): Promise<Walk> {
    const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: false });
    return new Walk(page, context, stage);
  }

  /** Opens a page as a new account that is signed in. */
  static async openAs(stage: Stage, name: string, { isAdmin = false } = {}): Promise<SignedIn> {
    const walk = await Walk.open(stage);
    const person = await newPerson(stage.server, name, { isAdmin });
    const { url } = stage.server;
    await walk.context.addCookies([...person.browser.cookies].map(([key, value]) => ({ name: key, value, url })));
    return Object.assign(walk, { person });
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.stage.server.url).href, { waitUntil: 'domcontentloaded' });
  }

  /** Fills the form of an intent, presses its button and waits for the next page. */
  async send(key: string, filled: Filled = {}): Promise<void> {
    const status = await this.#press(key, filled);
    if (status >= 400) throw await this.#unexpected(key, status);
  }

  /** Like `send`, for a form that leads to a page of an error. */
  async fails(key: string, tells: string): Promise<void> {
    const status = await this.#press(key, { tells });
    if (status < 500) throw await this.#unexpected(key, status);
  }

  async #press(key: string, { fields = {}, within, tells }: Filled): Promise<number> {
    const [route = '', intent = ''] = key.split(' ');
    const button = await this.#buttonOf(route, intent, within);
    await reveal(button);
    for (const [name, value] of Object.entries(fields)) await fill(await this.#fieldOf(button, name), value);
    const { page } = this;
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.waitForEvent('domcontentloaded'),
      button.click({ noWaitAfter: true }),
    ]);
    if (tells && (await page.getByText(tells).count()) === 0) throw await this.#unexpected(key, answer.status());
    walked.add(key);
    return answer.status();
  }

  /** Finds a field of the button's form, also outside the element of the form. */
  async #fieldOf(button: Locator, name: string): Promise<Locator> {
    const form = await button.evaluateHandle((element) => (element as HTMLButtonElement).form);
    const fields = this.page.locator(`:is(input, select, textarea)[name="${name}"]`);
    const nth = await fields.evaluateAll(
      (all, own) => all.findIndex((each) => (each as HTMLInputElement).form === own),
      form,
    );
    if (nth < 0) throw new Error(`${this.page.url()} has no field ${name}`);
    return fields.nth(nth);
  }

  async #unexpected(key: string, status: number): Promise<Error> {
    return new Error(`${key}: ${status} ${this.page.url()}\n${await this.page.locator('body').innerText()}`);
  }

  /**
   * Finds the first button that posts the intent to the route. A form without an intent posts the first of its page.
   */
  async #buttonOf(route: string, intent: string, within = this.page.locator('body')): Promise<Locator> {
    const buttons = within.locator('button:not([type="button"])');
    const posted = await buttons.evaluateAll((all) =>
      all.map((each) => {
        const { form, name, value } = each as HTMLButtonElement;
        const hidden = form?.querySelector<HTMLInputElement>('input[name="intent"]');
        const action = each.getAttribute('formaction') ?? form?.getAttribute('action') ?? location.href;
        const path = form?.method === 'post' ? new URL(action, location.href).pathname : '';
        return { path, intent: name === 'intent' ? value : (hidden?.value ?? '') };
      }),
    );
    const nth = posted.findIndex(({ path, intent: given }) => {
      return path && routeOf(path) === route && (given || firstIntents.get(route)) === intent;
    });
    if (nth < 0) throw new Error(`${this.page.url()} has no form for ${route} ${intent}`);
    return buttons.nth(nth);
  }
}

/** Opens the menus and disclosures around an element by their summaries. */
async function reveal(element: Locator): Promise<void> {
  const closed = element.locator('xpath=ancestor::details[not(@open)]').first();
  while ((await closed.count()) > 0) await closed.locator('> summary').click();
}

async function fill(field: Locator, value: Value): Promise<void> {
  const kind = await field.evaluate((element) => `${element.tagName} ${element.getAttribute('type')}`);
  await reveal(field);
  if (kind === 'INPUT radio') return field.locator(`xpath=ancestor::form//input[@value="${value}"]`).check();
  if (typeof value === 'boolean') return field.setChecked(value);
  if (typeof value === 'object') return field.setInputFiles(value);
  if (kind.startsWith('SELECT')) return void (await field.selectOption(value));
  return field.fill(value);
}
