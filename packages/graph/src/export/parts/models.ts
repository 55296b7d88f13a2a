import type { Json, ModelSettings } from '@lathe/contract'
import { orderedJson } from '../../document/hash.ts'
import { list } from '../print/layout.ts'
import { key, literal, quote } from '../print/literal.ts'
import { createModule } from '../print/module.ts'
import type { Module } from '../print/module.ts'
import { camel, namer, OWN_NAMES } from './names.ts'
import { modelName } from './plan.ts'

/** The models of a project; equal settings are one model. */
export type ModelRegistry = {
  /** Returns the name of its constant in `models.ts`. */
  add: (settings: ModelSettings, hasTools: boolean) => string
  module: () => Module
  /** The prefixes of the connections' environment variables, by connection. */
  connections: () => ReadonlyMap<string, string>
}

export function modelRegistry(): ModelRegistry {
  const createName = namer([...OWN_NAMES, 'ChatOpenAI', 'ChatOpenAICompletions'], 'Model')
  const environmentNames = namer()
  const models = new Map<string, { name: string; settings: ModelSettings; hasTools: boolean }>()
  const connections = new Map<string, string>()
  return {
    add(settings, hasTools) {
      const isTold = hasTools && settings.parallelToolCalls !== undefined
      const id = orderedJson([settings, isTold])
      const existing = models.get(id)
      if (existing) return existing.name
      const name = createName(modelName(settings))
      models.set(id, { name, settings, hasTools: isTold })
      if (!connections.has(settings.connection)) {
        connections.set(settings.connection, environmentNames(connectionEnv(settings.connection)))
      }
      return name
    },
    module: () => {
      const module = createModule('models.ts')
      const constants = namer(
        [...models.values()].map(({ name }) => name),
        'Connection',
      )
      const names = new Map<string, string>()
      for (const [connection, env] of connections) {
        const name = constants(camel(connection))
        names.set(connection, name)
        module.add(connectionCode(name, env))
      }
      for (const { name, settings, hasTools } of models.values()) {
        const connection = names.get(settings.connection) ?? ''
        module.add(modelCode(module, name, settings, { connection, hasTools }))
      }
      return module
    },
    connections: () => connections,
  }
}

/** `my-openai` → `MY_OPENAI` */
export function connectionEnv(connection: string): string {
  const wish = connection.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
  return /^[A-Z]/.test(wish) ? wish : `MODEL_${wish}`
}

function connectionCode(name: string, env: string): string {
  return `/** An OpenAI-compatible API; without a base URL it is OpenAI's. */
const ${name} = {
  apiKey: process.env['${env}_API_KEY'] ?? 'none',
  configuration: { baseURL: process.env['${env}_BASE_URL'] },
}`
}

/** LangChain calls the Responses API for these models, whatever the base URL. */
const RESPONSES_ONLY = /codex|gpt-5\.[2-9]/

function modelCode(
  module: Module,
  name: string,
  settings: ModelSettings,
  { connection, hasTools }: { connection: string; hasTools: boolean },
): string {
  const byResponses = settings.api === 'responses'
  const isPinned = !byResponses && RESPONSES_ONLY.test(settings.name)
  const Class = module.use(isPinned ? 'ChatOpenAICompletions' : 'ChatOpenAI', '@langchain/openai')
  const { temperature, topP, maxTokens, stop, frequencyPenalty, presencePenalty } = settings
  const extra: Record<string, Json> = {
    ...(byResponses ? responsesOnly(settings) : chatOnly(settings)),
    ...settings.extra,
    ...(hasTools && { parallel_tool_calls: settings.parallelToolCalls ?? true }),
  }
  const optionValues = byResponses
    ? { temperature, topP, maxTokens }
    : { temperature, topP, maxTokens, stop, frequencyPenalty, presencePenalty }
  const fields = Object.entries(optionValues).flatMap(([field, value]) =>
    value === undefined ? [] : [`${key(field)}: ${literal(value)}`],
  )
  const extraOptions = Object.keys(extra).length > 0 ? [`modelKwargs: ${literal(extra)}`] : []
  const api = byResponses ? ['useResponsesApi: true', 'zdrEnabled: true'] : []
  const all = [
    `model: ${quote(settings.name)}`,
    ...api,
    ...fields,
    ...extraOptions,
    `...${connection}`,
  ]
  return `${list('{}', all, `export const ${name} = new ${Class}(`)})`
}

const chatOnly = ({ seed, reasoningEffort }: ModelSettings) => ({
  ...(seed !== undefined && { seed }),
  ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort }),
})

const responsesOnly = ({ reasoningEffort }: ModelSettings): Record<string, Json> =>
  reasoningEffort === undefined
    ? {}
    : { reasoning: { effort: reasoningEffort }, include: ['reasoning.encrypted_content'] }
