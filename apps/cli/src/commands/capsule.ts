import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CapsuleFile, type CapsuleSecret } from '@lathe/contract'
import { CliError } from '../cli-error.ts'
import { type Context, connect } from '../context.ts'

export type CapsuleOptions = { withSecrets?: true }

/** Writes a recorded run to a new file, and lists the secrets that it contains. */
export async function saveCapsule(
  context: Context,
  traceId: string,
  file = `${traceId}.capsule.json`,
  { withSecrets }: CapsuleOptions = {},
): Promise<void> {
  const { client } = connect(context)
  const [capsule, { secrets }] = await Promise.all([
    client.capsules.get({ id: traceId, secrets: withSecrets ? 'include' : 'redact' }),
    client.capsules.secrets({ id: traceId }),
  ])
  const path = resolve(file)
  try {
    writeFileSync(path, JSON.stringify(capsule), { flag: 'wx' })
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    throw new CliError(isThere ? `${path} already exists` : `${path} cannot be written`, {
      hint: 'Choose another file.',
      exitCode: 2,
    })
  }
  context.out(`${path}\n`)
  if (secrets.length === 0) return
  context.err(
    withSecrets
      ? `The file contains ${secretCount(secrets)}:\n`
      : `Redacted ${secretCount(secrets)} (--with-secrets keeps them):\n`,
  )
  for (const { kind, placeholder, count, paths } of secrets) {
    const more = count > paths.length ? ` and ${count - paths.length} more` : ''
    context.err(`  ${placeholder} ${kind}: ${paths.join(', ')}${more}\n`)
  }
}

const secretCount = ({ length }: readonly CapsuleSecret[]): string =>
  length === 1 ? '1 secret' : `${length} secrets`

/** Imports a run that was recorded on another server. */
export async function importCapsule(context: Context, file: string): Promise<void> {
  const { client, url } = connect(context)
  const { traceId, agentSlug, isNew } = await client.capsules.import({ capsule: readCapsule(file) })
  context.out(`${traceId}\n`)
  const note = isNew ? `run of ${agentSlug}` : 'already imported, nothing was changed'
  context.err(`${url}/traces/${traceId} (${note})\n`)
}

function readCapsule(file: string): CapsuleFile {
  const refuse = (why: string) => new CliError(`${file} ${why}`, { exitCode: 2 })
  let given: unknown
  try {
    given = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw refuse(
      error instanceof SyntaxError ? 'is not a capsule, or it is incomplete' : 'cannot be read',
    )
  }
  const read = CapsuleFile.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw refuse(`is not a capsule: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
}
