import type { SqlToolConfig } from '@lathe/contract'
import { RUNTIME } from '../parts/code.ts'
import { toolIdent } from '../parts/plan.ts'
import type { Plan } from '../parts/plan.ts'
import { list } from '../print/layout.ts'
import { quote } from '../print/literal.ts'
import type { ToolSource } from './built-in.ts'
import { upper } from './setting.ts'
import type { Setting } from './setting.ts'

export const SQLITE = `${RUNTIME}/sqlite`
export const POSTGRES = `${RUNTIME}/postgres`

/** A query of a database, within the same rules as in Lathe; null for any other tool. */
export function sqlToolSource(plan: Plan, name: string): ToolSource | null {
  const config = sqlText(plan, name)
  if (!config) return null
  const { database, allowWrites, maxRows, timeoutMs } = config
  const env = environmentOf(toolIdent(plan, name))
  const isFile = database.type === 'sqlite'
  const place = isFile
    ? [`file: ${fromEnv(env.file, database.file)}`]
    : [`url: ${fromEnv(env.url, database.url)}`, `password: ${fromEnv(env.password, '')}`]
  const rules = [`allowWrites: ${allowWrites}`, `maxRows: ${maxRows}`, `timeoutMs: ${timeoutMs}`]
  const query = isFile ? 'runSqliteTool' : 'runPostgresTool'
  const settings = list('{}', [...place, ...rules])
  return {
    run: `({ query, params }, { signal }) => ${list('()', [settings, '{ query, params }', 'signal'], query)}`,
    imports: { [query]: isFile ? SQLITE : POSTGRES },
  }
}

export function sqlSetting(plan: Plan, name: string): Setting | null {
  const config = sqlText(plan, name)
  if (!config) return null
  const env = environmentOf(toolIdent(plan, name))
  const description = `The database of ${name}`
  return config.database.type === 'sqlite'
    ? { description, variables: [[env.file, config.database.file]] }
    : {
        description,
        variables: [
          [env.url, config.database.url],
          [env.password, ''],
        ],
      }
}

function sqlText(plan: Plan, name: string): SqlToolConfig | null {
  const config = plan.tools.get(name)?.config
  return config?.kind === 'sql' ? config : null
}

function environmentOf(ident: string) {
  const prefix = upper(ident)
  return { file: `${prefix}_FILE`, url: `${prefix}_URL`, password: `${prefix}_PASSWORD` }
}

const fromEnv = (variable: string, standard: string) =>
  `process.env.${variable} ${standard === '' ? '??' : '||'} ${quote(standard)}`
