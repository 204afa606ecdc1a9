import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type ApiRoute = { path: string; methods: Method[] };
export type PostedPage = { path: string; intents: string[] };

const ROOT = join(import.meta.dirname, '../..');

/** `path` and file of every line of the table of contents, with any layout's children. */
function table(): { path: string; file: string }[] {
  const source = readFileSync(join(ROOT, 'app/routes.ts'), 'utf8');
  return [...source.matchAll(/route\('([^']+)',\s*'([^']+)'/g)].map(([, path, file]) => ({
    path: `/${path!.replace(/^\//, '')}`,
    file: join(ROOT, 'app', file!),
  }));
}

/** The API's description for people is a page. */
const isApi = (path: string) => path.startsWith('/api/') && path !== '/api/docs';

/** Answers that never end; `events.api.test.ts` covers them. */
const STREAMS = ['/api/events'];

/** Every path of the API with the methods its file defines, but streams: a new route is in here by itself. */
export function apiRoutes(): ApiRoute[] {
  return table()
    .filter(({ path }) => isApi(path) && path !== '/api/*' && !STREAMS.includes(path))
    .map(({ path, file }) => {
      const found = readFileSync(file, 'utf8').matchAll(/^\s{2}(GET|POST|PUT|PATCH|DELETE): /gm);
      return { path, methods: [...found].map(([, method]) => method as Method) };
    });
}

/** Every path with the file that answers it, but those of development. */
export const routeFiles = () => table().filter(({ path }) => !isDevelopmentOnly(path));

/** Every path outside the API. */
export function otherPaths(): string[] {
  return table()
    .map(({ path }) => path)
    .filter((path) => !isApi(path) && !isDevelopmentOnly(path));
}

const isDevelopmentOnly = (path: string) => path.startsWith('/locales/add/') || path.startsWith('/dev/');

/** The paths that answer a GET with a page. What answers with a file, a redirect or data alone is none. */
export function pagePaths(): string[] {
  const isPage = ({ file }: { file: string }) => /export default function/.test(readFileSync(file, 'utf8'));
  // Its page is the one that says why there is no file.
  const pages = table().filter(({ path }) => !isApi(path) && path !== '/doc/:docId/export');
  return pages.filter(isPage).map(({ path }) => path);
}

/** What stands in `pageAction({…})`, and in `pageAction({…}, reader)`, which is laid out one step further in. */
const ACTION = /pageAction\((?:\{([\s\S]*?)\n\}\)|\n {2}\{([\s\S]*?)\n {2}\},\n {2}\w+,\n\))/;

/** Every page that takes a form, with the intents its file defines. */
export function postedPages(): PostedPage[] {
  return table()
    .filter(({ path }) => !path.startsWith('/api/'))
    .map(({ path, file }) => {
      const source = readFileSync(file, 'utf8');
      const [, alone, first] = ACTION.exec(source) ?? [];
      const action = alone ?? first ?? '';
      const intents = [...action.matchAll(/^\s{2,4}'?([\w-]+)'?: (?:open)?[iI]ntent\(/gm)].map(([, intent]) => intent!);
      return { path, intents };
    })
    .filter(({ intents }) => intents.length > 0);
}

/** A path with a value for each of its parameters. */
export function fillPath(path: string, id: string): string {
  return path.replace(/:\w+/g, id);
}
