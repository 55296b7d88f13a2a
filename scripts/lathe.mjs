#!/usr/bin/env node
// The command line under the pinned Node; `start` is the server itself.
import { join } from 'node:path'
import { ensureInstalled, node, root, run } from './lib/toolchain.mjs'

const [command, ...rest] = process.argv.slice(2)
if (command === 'start' && !rest.some((word) => ['--help', '-h'].includes(word))) {
  process.argv.splice(2, process.argv.length, ...rest)
  await import('./start.mjs')
} else {
  await ensureInstalled()
  const main = join(root, 'apps/cli/src/main.ts')
  // The command itself hears of it too, and says how it ends.
  process.on('SIGINT', () => {})
  process.exit(await run(node, [main, ...process.argv.slice(2)], { cwd: process.cwd() }))
}
