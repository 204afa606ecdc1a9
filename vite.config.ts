import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { BUNDLED } from './scripts/bundled-packages.js';

// Vite's own server takes packages as Node finds them: some of these are CommonJS.
const isBuild = process.argv.includes('build');

const FRAMEWORK = /node_modules\/(?:react|react-dom|react-router|scheduler|i18next|react-i18next)\//;
/** What validates forms, and the cards of signing in, which do: nothing for pages that are only read. */
const FORMS =
  /node_modules\/@conform-to\/|\/app\/features\/(?:shell\/use-form-reply|accounts\/account-fields|accounts\/[a-z-]+-card)\.tsx?$/;
const ON_NEARLY_EVERY_PAGE =
  /\/app\/(?:ui|features|browser|i18n|schemas\/(?:cover-presets|file-url|limits|looks-like-id|providers|sorting))/;
const isOnNearlyEveryPage = (id: string) => ON_NEARLY_EVERY_PAGE.test(id) && !FORMS.test(id);

/** Asked for by Sequelize for a type of column that Arbor has none of. */
const NOT_INSTALLED = ['pg-hstore'];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  define: { __ARBOR_VERSION__: JSON.stringify(packageJson.version) },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        // Maps go to who reads stack traces, not to browsers: the build moves them out of what is served.
        sourcemap: 'hidden',
        rolldownOptions: {
          output: {
            // What nearly every page loads comes in two files: each further one costs a request and a kilobyte of headers.
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK, priority: 2 },
                { name: 'page', test: isOnNearlyEveryPage, minShareCount: 2, priority: 1 },
                { name: 'forms', test: FORMS },
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
