import { Browser, type RequestOptions } from '#tests/support/cookie-browser.ts';
import { formFields } from '#tests/support/form-fields.ts';

export type Answer = { status: number; headers: Headers; text: string; setCookies: string[] };
/** The response envelope of contract §3. */
export type Envelope = {
  statusCode: number;
  message: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of each answer
  data?: any;
  errors?: Record<string, string[]>;
};
export type ApiAnswer = Answer & { body: Envelope };
type Fields = Record<string, string | string[]>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A person's browser without scripts, and an HTTP client with the same cookies. */
export class Client {
  readonly browser: Browser;
  /** JSON calls with the XSRF header. */
  readonly api = {
    get: (path: string, options?: RequestOptions) => this.call('GET', path, undefined, options),
    post: (path: string, body: unknown = {}, options?: RequestOptions) => this.call('POST', path, body, options),
    put: (path: string, body: unknown = {}, options?: RequestOptions) => this.call('PUT', path, body, options),
    patch: (path: string, body: unknown = {}, options?: RequestOptions) => this.call('PATCH', path, body, options),
    delete: (path: string, body?: unknown, options?: RequestOptions) => this.call('DELETE', path, body, options),
  };
  /** Pages and their forms. */
  readonly page = {
    get: (path: string, options?: RequestOptions) => this.browser.request(path, options),
    /** Opens the page first and posts with its csrf value. */
    post: (path: string, fields: Fields = {}, options?: RequestOptions) => this.postForm(path, fields, options),
    /** Posts without opening the page: with the given csrf value, or none. */
    postBlind: (path: string, fields: Fields = {}, options?: RequestOptions) =>
      this.browser.request(path, { method: 'POST', body: formBody(fields), ...options }),
    /** Follows a redirect; returns other responses unchanged. */
    follow: (answer: Answer) => this.browser.follow(answer),
  };

  readonly url: string;

  constructor(url: string) {
    this.url = url;
    this.browser = new Browser(url);
  }

  private async call(method: Method, path: string, body?: unknown, options: RequestOptions = {}): Promise<ApiAnswer> {
    if (method !== 'GET' && !this.browser.cookies.has('XSRF-TOKEN')) await this.browser.request('/api/auth/me');
    const headers: Record<string, string> = { Accept: 'application/json' };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (method !== 'GET') headers['X-XSRF-TOKEN'] = this.browser.cookies.get('XSRF-TOKEN') ?? '';
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await this.browser.request(path, {
      method,
      ...(body === undefined ? {} : { body: text }),
      ...options,
      headers: { ...headers, ...options.headers },
    });
    return { ...answer, body: asEnvelope(answer, path) };
  }

  private async postForm(path: string, fields: Fields, options?: RequestOptions): Promise<Answer> {
    const page = await this.browser.follow(await this.browser.request(path));
    const csrf = formFields(page.text).find(({ name }) => name === 'csrf')?.value;
    if (!csrf) throw new Error(`The page ${path} (${page.status}) has no form with a csrf field`);
    return this.page.postBlind(path, { csrf, ...fields }, options);
  }
}

function formBody(fields: Fields): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) body.append(name, each);
  return body;
}

function asEnvelope({ text, status }: Answer, path: string): Envelope {
  try {
    return JSON.parse(text) as Envelope;
  } catch (cause) {
    throw new Error(`${path} answered ${status} with no JSON: ${text.slice(0, 300)}`, { cause });
  }
}
