#!/usr/bin/env node
// Runs the command line under the pinned Node. `start` is the server itself.
import { ensureBuilt, programOf } from './lib/builds.mjs'
import { ensureInstalled, node, run } from './lib/toolchain.mjs'

const [command, ...rest] = process.argv.slice(2)
if (command === 'start' && !rest.some((word) => ['--help', '-h'].includes(word))) {
  process.argv.splice(2, process.argv.length, ...rest)
  await import('./start.mjs')
} else {
  await ensureInstalled()
  await ensureBuilt('cli')
  // The command handles the signal and sets the exit code.
  process.on('SIGINT', () => {})
  process.exit(
    await run(node, [programOf('cli'), ...process.argv.slice(2)], { cwd: process.cwd() }),
  )
}
