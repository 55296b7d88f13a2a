// Starts the server with restart on change, and Vite with hot reload in front of it.
import { join } from 'node:path'
import { ensureInstalled, node, root, run } from './lib/toolchain.mjs'

await ensureInstalled()
const web = join(root, 'apps', 'web')
const codes = await Promise.all([
  run(node, ['--watch', join(root, 'apps/server/src/main.ts')]),
  run(node, [join(web, 'node_modules/vite/bin/vite.js')], { cwd: web }),
])
process.exit(Math.max(...codes))
