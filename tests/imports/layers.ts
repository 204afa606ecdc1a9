export type Layer = {
  name: string;
  /** The files of the layer; of several layers that match, the first one listed counts. */
  files: RegExp;
  /** Layers it may import, its own included only if named. */
  may: string[];
  /** Layers of which it may import types. */
  types?: string[];
  /** Packages it may not import, or may only. */
  noPackages?: RegExp;
  onlyPackages?: RegExp;
};

/** Single files on their own terms, each for a reason. */
const OPEN_TO_SERVER = ['config', 'errors', 'locales', 'log', 'counters', 'database errors'];
const BROWSER = /^(?:react|react-router|react-dom|express|@react-router)(?:\/|$)/;

/**
 * Which layer may import which. What goes beyond the plain order is named: a layer may import
 * itself (but no route another route); `log` and `counters` are the adapters open to every server layer; root and the entries count
 * as routes; `locales` are texts; `database errors` names what drivers throw and reaches no database; a component may know types of what a route hands it.
 */
export const LAYERS: Layer[] = [
  { name: 'config', files: /^app\/config\.server\.ts$/, may: ['errors'] },
  { name: 'errors', files: /^app\/errors\.ts$/, may: [], onlyPackages: /^zod$/ },
  { name: 'locales', files: /^app\/locales\.ts$|^public\/locales\//, may: ['locales'] },
  { name: 'remembered texts', files: /^app\/remembered-texts\.ts$/, may: [] },
  { name: 'log', files: /^app\/adapters\/log\.ts$/, may: ['config'] },
  { name: 'counters', files: /^app\/adapters\/counters\.ts$/, may: [] },
  // Adapters, because the process waits for what they have under way before it ends.
  {
    name: 'server',
    files: /^app\/server\.ts$/,
    may: ['http', 'public page', 'jobs', 'adapters', 'connection', 'migrate', ...OPEN_TO_SERVER],
  },
  // The browser's first file: the only one that reaches client/ without a dynamic import.
  {
    name: 'entry.client',
    files: /^app\/entry\.client\.tsx$/,
    may: ['client', 'components', 'auth state', 'ui', 'locales'],
  },
  {
    name: 'routes',
    files: /^app\/(?:root\.tsx|entry\.server\.tsx|routes\.ts|routes\/.*)$/,
    may: ['http', 'services', 'schemas', 'components', 'ui', 'styles', 'dynamic client', ...OPEN_TO_SERVER],
  },
  // Answers `/s/*` beside the router: what a route is to React Router, without one.
  {
    name: 'public page',
    files: /^app\/public-page\//,
    may: ['public page', 'http', 'services', 'schemas', 'markdown', 'components', 'styles', ...OPEN_TO_SERVER],
  },
  { name: 'styles', files: /^app\/styles\//, may: ['styles'] },
  {
    name: 'http',
    files: /^app\/http\//,
    may: ['http', 'services', 'schemas', 'remembered texts', ...OPEN_TO_SERVER],
  },
  {
    name: 'services',
    files: /^app\/services\//,
    may: [
      'services',
      'policies',
      'connection',
      // A backup is restored into the schema it was taken from.
      'migrate',
      'schemas',
      'adapters',
      'emails',
      'markdown',
      'long texts',
      ...OPEN_TO_SERVER,
    ],
    // Asked for through `models()` of the connection, which loads them.
    types: ['models'],
    noPackages: BROWSER,
  },
  { name: 'policies', files: /^app\/policies\//, may: [], types: ['services', 'models'], onlyPackages: /^zod$/ },
  {
    name: 'schemas',
    files: /^app\/schemas\//,
    may: ['schemas'],
    types: ['services', 'errors'],
    onlyPackages: /^zod$/,
  },
  // What may be told to an error reporting service: the same rules in server and browser.
  { name: 'reporting', files: /^app\/reporting\//, may: ['reporting'], onlyPackages: /^zod$/ },
  // What a page knows of who is signed in: read by the page's parts, changed by what signs out.
  { name: 'auth state', files: /^app\/components\/auth-state\.ts$/, may: [] },
  {
    name: 'components',
    files: /^app\/components\//,
    may: ['components', 'auth state', 'ui', 'schemas', 'dynamic client'],
    types: ['services', 'policies', 'http', 'locales', 'errors'],
  },
  { name: 'ui', files: /^app\/ui\//, may: ['ui', 'schemas', 'remembered texts'] },
  {
    name: 'client',
    files: /^app\/client\//,
    may: ['client', 'auth state', 'ui', 'schemas', 'reporting'],
    types: ['services', 'components'],
  },
  {
    name: 'adapters',
    files: /^app\/adapters\//,
    may: ['adapters', 'config', 'errors', 'log', 'counters', 'reporting'],
  },
  { name: 'emails', files: /^app\/emails\//, may: ['emails', 'schemas', 'locales'], types: ['adapters'] },
  // Says in the log which text was given up; the rest of the folder is pure.
  { name: 'long texts', files: /^app\/markdown\/long-texts(?:\.test)?\.ts$/, may: ['markdown', 'long texts', 'log'] },
  { name: 'markdown', files: /^app\/markdown\//, may: ['markdown', 'schemas', 'locales'] },
  { name: 'jobs', files: /^app\/jobs\//, may: ['jobs', 'services', 'log'] },
  // Before anything is installed: Node's own modules, and Vite once it is there.
  { name: 'launch', files: /^cli\/(?:launch\/|bin\.js$)/, may: ['launch'], onlyPackages: /^vite$/ },
  // `migrate` is what `arbor db migrate` is for.
  {
    name: 'cli',
    files: /^cli\//,
    may: ['cli', 'services', 'connection', 'migrate', 'schemas', 'config', 'errors', 'locales'],
    types: ['models'],
  },
  { name: 'database errors', files: /^db\/database-errors\.ts$/, may: [] },
  {
    name: 'connection',
    files: /^db\/(?:connection|sequelize|snapshot|tables)\.ts$/,
    may: ['models', 'driver', 'connection', 'database errors'],
  },
  { name: 'driver', files: /^db\/sqlite-\w+\.ts$/, may: ['driver'] },
  { name: 'models', files: /^db\/models\//, may: ['models'], onlyPackages: /^sequelize$/ },
  {
    name: 'migrate',
    files: /^db\/(?:migrate|migration|seed)\.ts$|^db\/migrations\//,
    may: ['migrate', 'connection', 'models'],
  },
];

export function layerOf(file: string): Layer | undefined {
  return LAYERS.find(({ files }) => files.test(file));
}
