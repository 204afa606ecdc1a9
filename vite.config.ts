import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { browserPackages } from './scripts/browser-packages.js';
import { BUNDLED } from './scripts/bundled-packages.js';
import { chunkOf } from './scripts/chunks.js';
import { withPlacedPreloads } from './scripts/placed-preloads.js';
import { withPlainFields } from './scripts/plain-fields.js';

// Vite's development server loads packages like Node, as some of these are CommonJS.
const isBuild = process.argv.includes('build');

/** Imported by Sequelize for a column type that Arbor does not use. */
const NOT_INSTALLED = ['pg-hstore'];

export default defineConfig({
  plugins: [
    browserPackages(),
    tailwindcss(),
    reactRouter(),
    { name: 'plain-fields', transform: withPlainFields },
    { name: 'placed-preloads', transform: isBuild ? withPlacedPreloads : () => null },
  ],
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
        // Source maps are for reading stack traces, not for browsers; the build moves them out of the served folder.
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
          // Server and CLI are one build, so that both run the same services; the thread renders long texts.
          input: {
            server: './app/server.ts',
            arbor: './cli/main.ts',
            thread: './app/threads/thread.ts',
            'sqlite-writer-thread': './db/sqlite-writer-thread.ts',
          },
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
            // V8 keeps the source of what it has loaded.
            comments: { legal: true, annotation: false, jsdoc: false },
          },
        },
      },
    },
  },
});
