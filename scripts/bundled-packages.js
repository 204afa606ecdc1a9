/** Packages of many small files. As part of the server's build they load in a fifth of the time. */
export const BUNDLED = [
  ...['zod', '@conform-to/zod', 'umzug', 'commander', 'i18next', 'string-width', 'strip-ansi', 'ansi-regex'],
  ...['get-east-asian-width', 'sequelize', 'sequelize-pool', 'validator', 'lodash', 'semver', 'uuid', 'wkx', 'moment'],
  ...['moment-timezone', 'gpt-tokenizer', 'pg-connection-string', 'inflection', 'dottie', 'toposort-class'],
  ...['retry-as-promised', 'debug', 'ms'],
  // Imports packages that it does not declare: a release finds them in the build.
  'remix-auth-google',
];
