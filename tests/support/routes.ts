import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type ApiRoute = { path: string; methods: Method[] };
export type PostedPage = { path: string; intents: string[] };

const ROOT = join(import.meta.dirname, '../..');

/** Returns `path` and file of every route, with the children of layouts. */
export function table(): { path: string; file: string }[] {
  const source = readFileSync(join(ROOT, 'app/routes.ts'), 'utf8');
  return [...source.matchAll(/route\('([^']+)',\s*'([^']+)'/g)].map(([, path, file]) => ({
    path: `/${path!.replace(/^\//, '')}`,
    file: join(ROOT, 'app', file!),
  }));
}

/** The API documentation for people is a page. */
const isApi = (path: string) => path.startsWith('/api/') && path !== '/api/docs';

/** Endless responses, covered by `events.api.test.ts`. */
const STREAMS = ['/api/events'];

/** Returns every path of the API with the methods of its file, except streams; new routes are found automatically. */
export function apiRoutes(): ApiRoute[] {
  return table()
    .filter(({ path }) => isApi(path) && path !== '/api/*' && !STREAMS.includes(path))
    .map(({ path, file }) => {
      const found = readFileSync(file, 'utf8').matchAll(/^\s{2}(GET|POST|PUT|PATCH|DELETE): /gm);
      return { path, methods: [...found].map(([, method]) => method as Method) };
    });
}

/** Returns every path with its file, except those for development. */
export const routeFiles = () => table().filter(({ path }) => !isDevelopmentOnly(path));

/** Returns every path outside the API. */
export function otherPaths(): string[] {
  return table()
    .map(({ path }) => path)
    .filter((path) => !isApi(path) && !isDevelopmentOnly(path));
}

const isDevelopmentOnly = (path: string) => path.startsWith('/locales/add/') || path.startsWith('/dev/');

/** Returns the paths that answer GET with a page, without files, redirects and data. */
export function pagePaths(): string[] {
  const isPage = ({ file }: { file: string }) => /export default function/.test(readFileSync(file, 'utf8'));
  // Their pages only explain why there is no file.
  const downloads = ['/doc/:docId/export', '/takeouts/:takeoutId'];
  const pages = table().filter(({ path }) => !isApi(path) && !downloads.includes(path));
  return pages.filter(isPage).map(({ path }) => path);
}

/**
 * Matches the keys of `pageAction({…})`, and of `pageAction({…}, reader({…}))`, which has one more level of
 * indentation.
 */
const ACTION = /pageAction\((?:\{([\s\S]*?)\n\}\)|\n {2}\{([\s\S]*?)\n {2}\},\n {2}\w+\(\{[^{}]*\}\),\n\))/;

const SPREAD = /\.\.\.(\w+Intents),/g;

/** Returns the file from which a page imports intents. */
function importedSource(source: string, name: string): string {
  const [, file] = new RegExp(`import \\{ ${name} \\} from '#(app/[^']+)'`).exec(source) ?? [];
  if (!file) throw new Error(`${name} is not imported`);
  return readFileSync(join(ROOT, file), 'utf8');
}

/** Returns the source of imported intents that a page spreads into its own. */
function spreadIntents(source: string, name: string): string {
  const imported = importedSource(source, name);
  return new RegExp(`export const ${name} = \\{([\\s\\S]*?)\\n\\};`).exec(imported)?.[1] ?? '';
}

/** Returns the source of a route, and those of the files whose intents it spreads into its own. */
export function sourcesOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [source, ...[...source.matchAll(SPREAD)].map(([, name]) => importedSource(source, name!))];
}

/** Returns every page with a form and the intents of its file. */
export function postedPages(): PostedPage[] {
  return table()
    .filter(({ path }) => !path.startsWith('/api/'))
    .map(({ path, file }) => {
      const source = readFileSync(file, 'utf8');
      const [, alone, first] = ACTION.exec(source) ?? [];
      const action = (alone ?? first ?? '').replace(SPREAD, (_, name) => spreadIntents(source, name));
      const intents = [...action.matchAll(/^\s{2,4}'?([\w-]+)'?: (?:intent|\w+Intent)\(/gm)].map(
        ([, intent]) => intent!,
      );
      return { path, intents };
    })
    .filter(({ intents }) => intents.length > 0);
}

/** Replaces every parameter of a path by the id. */
export function fillPath(path: string, id: string): string {
  return path.replace(/:\w+/g, id);
}
