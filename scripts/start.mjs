import { spawn } from 'node:child_process'
import { ensureBuilt, programOf } from './lib/builds.mjs'
import { ensureInstalled, env, node } from './lib/toolchain.mjs'

const [word] = process.argv.slice(2)
if (word !== undefined) {
  console.error(`${word}: \`npm start\` takes no arguments. Set environment variables such as PORT`)
  console.error('and LATHE_HOME instead: see docs/reference/settings.md.')
  process.exit(2)
}

await ensureInstalled()
await ensureBuilt('web', 'server')

const server = spawn(node, [programOf('server')], { env, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
