import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, ensureWebBuilt, env, node, root } from './lib/toolchain.mjs'

await ensureInstalled()
await ensureWebBuilt()

const server = spawn(node, [join(root, 'apps/server/src/main.ts'), ...process.argv.slice(2)], {
  env,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
