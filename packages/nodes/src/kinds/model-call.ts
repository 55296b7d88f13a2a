import type { ModelCall } from '../definition.ts'
import { DEMO_CONNECTION } from '../schema/model.ts'
import { plural } from '../words.ts'

/** Model and prompt of a new node. */
export const newModelCall = (): ModelCall => ({
  model: { connection: DEMO_CONNECTION, name: 'demo-1' },
  prompt: {
    messages: [
      { role: 'system', text: 'You are a helpful assistant.' },
      { role: 'placeholder', channel: 'messages' },
    ],
  },
})

/** `gpt-5 · calculator` */
export function summarizeModelCall({
  model,
  tools = [],
}: ModelCall & { tools?: string[] | undefined }): string {
  if (tools.length === 0) return model.name
  return `${model.name} · ${tools.length > 2 ? plural(tools.length, 'tool') : tools.join(', ')}`
}
