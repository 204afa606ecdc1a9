import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vitest/config';

const isTest = Boolean(process.env.VITEST);

export default defineConfig({
  plugins: isTest ? [] : [tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    ssr: {
      build: {
        target: 'node24',
        rollupOptions: {
          // The server and the CLI are one build, so that both run the very same services.
          input: { server: './app/server.ts', arbor: './cli/main.ts' },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['app/**/*.test.{ts,tsx}', 'cli/**/*.test.ts', 'db/**/*.test.ts', 'tests/imports/*.test.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
