import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { parseDocument } from '@lathe/graph'
import { type ExportedFile, type ImportResult, importProject } from '@lathe/graph/export'
import { CliError } from '../cli-error.ts'
import { type Context, connect } from '../context.ts'

/** Creates an agent from a graph document or the folder of an exported project. */
export async function importAgent(
  context: Context,
  path: string,
  { name }: { name?: string },
): Promise<void> {
  const { client, url } = connect(context)
  const read = readGraph(path)
  if (!read.ok) {
    const lines = read.issues.map((issue) => `  ${issue.path || basename(path)}: ${issue.message}`)
    throw new CliError(`${path} is not a valid graph\n${lines.join('\n')}`, { exitCode: 2 })
  }
  const title = name ?? read.name ?? basename(path).replace(/\.json$/, '')
  const { document, calledAgents } = read
  const { slug } = await client.agents.create({ name: title, document, calledAgents })
  for (const file of read.edited) context.err(`${file} was edited by hand and is not imported\n`)
  context.out(`${slug}\n`)
  context.err(`${url}/agents/${slug}\n`)
}

function readGraph(path: string): ImportResult {
  try {
    if (statSync(path).isDirectory()) return importProject(listFiles(path))
    const parsed = parseDocument(JSON.parse(readFileSync(path, 'utf8')))
    return parsed.ok ? { ...parsed, calledAgents: {}, name: null, edited: [] } : parsed
  } catch (error) {
    const message = error instanceof SyntaxError ? 'It is not JSON' : 'It cannot be read'
    return { ok: false, issues: [{ path, message }] }
  }
}

const LEFT_OUT = /(^|\/)(node_modules|\.git|dist)\//

const listFiles = (folder: string): ExportedFile[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => ({ file, path: relative(folder, file).split(sep).join('/') }))
    .filter(({ path }) => !LEFT_OUT.test(path))
    .map(({ file, path }) => ({ path, text: readFileSync(file, 'utf8') }))
