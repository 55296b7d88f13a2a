import type { Limits } from '@lathe/contract'
import { calculator } from './calculator.ts'
import { currentTime } from './current-time.ts'
import { argsSchema, stringArgument, type ToolDefinition } from './definition.ts'
import { httpGet } from './http-get.ts'
import { knowledgeLookup } from './knowledge-lookup.ts'
import { knowledgeSearch } from './knowledge-search.ts'
import { type MediaLimits, mediaTools } from './media/media-tool.ts'
import { memoryTools } from './memory.ts'

/** Runs a model's JavaScript in the sandbox: no network, no files, only the run's clock. */
export const runJavascript: ToolDefinition = {
  name: 'run_javascript',
  description:
    'Run JavaScript in a sandbox without network or files, to compute or to transform data: an expression, or a function body over `data` that returns its result.',
  schema: argsSchema(
    {
      code: { type: 'string', minLength: 1, maxLength: 20_000 },
      data: { description: 'Any JSON; `data` in the code' },
    },
    ['code'],
  ),
  effect: 'pure',
  async run({ code, data = null }, { sandbox, clockAndSeed, signal }) {
    const { value } = await sandbox.runCode(stringArgument(code), { data }, clockAndSeed, {
      signal,
    })
    return value
  },
}

/** Returns the tools that every workspace has. */
export const builtInTools = (
  limits: Pick<Limits, 'toolRetries' | 'toolResponseBytes'> & MediaLimits,
): ToolDefinition[] => [
  calculator,
  currentTime,
  knowledgeLookup,
  knowledgeSearch,
  runJavascript,
  ...memoryTools,
  ...mediaTools(limits),
  httpGet({ retries: limits.toolRetries, maxBytes: limits.toolResponseBytes }),
]
