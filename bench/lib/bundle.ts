import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Bundles an entry under bench/ into one script, as in production. Returns its path. */
export async function bundle(entry: string): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'lathe-bench-page-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      lib: { entry: join(root, entry), formats: ['iife'], name: 'page', fileName: () => 'page.js' },
    },
  })
  return join(outDir, 'page.js')
}
