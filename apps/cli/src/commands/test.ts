import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { addTests, type ExportedFile, fileContent, loadRunProject } from '@lathe/graph/export'
import { CliError } from '../cli-error.ts'
import { type Context, connect } from '../context.ts'

type Client = ReturnType<typeof connect>['client']

const PACKAGE = 'package.json'

/** Writes a recorded run as a test into an exported project, or with the project into an empty folder. */
export async function toTest(
  context: Context,
  traceId: string,
  folder = '.',
  { name }: { name?: string },
): Promise<void> {
  const target = resolve(folder)
  const isNew = isEmpty(target)
  const { client } = connect(context)
  const known = isNew ? [] : [manifestIn(target)]
  const made = await client.replays.toTest({ id: traceId, ...(name !== undefined && { name }) })
  const tests = made.flatMap(({ path }) => (/^tests\/[^/]+$/.test(path) ? join(target, path) : []))
  const there = tests.find((path) => existsSync(path))
  if (there !== undefined) {
    throw new CliError(`${there} already exists`, { hint: 'Choose another --name.', exitCode: 2 })
  }
  const project = isNew ? await projectOf(client, traceId) : known
  const files = addTests(project, made)
  for (const { path } of files) refuseOutside(target, path)
  for (const file of files) write(join(target, file.path), fileContent(file))
  context.out(`${tests.join('\n')}\ncd ${target} && npm install && npm test\n`)
}

const isEmpty = (folder: string) => !existsSync(folder) || readdirSync(folder).length === 0

function manifestIn(folder: string): ExportedFile {
  const refuse = (message: string) =>
    new CliError(message, {
      hint: 'Name the folder of an exported project, or an empty one.',
      exitCode: 2,
    })
  const path = join(folder, PACKAGE)
  if (!existsSync(path)) throw refuse(`${folder} does not contain a project`)
  const text = readFileSync(path, 'utf8')
  try {
    JSON.parse(text)
  } catch {
    throw refuse(`${path} is not valid JSON`)
  }
  return { path: PACKAGE, text }
}

/** Loads the project of the graph that ran. */
async function projectOf(client: Client, id: string): Promise<ExportedFile[]> {
  const { files, blockers } = await loadRunProject(id, client)
  const [blocker] = blockers
  if (blocker) throw new CliError(`The graph cannot be exported: ${blocker.message}`)
  return files
}

/** Rejects paths outside the folder, because the server names the files. */
export function refuseOutside(folder: string, path: string): void {
  if (resolve(folder, path).startsWith(resolve(folder) + sep)) return
  throw new CliError(`The server returned the path ${path}, which is outside ${folder}`)
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
