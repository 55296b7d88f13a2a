import * as z from 'zod'
import { defineKind } from '../definition.ts'
import { anyNode } from '../schema/common.ts'
import { ToolName } from '../schema/json.ts'
import { ChannelName } from '../schema/state.ts'

const ToolsNode = z.strictObject({
  kind: z.literal('tools'),
  ...anyNode,
  /** The channel whose last message contains the pending calls. */
  channel: ChannelName.default('messages'),
  approvals: z.array(ToolName).optional(),
})

export const toolsKind = defineKind<typeof ToolsNode>(ToolsNode, {
  kind: 'tools',
  title: 'Tool calls',
  description: 'Runs the tool calls of the last message',
  family: 'tool',
  icon: 'tools',
  keywords: 'executor',
  form: [
    {
      title: 'Tool calls',
      fields: [
        {
          type: 'channel',
          name: 'channel',
          label: 'Messages channel',
          role: 'read-write',
          writes: 'messages',
          isRequired: true,
        },
        {
          type: 'approvals',
          name: 'approvals',
          label: 'Require approval for',
          description: 'The run waits for approval before each of these calls.',
        },
      ],
    },
  ],
  create: () => ({ kind: 'tools', channel: 'messages' }),
  summarize: ({ channel }) => `calls of ${channel}`,
  unapprovedTools: ({ approvals = [] }, offered) =>
    [...offered].filter((tool) => !approvals.includes(tool)),
  failureCode: 'TOOL_ERROR',
  export({ channel, approvals = [] }, writer) {
    const tools = writer.offeredTools.map((name) => writer.useTool(name))
    const options = [
      `name: ${writer.quote(writer.id)}`,
      `tools: [${tools.join(', ')}]`,
      ...(approvals.length > 0 ? [`approvals: ${writer.literal(approvals)}`] : []),
    ]
    const create = `const toolRunner = ${writer.useRuntime('createToolRunner')}(`
    return {
      isAsync: true,
      before: [`${writer.list('{}', options, create)})`],
      lines: [],
      update: [`${writer.key(channel)}: await toolRunner.invoke(${writer.channel(channel)})`],
    }
  },
})
