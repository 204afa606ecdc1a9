import { join } from 'node:path';
import { prepare, ROOT } from './prepare.js';
import { runNode, SERVER_ENV, SERVER_FLAGS } from './run-node.js';

const isDevelopment = process.argv.includes('--dev');

prepare({ build: !isDevelopment });
// The condition makes Node and Vite load the same copy of React Router.
if (isDevelopment) {
  runNode(['--conditions=development', join(import.meta.dirname, 'develop.js')], { NODE_ENV: 'development' });
} else {
  runNode([...SERVER_FLAGS, join(ROOT, 'build/server/server.js')], { ...SERVER_ENV, NODE_ENV: 'production' });
}
