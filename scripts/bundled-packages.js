/**
 * Packages of many small files. As part of the server's build they load in a fifth of the time. Native packages and
 * those that find their own files stay outside.
 */
const NAMES = [
  ...['zod', 'umzug', 'commander', 'i18next'],
  ...['get-east-asian-width', 'sequelize', 'sequelize-pool', 'validator', 'lodash', 'semver', 'uuid', 'wkx', 'moment'],
  ...['moment-timezone', 'gpt-tokenizer', 'pg-connection-string', 'inflection', 'dottie', 'toposort-class'],
  ...['retry-as-promised', 'debug', 'ms'],
  // Pages and sign-in.
  ...['react-router', 'remix-i18next'],
  ...[
    'remix-auth',
    'remix-auth-github',
    'remix-auth-oauth2',
    'arctic',
    'jose',
    'otpauth',
    'uqr',
    'rate-limiter-flexible',
  ],
  // Imports packages that it does not declare: a release finds them in the build.
  'remix-auth-google',
  // Markdown, HTML and co-editing.
  ...['markdown-it', 'markdown-it-footnote', 'linkify-it', 'mdurl', 'uc.micro', 'punycode.js', 'entities', 'parse5'],
  ...['unified', 'bail', 'trough', 'zwitch', 'devlop', 'ccount', 'property-information', 'stringify-entities'],
  ...['hastscript', 'web-namespaces', 'html-void-elements', 'longest-streak', 'markdown-table', 'github-slugger'],
  ...['lib0', 'yjs', 'diff', 'stemmer', 'opencc-js', 'yaml'],
  // Files.
  ...[
    'file-type',
    'strtok3',
    'token-types',
    'chardet',
    'flydrive',
    'yazl',
    'yauzl',
    'mime-types',
    'mime-db',
    'case-anything',
  ],
  ...['pluralize', 'slugify'],
];

const FAMILIES =
  /^(?:mdast|hast|unist|micromark|remark|rehype|vfile|@conform-to|@edgefirst-dev|@mjackson|@modelcontextprotocol|@oslojs|@poppinss|@react-router|@remix-run|@tokenizer)[-/]/;

/** For Vite's `noExternal`. */
export const BUNDLED = [...NAMES, 'vfile', FAMILIES];

/**
 * @param {string} name
 * @returns {boolean}
 */
export const isBundled = (name) => name === 'vfile' || NAMES.includes(name) || FAMILIES.test(name);
