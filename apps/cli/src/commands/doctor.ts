import { accessSync, constants } from 'node:fs'
import { CliError, toCliError } from '../cli-error.ts'
import { addressIn, homeOf } from '../client.ts'
import { type Context, connect } from '../context.ts'

type Check = {
  what: string
  find: () => Promise<string>
  /** Without it the next ones would find the same wrong. */
  isNeeded?: true
}

const NEEDED_NODE = 24

/** Neither well nor wrong. */
class Untold extends Error {}

/** Looks at everything a run needs, one line each. */
export async function doctor(context: Context): Promise<void> {
  let failures = 0
  let missing: string | undefined
  for (const { what, find, isNeeded } of checks(context)) {
    if (missing !== undefined) {
      context.out(`- ${what}: not looked at without the ${missing}\n`)
      continue
    }
    try {
      context.out(`✓ ${what}: ${await find()}\n`)
    } catch (error) {
      if (error instanceof Untold) {
        context.out(`- ${what}: ${error.message}\n`)
        continue
      }
      failures += 1
      if (isNeeded) missing = what
      const { message, hint } = toCliError(error, addressIn(context.env))
      context.out(`✗ ${what}: ${message}${hint === undefined ? '' : ` ${hint}`}\n`)
    }
  }
  if (failures > 0)
    throw new CliError(failures === 1 ? 'One thing is wrong' : `${failures} things are wrong`)
}

function checks(context: Context): Check[] {
  const home = homeOf(context.env)
  return [
    { what: 'Node', find: async () => checkNode() },
    {
      what: 'home',
      find: async () => {
        try {
          accessSync(home, constants.W_OK)
        } catch {
          throw new CliError(`There is no folder ${home} to write to.`, {
            hint: 'The first start makes it; LATHE_HOME names another.',
          })
        }
        return home
      },
    },
    {
      what: 'server',
      isNeeded: true,
      find: async () => {
        const { url } = connect(context)
        const answer = await fetch(`${url}/healthz`)
        if (!answer.ok) throw new CliError(`${url} answers ${answer.status}`)
        return url
      },
    },
    {
      what: 'store',
      find: async () => {
        const answer = await fetch(`${connect(context).url}/readyz`)
        if (answer.status === 503)
          throw new CliError('It takes no writes now.', {
            hint: 'Another program may hold it, or its disk be full: the log of the server has more.',
          })
        // Older servers have no such address, and may give their page for it.
        if (!answer.ok || !answer.headers.get('content-type')?.includes('json'))
          throw new Untold('This server cannot say whether it takes writes: it is older than this.')
        return 'takes writes'
      },
    },
    {
      what: 'token',
      isNeeded: true,
      find: async () => {
        const { version, store, location } = await connect(context).client.system.about()
        return `version ${version}, ${store} in ${location}`
      },
    },
    { what: 'connections', find: () => checkConnections(context) },
  ]
}

function checkNode(): string {
  const major = Number(process.versions.node.split('.')[0])
  if (major < NEEDED_NODE) throw new CliError(`${process.version}, but ${NEEDED_NODE} is needed`)
  return process.version
}

async function checkConnections(context: Context): Promise<string> {
  const { client } = connect(context)
  const connections = await client.models.connections()
  const tested = await Promise.all(
    connections.map(async ({ id, name }) => ({
      name,
      ...(await client.models.testConnection({ id })),
    })),
  )
  const broken = tested.flatMap((test) => (test.ok ? [] : [`${test.name}: ${test.error.message}`]))
  if (broken.length > 0) throw new CliError(broken.join('; '))
  return tested.map(({ name }) => name).join(', ')
}
