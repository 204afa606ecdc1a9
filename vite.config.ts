import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { BUNDLED } from './scripts/bundled-packages.js';
import { chunkOf } from './scripts/chunks.js';

// Vite's own server takes packages as Node finds them: some of these are CommonJS.
const isBuild = process.argv.includes('build');

/** Asked for by Sequelize for a type of column that Arbor has none of. */
const NOT_INSTALLED = ['pg-hstore'];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  define: { __ARBOR_VERSION__: JSON.stringify(packageJson.version) },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  resolve: {
    alias: isBuild
      ? { '@rushstack/ts-command-line': fileURLToPath(new URL('scripts/no-command-line.js', import.meta.url)) }
      : {},
  },
  environments: {
    client: {
      build: {
        // Maps go to who reads stack traces, not to browsers: the build moves them out of what is served.
        sourcemap: 'hidden',
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: (id, graph) => (chunkOf(id, graph) === 'framework' ? 'framework' : null),
                  tags: ['$initial'],
                  priority: 1,
                },
                { name: chunkOf, tags: ['$initial'], minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      resolve: { noExternal: isBuild ? BUNDLED : [] },
      build: {
        sourcemap: 'hidden',
        target: 'node24',
        rollupOptions: {
          external: NOT_INSTALLED,
          // The server and the CLI are one build, so that both run the very same services; long texts have a thread.
          input: {
            server: './app/server.ts',
            arbor: './cli/main.ts',
            thread: './app/threads/thread.ts',
          },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
});
