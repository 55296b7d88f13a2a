import type { HttpToolConfig, JsonSchema, OpenApiToolConfig } from '@lathe/contract'
import { toolIdent } from '../parts/plan.ts'
import type { Plan } from '../parts/plan.ts'
import { list } from '../print/layout.ts'
import { key, quote } from '../print/literal.ts'
import { RUNTIME_TOOLS } from './built-in.ts'
import type { ToolSource } from './built-in.ts'
import { requestText } from './request-text.ts'
import type { RequestText } from './request-text.ts'
import { upper } from './setting.ts'
import type { Setting, Variable } from './setting.ts'

type Config = HttpToolConfig | OpenApiToolConfig

/** A request of an HTTP tool through `fetch`; null for any other tool. */
export function requestToolSource(plan: Plan, name: string): ToolSource | null {
  const config = requestCode(plan, name)
  if (!config) return null
  const helpers = new Set<string>()
  const use = (helper: string) => {
    helpers.add(helper)
    return helper
  }
  const env = environmentCode(toolIdent(plan, name), config)
  const text = requestText(argumentsCode(plan.tools.get(name)?.schema), use)
  const [origin = ''] = ORIGIN.exec(config.url) ?? []
  const base = `\${${use('apiAddress')}(${quote(env.address)}, ${quote(origin)})}`
  const secrets = (variables: ReadonlyMap<string, string>) =>
    [...variables].map(
      ([item, variable]) => [item, `${use('apiSecret')}(${quote(variable)})`] as const,
    )
  const values = (texts: Record<string, string>) =>
    Object.entries(texts).map(([item, template]) => [item, text.value(template)] as const)
  const url = text.text(config.url.slice(origin.length), 'pathSegment', base)
  const fields = [
    `method: ${quote(config.method)}`,
    `url: ${url}`,
    ...record('query', [...values(config.query), ...secrets(env.query)]),
    ...record('headers', [...values(config.headers), ...secrets(env.headers)]),
    ...bodyFields(config, text),
    'signal',
  ]
  const run = `(args: Record<string, unknown>, { signal }) => ${list('{}', fields, `${use('sendRequest')}(`)})`
  return { run, imports: Object.fromEntries([...helpers].map((name) => [name, RUNTIME_TOOLS])) }
}

/** The variables of a request's address and secrets. */
export function requestSetting(plan: Plan, name: string): Setting | null {
  const config = requestCode(plan, name)
  if (!config) return null
  const { address, headers, query } = environmentCode(toolIdent(plan, name), config)
  const [origin = ''] = ORIGIN.exec(config.url) ?? []
  const secrets = [...headers.values(), ...query.values()]
  return {
    description: `Requests of ${name}: where to, and their secrets`,
    variables: [[address, origin], ...secrets.map((secret): Variable => [secret, ''])],
  }
}

const ORIGIN = /^https?:\/\/[^/?#]+/

function requestCode(plan: Plan, name: string): Config | null {
  const config = plan.tools.get(name)?.config
  return config?.kind === 'http' || config?.kind === 'openapi' ? config : null
}

const argumentsCode = ({ properties }: JsonSchema = {}): ReadonlySet<string> =>
  new Set(typeof properties === 'object' && properties !== null ? Object.keys(properties) : [])

/** `GET_WEATHER_URL`, and a variable for each secret. */
function environmentCode(ident: string, { secretHeaders, secretQuery }: Config) {
  const taken = new Set<string>()
  const variable = (...words: string[]) => {
    const wish = words.map(upper).join('_')
    let name = wish
    for (let next = 2; taken.has(name); next += 1) name = `${wish}_${next}`
    taken.add(name)
    return name
  }
  const named = (values: Record<string, string>, ...words: string[]) =>
    new Map(Object.keys(values).map((name) => [name, variable(...words, name)]))
  const address = variable(ident, 'url')
  return {
    address,
    headers: named(secretHeaders, ident),
    query: named(secretQuery, ident, 'query'),
  }
}

function record(name: string, entries: (readonly [string, string])[]): string[] {
  if (entries.length === 0) return []
  const items = entries.map(([item, code]) => `${key(item)}: ${code}`)
  return [list('{}', items, `${name}: `)]
}

function bodyFields({ method, body }: Config, text: RequestText): string[] {
  if (method === 'GET') return []
  if (body.type === 'json') return [`json: ${text.json(body.value)}`]
  if (body.type === 'rest') return [`json: ${text.rest()}`]
  return body.type === 'form' ? [`form: ${text.rest()}`] : []
}
