import type { Answer } from '#tests/support/client.ts';

export type RequestOptions = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams | FormData;
};

const REDIRECTS = [301, 302, 303, 307, 308];
const REDIRECTS_MAX = 5;

/** Sends requests with a cookie jar; does not follow redirects. */
export class Browser {
  readonly cookies = new Map<string, string>();

  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  async request(path: string, { headers, ...options }: RequestOptions = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, this.url), {
      redirect: 'manual',
      ...options,
      headers: { ...(cookie ? { Cookie: cookie } : {}), ...headers },
    });
    const setCookies = response.headers.getSetCookie();
    for (const line of setCookies) this.keep(line);
    return { status: response.status, headers: response.headers, text: await response.text(), setCookies };
  }

  async follow(answer: Answer, left = REDIRECTS_MAX): Promise<Answer> {
    const location = answer.headers.get('Location');
    if (!REDIRECTS.includes(answer.status) || !location || left === 0) return answer;
    return this.follow(await this.request(location), left - 1);
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', ...value] = pair.split('=');
    if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.cookies.delete(name);
    else this.cookies.set(name, value.join('='));
  }
}
