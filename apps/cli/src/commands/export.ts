import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileContent, loadProject } from '@lathe/graph/export'
import { CliError } from '../cli-error.ts'
import { type Context, connect } from '../context.ts'
import { json } from '../text.ts'
import { documentOf, versionOf } from './run.ts'

export type ExportOptions = { version?: string; json?: true }

/** Writes an agent's TypeScript project to a folder, or with `--json` its graph document to standard output. */
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
  for (const file of files) {
    const path = join(target, file.path)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, fileContent(file))
  }
  context.out(`${target}: ${files.length} files\n`)
}

function refuseFull(folder: string): void {
  try {
    if (readdirSync(folder).length === 0) return
  } catch {
    return
  }
  throw new CliError(`${folder} is not empty`, { hint: 'Choose another folder.', exitCode: 2 })
}
