import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { composeOnce } from './compose-once.ts'
import { listPages } from './list-pages.ts'

const server = process.env['LATHE_SERVER'] ?? 'http://127.0.0.1:4747'

// The server answers only to its own name and its own pages.
const proxied = { target: server, changeOrigin: true, headers: { origin: server } }

/**
 * Everything a first visit needs in one file, because a request costs more than the bytes it saves.
 */
const firstLoad = { name: 'first', tags: ['$initial' as const], priority: 2 }

/** Fields and rows shared by most pages, in one file for the same reason. */
const common = {
  name: 'common',
  test: /@mantine[\\/]|@tanstack[\\/]|@orpc[\\/]|react-number-format|zod[\\/]|packages[\\/]contract[\\/]|src[\\/]lib[\\/]|src[\\/]ui[\\/]\w[\w-]*[\\/](code-editor\.|copy-button|data-|empty-state|error-panel|id-chip|json-|kind|connection-lost|markdown\.|page-header|pane-boundary|quantities|relative-time|skeleton-rows|split-pane|status-icon|undo-toast|use-|view-tabs)/,
  minShareCount: 5,
  priority: 1,
}

/** Likewise what all that shows traces shares. */
const traces = {
  name: 'traces',
  test: /packages[\\/]traces[\\/]|features[\\/]traces[\\/]|src[\\/]lib[\\/]\w+[\\/](follow-events|known-cost|use-while-current)|src[\\/]ui[\\/]\w[\w-]*[\\/](attached-file|filter-bar|query-field)|use-debounced-value/,
  minShareCount: 2,
}

/** Otherwise each icon would be a file of a few hundred bytes. */
const icons = { name: 'icons', test: /@tabler[\\/]/, priority: 1 }

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), composeOnce(), listPages()],
  // Split as the page is, so that the token counter loads only the vocabulary it needs.
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: true,
    chunkSizeWarningLimit: 800,
    rolldownOptions: { output: { codeSplitting: { groups: [firstLoad, common, icons, traces] } } },
  },
  server: {
    proxy: {
      '/rpc': proxied,
      '/api': proxied,
      '/demo': proxied,
      '^/\\?token=': proxied,
      '^/public/[^/]+/(trace|spans|files)': proxied,
    },
  },
})
