import { type Command, InvalidArgumentError } from 'commander'
import type { Context } from '../context.ts'

/** Options of `lathe start`, and the setting of the server that each one overrides. */
const SETTINGS = { port: 'PORT', host: 'HOST', home: 'LATHE_HOME' } as const

type StartOptions = { [Option in keyof typeof SETTINGS]?: string }

export function addStart(program: Command, context: Context): void {
  program
    .command('start')
    .description('start the server and the web app; the default command')
    .option(
      '-p, --port <port>',
      'port to listen on; default: 4747 or the next free port',
      parsePort,
    )
    .option('-h, --host <host>', 'address to listen on', '127.0.0.1')
    .option('--home <folder>', 'folder of the database and keys; default: ~/.lathe')
    .helpOption('--help', 'display help for command')
    .addHelpText(
      'after',
      `
Examples:
  $ lathe
  $ lathe start --port 3000
  $ DATABASE_URL=postgres://localhost/lathe lathe start

All settings: docs/reference/settings.md.`,
    )
    .action(async (options: StartOptions, command: Command) => {
      for (const [option, setting] of Object.entries(SETTINGS)) {
        if (command.getOptionValueSource(option) !== 'cli') continue
        context.env[setting] = options[option as keyof StartOptions]
      }
      await context.startServer()
    })
}

function parsePort(value: string): string {
  if (/^\d+$/.test(value) && Number(value) <= 65_535) return value
  throw new InvalidArgumentError('Give a port number from 0 to 65535.')
}
