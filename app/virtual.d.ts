declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router';

  const build: ServerBuild;
  export = build;
}

/** Version of package.json, injected when the CLI is built. */
declare const __ARBOR_VERSION__: string;

/** Environment values from the server, set before any script of the page runs. */
interface Window {
  ENV?: { SENTRY_DSN?: string };
}
