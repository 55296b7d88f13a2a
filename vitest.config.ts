import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // By itself vitest leaves one core idle, half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/cli/src/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          environment: 'node',
          setupFiles: ['scripts/lib/property-seed.ts'],
          globalSetup: ['apps/server/src/testing/postgres-server.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      './apps/web/vite.config.ts',
    ],
  },
})
