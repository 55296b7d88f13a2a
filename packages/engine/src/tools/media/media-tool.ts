import {
  type Json,
  type JsonObject,
  type Limits,
  MEDIA_ARGUMENTS,
  MEDIA_TOOLS,
  type MediaToolConfig,
} from '@lathe/contract'
import { LatheError } from '../../errors/lathe-error.ts'
import { stringArgument } from '../definition.ts'
import type { ToolContext, ToolDefinition } from '../definition.ts'
import { withinLimit } from '../results.ts'
import type { AskMedia } from './ask-media.ts'
import { pictureRequest } from './draw.ts'
import { findSound } from './find-sound.ts'
import { speechRequest } from './speak.ts'
import { transcriptionRequest } from './transcribe.ts'

export type MediaLimits = Pick<Limits, 'mediaBytes' | 'providerTimeoutMs'>

type ToolLabel = Pick<ToolDefinition, 'name' | 'description'>

/**
 * Creates a tool for speech, transcription or pictures by a connection's provider. Its effect is
 * `read`: it changes nothing, and its cost counts for the run's budget.
 */
export function mediaTool(
  { name, description }: ToolLabel,
  config: MediaToolConfig,
  limits: MediaLimits,
): ToolDefinition {
  return {
    name,
    description,
    schema: MEDIA_ARGUMENTS[config.task.type],
    effect: 'read',
    timeoutMs: limits.providerTimeoutMs,
    async run(args, context) {
      const { media } = context
      if (!media) throw new LatheError('TOOL_ERROR', 'There are no connections to ask')
      const result = await call(config, args, { ...context, media }, limits.mediaBytes)
      // Base64 adds a third.
      return withinLimit(name, result, Math.ceil(limits.mediaBytes * 1.4))
    },
  }
}

/** Returns the built-in media tools. */
export const mediaTools = (limits: MediaLimits): ToolDefinition[] =>
  MEDIA_TOOLS.map((tool) => ({ ...mediaTool(tool, tool.config, limits), config: tool.config }))

async function call(
  config: MediaToolConfig,
  args: JsonObject,
  context: ToolContext & { media: AskMedia },
  maxBytes: number,
): Promise<Json> {
  const { task } = config
  const { media, signal } = context
  switch (task.type) {
    case 'speak':
      return media(speechRequest(config, task, args), signal)
    case 'draw':
      return media(pictureRequest(config, task, args, { ...context, maxBytes }), signal)
    default: {
      const language = task.type === 'transcribe' ? task.language : null
      const sound = await findSound(stringArgument(args['audio']), context, maxBytes)
      const inputs = {
        isTranslated: task.type === 'translate',
        language: stringArgument(args['language']) || (language ?? undefined),
        prompt: stringArgument(args['prompt']),
      }
      return media(transcriptionRequest({ ...config, ...inputs }, sound), signal)
    }
  }
}
