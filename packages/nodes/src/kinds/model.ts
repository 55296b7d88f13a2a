import * as z from 'zod'
import { defineKind } from '../definition.ts'
import { anyNode, modelCall } from '../schema/common.ts'
import { ToolName } from '../schema/json.ts'
import { plural } from '../words.ts'
import { newModelCall, summarizeModelCall } from './model-call.ts'

const ModelNode = z.strictObject({
  kind: z.literal('model'),
  ...anyNode,
  ...modelCall,
  toolChoice: z
    .union([z.enum(['auto', 'required', 'none']), z.strictObject({ tool: ToolName })])
    .optional(),
})

export const modelKind = defineKind<typeof ModelNode>(ModelNode, {
  kind: 'model',
  title: 'Model',
  description: 'One call of a chat model',
  family: 'model',
  icon: 'sparkles',
  keywords: 'llm prompt chat',
  form: [
    {
      title: 'Model',
      note: ({ model }) => model.name,
      fields: [{ type: 'model', name: 'model', label: 'Model' }],
    },
    { title: 'Prompt', fields: [{ type: 'prompt', name: 'prompt', label: 'Prompt' }] },
    {
      title: 'Answer',
      isFolded: ({ answer, output }) => !answer && !output,
      fields: [
        { type: 'answer', name: 'answer', label: 'Structured output' },
        { type: 'output', name: 'output', label: 'Output' },
      ],
    },
    {
      title: 'Tools',
      isFolded: ({ tools = [] }) => tools.length === 0,
      note: ({ tools = [] }) => (tools.length > 0 ? plural(tools.length, 'tool') : undefined),
      fields: [
        {
          type: 'tools',
          name: 'tools',
          label: 'Tools the model may call',
          description: 'The next Tool calls node executes the calls.',
        },
        { type: 'tool-choice', name: 'toolChoice', label: 'Tool choice', placeholder: 'Auto' },
      ],
    },
  ],
  create: () => ({ kind: 'model', ...newModelCall() }),
  summarize: summarizeModelCall,
  modelCalls: ({ answer }) => ({ min: 1, typical: 1, max: answer ? 2 : 1 }),
  failureCode: 'BAD_RESPONSE',
})
