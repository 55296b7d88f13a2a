import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { loadProject } from '@lathe/graph/export'
import { CliError } from '../cli-error.ts'
import { type Context, connect } from '../context.ts'
import { json } from '../text.ts'
import { documentOf, versionOf } from './run.ts'

export type ExportOptions = { version?: string; json?: true }

/** The TypeScript project into a folder, or with `--json` the graph document to standard output. */
export async function exportAgent(
  context: Context,
  agent: string,
  folder: string | undefined,
  { version = 'published', json: asJson }: ExportOptions,
): Promise<void> {
  const { client } = connect(context)
  const [{ slug, name }, { document }] = await Promise.all([
    client.agents.get({ agent }),
    documentOf(client, agent, versionOf(version)),
  ])
  if (asJson) return context.out(json(document))
  const target = resolve(folder ?? slug)
  refuseFull(target)
  const { files } = await loadProject(document, { name, slug }, client)
  for (const { path, text } of files) {
    const file = join(target, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  context.out(`${target}: ${files.length} files\n`)
}

function refuseFull(folder: string): void {
  try {
    if (readdirSync(folder).length === 0) return
  } catch {
    return
  }
  throw new CliError(`${folder} is not empty`, { hint: 'Name another folder.', exitCode: 2 })
}
