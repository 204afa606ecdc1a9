export type Layer = {
  name: string;
  /** Matches the layer's files. The first layer of `LAYERS` that matches a file applies. */
  files: RegExp;
  /** Names of layers it may import; its own only if listed. `dynamic X` allows only `import()` of layer X. */
  may: string[];
  /** Layers it may import types from. */
  types?: string[];
  /** Forbidden packages, or the only allowed ones. */
  noPackages?: RegExp;
  onlyPackages?: RegExp;
};

/** Files that every server layer may import. */
const OPEN_TO_SERVER = [
  'address',
  'config',
  'folder',
  'errors',
  'locales',
  'i18n',
  'log',
  'counters',
  'database errors',
];
const BROWSER = /^(?:react|react-router|react-dom|express|@react-router)(?:\/|$)/;

/**
 * The layers and what each may import. Data flows one way: route or command, then service, then policy and model.
 * `check-imports.ts` adds two rules: no route imports another route, and no feature imports the `browser/` folder of
 * another feature.
 */
export const LAYERS: Layer[] = [
  {
    name: 'folder',
    files: /^app\/config\/make-folder\.server\.ts$/,
    may: [],
  },
  {
    name: 'config',
    files: /^app\/config(?:\.server\.ts$|\/)/,
    may: ['config', 'folder', 'errors', 'schemas', 'i18n'],
  },
  // Addresses below the path of APP_URL, for server and browser.
  { name: 'address', files: /^app\/address\//, may: ['address'], onlyPackages: /^(?:react|react-router)(?:\/|$)/ },
  { name: 'errors', files: /^app\/errors\.ts$/, may: [], onlyPackages: /^zod$/ },
  { name: 'locales', files: /^app\/i18n\/translations\.ts$|^public\/locales\//, may: ['locales', 'i18n'] },
  { name: 'i18n', files: /^app\/i18n\/[a-z-]+\.ts$/, may: ['i18n'] },
  { name: 'log', files: /^app\/observability\/log\.ts$/, may: ['config'] },
  { name: 'counters', files: /^app\/observability\/(?:counters|process-figures|running-work|spans)\.ts$/, may: [] },
  // Includes adapters, because shutdown waits for their pending work.
  {
    name: 'server',
    files: /^app\/server\.ts$/,
    may: ['http', 'public page', 'jobs', 'adapters', 'connection', 'migrate', ...OPEN_TO_SERVER],
  },
  // The browser's entry, the only file that imports `app/browser/` statically.
  {
    name: 'entry.client',
    files: /^app\/entry\.client\.tsx$/,
    may: ['i18n', 'address', 'browser', 'texts of the browser', 'features', 'auth state', 'ui', 'locales'],
  },
  {
    name: 'routes',
    files: /^app\/(?:root\.tsx|entry\.server\.tsx|routes\.ts|routes\/.*)$/,
    may: [
      'http',
      'services',
      'schemas',
      'features',
      'i18n',
      'ui',
      'styles',
      'dynamic feature scripts',
      ...OPEN_TO_SERVER,
    ],
  },
  // Handles `/s/*` outside the router.
  {
    name: 'public page',
    files: /^app\/features\/public-page\/server\//,
    may: ['public page', 'http', 'services', 'schemas', 'markdown', 'features', 'styles', ...OPEN_TO_SERVER],
  },
  { name: 'styles', files: /^app\/styles\//, may: ['styles'] },
  {
    name: 'http',
    files: /^app\/(?:http|i18n\/server)\//,
    may: ['http', 'services', 'schemas', 'i18n', ...OPEN_TO_SERVER],
  },
  {
    name: 'services',
    files: /^app\/services\//,
    may: [
      'services',
      'policies',
      'connection',
      'queries',
      // A backup is restored into the schema it was taken from, so services import migrations.
      'migrate',
      'schemas',
      'adapters',
      'emails',
      'markdown',
      'differences',
      'threads',
      ...OPEN_TO_SERVER,
    ],
    // Loaded through `models()` of the connection.
    types: ['models'],
    noPackages: BROWSER,
  },
  {
    name: 'policies',
    files: /^app\/policies\//,
    may: ['policies'],
    types: ['models'],
    onlyPackages: /^(?:zod|vitest)$/,
  },
  {
    name: 'schemas',
    files: /^app\/schemas\//,
    may: ['schemas'],
    types: ['services', 'errors'],
    onlyPackages: /^zod$/,
  },
  // Rules for data sent to an error reporting service, the same in server and browser.
  { name: 'scrub', files: /^app\/observability\/scrub\.ts$/, may: ['scrub'], onlyPackages: /^zod$/ },
  // The signed-in user of a page: read by the page, changed by signing out.
  { name: 'auth state', files: /^app\/browser\/auth-state\.ts$/, may: [] },
  { name: 'texts of the browser', files: /^app\/i18n\/browser\//, may: ['address', 'texts of the browser', 'i18n'] },
  // Code shared by all pages. Features import it, never the reverse.
  {
    name: 'browser',
    files: /^app\/browser\//,
    may: ['address', 'browser', 'texts of the browser', 'auth state', 'i18n', 'ui', 'schemas', 'scrub'],
    types: ['services'],
  },
  {
    name: 'feature scripts',
    files: /^app\/features\/[a-z-]+\/browser\//,
    may: [
      'address',
      'feature scripts',
      'browser',
      'texts of the browser',
      'auth state',
      'i18n',
      'ui',
      'schemas',
      'scrub',
      'differences',
      'inline marks',
      'table cells',
    ],
    types: ['services'],
  },
  {
    name: 'features',
    files: /^app\/features\//,
    may: ['address', 'features', 'auth state', 'i18n', 'ui', 'schemas', 'dynamic browser', 'dynamic feature scripts'],
    types: ['services', 'policies', 'http', 'browser', 'feature scripts', 'errors'],
  },
  { name: 'ui', files: /^app\/ui\//, may: ['ui', 'schemas', 'i18n'] },
  {
    name: 'adapters',
    files: /^app\/(?:adapters|observability)\//,
    may: ['adapters', 'config', 'folder', 'errors', 'log', 'counters', 'scrub'],
  },
  { name: 'emails', files: /^app\/emails\//, may: ['emails', 'schemas', 'locales', 'i18n'], types: ['adapters'] },
  {
    name: 'differences',
    files: /^app\/differences\//,
    may: ['differences'],
    onlyPackages: /^(?:diff|vitest|fast-check)$/,
  },
  // Runs in worker threads: synchronous parts of other layers, without a database.
  { name: 'thread work', files: /^app\/threads\/(?:work|thread)\.ts$/, may: ['thread work', 'markdown', 'services'] },
  { name: 'threads', files: /^app\/threads\//, may: ['threads', 'log', 'counters', 'errors'], types: ['thread work'] },
  // Marks of HTML converted by the server and by the editor.
  { name: 'inline marks', files: /^app\/markdown\/inline-marks\.ts$/, may: [], onlyPackages: /^$/ },
  {
    name: 'table cells',
    files: /^app\/markdown\/table-cells\.ts$/,
    may: [],
    onlyPackages: /^(?:hast|hast-util-to-string|unist-util-visit)$/,
  },
  {
    name: 'markdown',
    files: /^app\/markdown\//,
    may: ['markdown', 'inline marks', 'table cells', 'schemas', 'locales', 'i18n'],
  },
  { name: 'jobs', files: /^app\/jobs\//, may: ['jobs', 'services', 'schemas', 'log', 'counters'] },
  // Runs before anything is installed: only Node's own modules, and Vite once it is installed.
  { name: 'launch', files: /^(?:scripts\/|cli\/bin\.js$)/, may: ['launch'], onlyPackages: /^vite$/ },
  // `arbor db migrate` runs `migrate`.
  {
    name: 'cli',
    files: /^cli\//,
    may: [
      'cli',
      'services',
      'connection',
      'database errors',
      'migrate',
      'schemas',
      'config',
      'errors',
      'locales',
      'i18n',
    ],
    types: ['models'],
  },
  { name: 'database errors', files: /^db\/database-errors\.ts$/, may: [] },
  {
    name: 'connection',
    files:
      /^db\/(?:connection|close-all|locks|transaction-scope|write-queue|sequelize|snapshot|tables|rows-of-file|notices|database-probe|observe-statements|recorded-reads|operators|pool-breaker|silent-connections|listening-client|replica|write-batch|insert-rows|postgres-batch|postgres-statements)\.ts$/,
    may: ['models', 'driver', 'connection', 'database errors', 'folder'],
  },
  // Hand-written SQL, one typed function per statement; a test checks the plan of each.
  {
    name: 'queries',
    files: /^db\/(?:query\.ts$|queries\/)/,
    may: ['queries', 'connection'],
    types: ['models', 'driver'],
  },
  { name: 'driver', files: /^db\/(?:sqlite-[\w-]+|write-step)\.ts$/, may: ['driver', 'folder'] },
  { name: 'models', files: /^db\/models\//, may: ['models'], types: ['i18n'], onlyPackages: /^sequelize$/ },
  {
    name: 'migrate',
    files: /^db\/(?:migrate|migration|seed)\.ts$|^db\/migrations\//,
    may: ['migrate', 'connection', 'models'],
  },
];

export function layerOf(file: string): Layer | undefined {
  return LAYERS.find(({ files }) => files.test(file));
}
