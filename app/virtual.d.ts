declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router';

  const build: ServerBuild;
  export = build;
}

/** The version of package.json, put in when the CLI is built. */
declare const __ARBOR_VERSION__: string;

/** What the server tells the page of its environment; set before any script of the page runs. */
interface Window {
  ENV?: { SENTRY_DSN?: string };
}
