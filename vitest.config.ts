import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const each = {
  // Many tests wait for a process, a lease or a clock, so 1.5 workers per core keep the cores busy.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Generous, so that no test fails on a slow machine. They end only tests that hang.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
}

/** Tests that compile and run exported projects. */
const EXPORTED = 'packages/engine/src/exported/**/*.test.ts'

/** Tests that define a global `window`. Each file has its own process, so that it does not leak into other tests. */
const HOOKS = 'apps/server/src/integrations/langgraph/clients/{react*,snippets}.test.ts'

const withServer = {
  environment: 'node' as const,
  setupFiles: ['scripts/lib/property-seed.ts'],
  globalSetup: ['apps/server/src/testing/global-setup.ts'],
  ...each,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts'],
          exclude: [EXPORTED],
          environment: 'node',
          // With isolation, loading the same modules for each file would take half of the time.
          isolate: false,
          setupFiles: ['scripts/lib/property-seed.ts'],
          ...each,
        },
      },
      {
        test: {
          ...withServer,
          name: 'node',
          include: [
            'apps/cli/src/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            EXPORTED,
            'scripts/**/*.test.ts',
          ],
          exclude: [HOOKS],
          isolate: false,
        },
      },
      { test: { ...withServer, name: 'hooks', include: [HOOKS] } },
      {
        extends: './apps/web/vite.config.ts',
        test: {
          name: 'web-plain',
          include: ['apps/web/src/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          ...each,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        test: {
          name: 'web',
          // Tests that need a DOM.
          include: ['apps/web/src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['apps/web/src/testing/setup.ts'],
          isolate: false,
          css: { modules: { classNameStrategy: 'non-scoped' } },
          ...each,
        },
      },
    ],
  },
})
