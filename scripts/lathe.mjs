#!/usr/bin/env node
// Runs the command line under the pinned Node.
import { ensureBuilt, programOf } from './lib/builds.mjs'
import { ensureInstalled, node, run } from './lib/toolchain.mjs'

const args = process.argv.slice(2)
const isServer = args.length === 0 || args[0] === 'start'

await ensureInstalled()
await ensureBuilt(...(isServer ? ['web', 'server', 'cli'] : ['cli']))
// The command handles the signal and sets the exit code.
process.on('SIGINT', () => {})
process.exit(await run(node, [programOf('cli'), ...args], { cwd: process.cwd() }))
