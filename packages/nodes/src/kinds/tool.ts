import * as z from 'zod'
import { defineKind } from '../definition.ts'
import { anyNode } from '../schema/common.ts'
import { ToolName } from '../schema/json.ts'
import { ChannelName, Value } from '../schema/state.ts'

const ToolNode = z.strictObject({
  kind: z.literal('tool'),
  ...anyNode,
  tool: ToolName,
  args: z.record(z.string().max(128), Value),
  writes: ChannelName.optional(),
  approval: z.boolean().optional(),
})

export const toolKind = defineKind<typeof ToolNode>(ToolNode, {
  kind: 'tool',
  title: 'Tool',
  description: 'Runs one tool with arguments from the state',
  family: 'tool',
  icon: 'tool',
  form: [
    {
      title: 'Tool',
      note: ({ tool }) => tool,
      fields: [
        { type: 'tool', name: 'tool', label: 'Tool' },
        {
          type: 'channel',
          name: 'writes',
          label: 'Save result to',
          placeholder: 'Not saved',
          role: 'write',
        },
        { type: 'switch', name: 'approval', label: 'Require approval before each call' },
      ],
    },
    {
      title: 'Arguments',
      fields: [{ type: 'tool-arguments', name: 'args', label: 'Arguments' }],
    },
  ],
  create: () => ({ kind: 'tool', tool: 'calculator', args: { expression: { value: '1 + 1' } } }),
  summarize: ({ tool, writes }) => (writes === undefined ? tool : `${tool} → ${writes}`),
  unapprovedTools: ({ tool, approval }) => (approval ? [] : [tool]),
  failureCode: 'TOOL_ERROR',
})
