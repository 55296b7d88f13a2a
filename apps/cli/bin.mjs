#!/usr/bin/env node
// The program of the npm package. It uses old syntax, so that old versions of Node print the required version.
import process from 'node:process'

// Node 22.19 added the compression dictionaries with which payloads are stored.
const NEEDED = [22, 19]
const found = process.versions.node.split('.').map(Number)
const isOld = found[0] < NEEDED[0] || (found[0] === NEEDED[0] && found[1] < NEEDED[1])

if (isOld) {
  console.error(
    'Lathe needs Node ' +
      NEEDED.join('.') +
      ' or newer. This is Node ' +
      process.versions.node +
      '.',
  )
  console.error('Install a current version from https://nodejs.org and run the command again.')
  process.exit(2)
}

// Node 22 warns that SQLite is experimental, which users of Lathe cannot act on.
const emitWarning = process.emitWarning.bind(process)
process.emitWarning = (warning, ...options) => {
  if (options[0] === 'ExperimentalWarning' && String(warning).startsWith('SQLite')) return
  emitWarning(warning, ...options)
}

import('./dist/main.js').catch((error) => {
  console.error(error)
  process.exit(1)
})
