import * as z from 'zod'
import { defineKind } from '../definition.ts'
import { anyNode } from '../schema/common.ts'
import { Slug } from '../schema/json.ts'
import { ChannelName, Value } from '../schema/state.ts'

const AgentCallNode = z.strictObject({
  kind: z.literal('agent-call'),
  ...anyNode,
  /** Empty until an agent is selected. */
  agent: Slug.or(z.literal('')),
  /** Pinned version. Defaults to the published version. */
  version: z.int().positive().optional(),
  /** Maps an input channel of the called agent to a value of this graph. */
  input: z.record(ChannelName, Value),
  /** Maps a channel of this graph to an output channel of the called agent. */
  output: z.record(ChannelName, ChannelName),
})

export const agentCallKind = defineKind<typeof AgentCallNode>(AgentCallNode, {
  kind: 'agent-call',
  title: 'Call an agent',
  description: 'Runs another agent as a step',
  family: 'agent',
  icon: 'user',
  keywords: 'subgraph subflow',
  form: [
    {
      title: 'Agent',
      fields: [
        { type: 'agent', name: 'agent', label: 'Agent' },
        { type: 'agent-input', name: 'input', label: 'Input' },
        { type: 'agent-output', name: 'output', label: 'Output' },
      ],
    },
  ],
  create: () => ({ kind: 'agent-call', agent: '', input: {}, output: {} }),
  summarize: ({ agent, version }) => (version === undefined ? agent : `${agent} v${version}`),
})
