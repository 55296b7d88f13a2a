import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const each = {
  // Many tests wait for a process, a lease or a clock: half as many again as there are cores keep these busy.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // No test may fail because the machine is slow: these only end what would never end.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
}

/** They compile and run projects. */
const EXPORTED = 'packages/engine/src/exported/**/*.test.ts'

/** These tests define a global `window`, which would leak into other tests: each file has its own process. */
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
          // Each file would load the same modules again: half of the time of all these tests.
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
          // Whatever needs a page.
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
