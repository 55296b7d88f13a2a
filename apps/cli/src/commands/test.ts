import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { CliError } from '../cli-error.ts'
import { type Context, connect } from '../context.ts'

/** Writes a recorded run as a test into an exported project; what is there stays. */
export async function toTest(
  context: Context,
  traceId: string,
  folder = '.',
  { name }: { name?: string },
): Promise<void> {
  const { client } = connect(context)
  const files = await client.replays.toTest({ id: traceId, ...(name !== undefined && { name }) })
  const paths = files.map(({ path }) => join(resolve(folder), path))
  const known = paths.find((path) => existsSync(path))
  if (known !== undefined) {
    throw new CliError(`${known} is there already`, { hint: 'Give another --name.', exitCode: 2 })
  }
  for (const [index, { text }] of files.entries()) {
    const path = paths[index] ?? ''
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  context.out(`${paths.join('\n')}\nnpm install -D vitest @lathe/replay && npx vitest run\n`)
}
