import { appendFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { ToolDefinition } from '@lathe/engine'

/** A tool with a side effect: each call appends a line to a file. */
export const countingTool = (file: string, slowMs = 0): ToolDefinition => ({
  name: 'charge',
  description: 'Charges a card',
  schema: {
    type: 'object',
    properties: { cents: { type: 'integer' } },
    required: ['cents'],
  },
  effect: 'write',
  async run({ cents }) {
    await wait(slowMs)
    await appendFile(file, `${JSON.stringify(cents)}\n`)
    await wait(slowMs)
    return { charged: cents ?? null }
  },
})
