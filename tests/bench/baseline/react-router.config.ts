import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: process.env.BASELINE_BUILD ?? 'build',
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
