import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CommanderError } from 'commander'
import { toCliError } from './cli-error.ts'
import { addressIn } from './client.ts'
import type { Context } from './context.ts'
import { createProgram } from './program.ts'

// The reader closed the pipe early, as `head` does: that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

/** The built server, beside the built command in the checkout and in the package. */
const SERVER = pathToFileURL(join(import.meta.dirname, '../../server/dist/main.js'))

const context: Context = {
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  startServer: () => import(SERVER.href),
}

const args = process.argv.length > 2 ? process.argv.slice(2) : ['start']
try {
  await createProgram(context).parseAsync(args, { from: 'user' })
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2
  } else {
    const { message, hint, exitCode } = toCliError(error, addressIn(process.env))
    context.err(`${message}\n${hint === undefined ? '' : `${hint}\n`}`)
    process.exitCode = exitCode
  }
}
