import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverBuildFile: '[name].js',
  // All routes are sent to the client initially, so that the manifest endpoint, by which clients could cause load,
  // stays disabled.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
