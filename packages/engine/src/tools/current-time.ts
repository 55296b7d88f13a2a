import { formatTime } from '@lathe-ai/runtime/tools'
import { argsSchema, type ToolDefinition } from './definition.ts'

/** Reads the run's clock, so that a replay returns the same time. */
export const currentTime: ToolDefinition = {
  name: 'current_time',
  description: 'The current date and time, in a time zone if one is given.',
  schema: argsSchema(
    {
      timezone: {
        type: 'string',
        maxLength: 100,
        description: 'IANA name, for example Europe/Paris; UTC without it',
      },
    },
    [],
  ),
  effect: 'read',
  run: ({ timezone }, { clockAndSeed }) =>
    formatTime(typeof timezone === 'string' ? timezone : 'UTC', clockAndSeed.now),
}
