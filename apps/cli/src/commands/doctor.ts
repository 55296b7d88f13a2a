import { accessSync, constants } from 'node:fs'
import { CliError, notLathe, toCliError } from '../cli-error.ts'
import { addressIn, findHome } from '../client.ts'
import { type Context, connect } from '../context.ts'
import { json } from '../text.ts'

type Check = {
  what: string
  find: () => Promise<string>
  /** When this check fails, skip the later ones: they would report the same problem. */
  isNeeded?: true
}

type Finding = { check: string; status: 'ok' | 'failed' | 'skipped'; message: string }

const MARKS = { ok: '✓', failed: '✗', skipped: '-' }

const NEEDED_NODE = 24

/** A check that does not apply here: neither passed nor failed. */
class Skipped extends Error {}

/** Checks everything that a run needs, one line each. */
export async function doctor(context: Context, { json: asJson }: { json?: true }): Promise<void> {
  const findings: Finding[] = []
  const report = (finding: Finding) => {
    findings.push(finding)
    if (!asJson) context.out(`${MARKS[finding.status]} ${finding.check}: ${finding.message}\n`)
  }
  let missing: string | undefined
  for (const { what: check, find, isNeeded } of checks(context)) {
    if (missing !== undefined) {
      report({ check, status: 'skipped', message: `not checked without the ${missing}` })
      continue
    }
    try {
      report({ check, status: 'ok', message: await find() })
    } catch (error) {
      if (error instanceof Skipped) {
        report({ check, status: 'skipped', message: error.message })
        continue
      }
      if (isNeeded) missing = check
      const { message, hint } = toCliError(error, addressIn(context.env))
      // Only some messages end with a full stop.
      const text = hint === undefined ? message : `${message.replace(/\.$/, '')}. ${hint}`
      report({ check, status: 'failed', message: text })
    }
  }
  if (asJson) context.out(json(findings))
  const failures = findings.filter(({ status }) => status === 'failed').length
  if (failures > 0)
    throw new CliError(failures === 1 ? 'One check failed' : `${failures} checks failed`)
}

function checks(context: Context): Check[] {
  const home = findHome(context.env)
  return [
    { what: 'Node', find: async () => checkNode() },
    {
      what: 'home',
      find: async () => {
        if (context.env['LATHE_URL'] !== undefined) {
          throw new Skipped('not needed, because LATHE_URL names the server')
        }
        try {
          accessSync(home, constants.W_OK)
        } catch {
          throw new CliError(`There is no folder ${home} to write to.`, {
            hint: 'The first start creates it. Set LATHE_HOME to use another folder.',
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
        if (!answer.ok) throw new CliError(`${url} returned ${answer.status}`)
        if (answer.headers.get('content-type')?.startsWith('text/html')) throw notLathe(url)
        return url
      },
    },
    {
      what: 'store',
      find: async () => {
        const answer = await fetch(`${connect(context).url}/readyz`)
        if (answer.status === 503)
          throw new CliError('The server does not accept writes now.', {
            hint: 'Another program may have locked the database, or the disk is full. See the server log.',
          })
        // Older servers lack this endpoint and may return the web page instead.
        if (!answer.ok || !answer.headers.get('content-type')?.includes('json'))
          throw new Skipped('This server is too old to report whether it accepts writes.')
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
  if (major < NEEDED_NODE)
    throw new CliError(`Node ${process.version} is too old: ${NEEDED_NODE} or later is required`)
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
