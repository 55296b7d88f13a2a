import { type QueryExecutorProvider, sql } from 'kysely'

type Texts = Record<string, string>
type Config = {
  url: string
  query?: Texts
  headers?: Texts
  body?: { type: string; value?: unknown }
}

/** HTTP tools named arguments as `{name}`. Now they are named as in prompts: `{{name}}`. */
export async function toolArgumentsInDoubleBraces(db: QueryExecutorProvider) {
  const { rows } = await sql<{ id: string; schema: string; config: string }>`
    select id, schema, config from tools where kind in ('http', 'openapi')
  `.execute(db)
  for (const { id, schema, config } of rows) {
    const { properties = {} }: { properties?: object } = JSON.parse(schema)
    const names = new Set(Object.keys(properties))
    const next = JSON.stringify(rewritten(JSON.parse(config), names))
    if (next !== config) await sql`update tools set config = ${next} where id = ${id}`.execute(db)
  }
}

const BRACES = /\{\{\s*[a-zA-Z0-9_.-]+\s*\}\}|\{([a-zA-Z0-9_.-]+)\}/g

function rewritten(config: Config, names: ReadonlySet<string>): Config {
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return value.replace(BRACES, (found, name: string | undefined) =>
        name !== undefined && names.has(name) ? `{{${name}}}` : found,
      )
    }
    if (Array.isArray(value)) return value.map(deep)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deep(inner)]))
  }
  const { url, query, headers, body } = config
  const isWritten = body?.type === 'json' || body?.type === 'text'
  const change = {
    url: deep(url),
    ...(query && { query: deep(query) }),
    ...(headers && { headers: deep(headers) }),
    ...(isWritten && { body: { ...body, value: deep(body.value) } }),
  }
  return Object.assign(config, change)
}
