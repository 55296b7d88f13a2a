import type { Json, SqlToolConfig } from '@lathe/contract'
import { toResult } from '@lathe-ai/runtime/sqlite'
import type { Grant } from '../../egress/grants.ts'
import { stringArgument, type ToolDefinition } from '../definition.ts'
import type { StoredTool } from '../stored/stored-tool.ts'
import { querySqlite } from './query-sqlite.ts'
import { realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { LatheError } from '../../errors/lathe-error.ts'

type SqlWorkshop = {
  /** Private hosts that every tool may reach. */
  allow: readonly Grant[]
  sqlFiles: readonly string[]
  limits: { toolResponseBytes: number }
}

/** Creates a tool that queries a database with the caller's parameters, limited by its settings. */
export function sqlTool(
  { name, description, schema, effect, secrets }: StoredTool,
  config: SqlToolConfig,
  { allow, sqlFiles, limits }: SqlWorkshop,
): ToolDefinition {
  const { database, allowWrites, maxRows, timeoutMs } = config
  const queryLimits = { allowWrites, maxRows, maxBytes: limits.toolResponseBytes }
  return {
    name,
    description,
    schema,
    effect,
    async run(args, { signal }) {
      const query = stringArgument(args['query'])
      const params = plainValues(args['params'])
      if (database.type === 'sqlite') {
        const file = await allowedFile(database.file, sqlFiles)
        const values = params.map((value) => (typeof value === 'boolean' ? Number(value) : value))
        const job = { file, query, params: values, busyMs: timeoutMs, ...queryLimits }
        return toResult(await querySqlite(job, { timeoutMs, signal }))
      }
      // Loaded with the first call, so that an idle server without Postgres tools does without it.
      const { queryPostgres } = await import('./query-postgres.ts')
      const url = new URL(database.url)
      const databaseHost = { host: url.hostname, port: Number(url.port) || 5_432 }
      const grants = {
        allow: database.allowPrivate ? [...allow, databaseHost] : [...allow],
        hint: `An owner can let the tool ${name} reach private addresses under Tools, or name the host in LATHE_ALLOW_HOSTS.`,
      }
      const job = { url, password: secrets().password ?? '', query, params, ...queryLimits }
      return toResult(await queryPostgres(job, { timeoutMs, signal, grants }))
    },
  }
}

type SqlValue = string | number | boolean | null

const plainValues = (argument: Json | undefined): SqlValue[] =>
  Array.isArray(argument)
    ? argument.filter((value): value is SqlValue => typeof value !== 'object' || value === null)
    : []

/** Resolves a file, following links. Throws unless the operator allows SQL tools to open it. */
async function allowedFile(file: string, roots: readonly string[]): Promise<string> {
  const [home = '.'] = roots
  const found = await realpath(resolve(home, file)).catch(() => undefined)
  const open = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)))
  const isInside = open.some(
    (root) => root !== undefined && (found === root || found?.startsWith(root + sep)),
  )
  if (found !== undefined && isInside && (await stat(found)).isFile()) return found
  throw new LatheError('TOOL_ERROR', `There is no database \`${file}\` that SQL tools may open`, {
    hint: `The operator puts it in ${home}, or names its file or folder in LATHE_SQL_FILES.`,
  })
}
