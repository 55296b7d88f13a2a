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
  export({ tool: name, args, writes, approval }, writer) {
    const tool = writer.useTool(name)
    const argsCode = writer.list(
      '{}',
      Object.entries(args).map(
        ([arg, value]) => `${writer.key(arg)}: ${writer.value(value, arg).code}`,
      ),
    )
    const approvedArgs = approval
      ? `${writer.useRuntime('approveArgs')}(${tool}, ${argsCode})`
      : argsCode
    const callTool = writer.useRuntime('callTool')
    if (writes === undefined) {
      return { isAsync: true, lines: [`await ${callTool}(${tool}, ${approvedArgs})`], update: [] }
    }
    const typedCall = `${callTool}<${writer.useUpdateType(writes)}>`
    const call = writer.list('()', [tool, approvedArgs], typedCall)
    return { isAsync: true, lines: [], update: [`${writer.key(writes)}: await ${call}`] }
  },
})
