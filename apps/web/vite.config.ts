import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const server = process.env['LATHE_SERVER'] ?? 'http://127.0.0.1:4747'

// The server answers only to its own name and its own pages.
const proxied = { target: server, changeOrigin: true, headers: { origin: server } }

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // Split as the page is, so that the token counter loads only the vocabulary it needs.
  worker: { format: 'es' },
  build: { target: 'es2023', assetsInlineLimit: 0, manifest: true, chunkSizeWarningLimit: 700 },
  server: {
    proxy: { '/rpc': proxied, '/api': proxied, '/practice': proxied, '^/\\?token=': proxied },
  },
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./src/testing/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    testTimeout: 20_000,
  },
})
