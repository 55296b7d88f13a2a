import type { Limits } from '@lathe/contract'
import { calculator } from './calculator.ts'
import { currentTime } from './current-time.ts'
import type { ToolDefinition } from './definition.ts'
import { httpGet } from './http-get.ts'
import { memoryTools } from './memory.ts'
import { type MediaLimits, mediaTools } from './media/media-tool.ts'
import { runJavascript } from './run-javascript.ts'
import { knowledgeLookup } from './knowledge-lookup.ts'
import { knowledgeSearch } from './knowledge-search.ts'

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
