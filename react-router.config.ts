import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverBuildFile: '[name].js',
  // Every route is known to the client from the start: the manifest endpoint, a way to make the server work, stays closed.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
