import * as z from 'zod'
import { JsonSchema, Slug, ToolName } from '../common.ts'
import { Answer, ModelOutput, ModelSettings, Prompt } from './model.ts'
import { ChannelName, Expression, TemplateText, Value } from './state.ts'

export const Effect = z.enum(['pure', 'read', 'write'])
export type Effect = z.infer<typeof Effect>

/** Port names label edges. `error` and `timeout` are reserved. */
export const Port = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'letters, digits, _ and -, at most 64')

const anyNode = {
  title: z.string().max(200).optional(),
  description: z.string().max(2_000).optional(),
  /** LangGraph's retry policy. Without one, a failing node is not retried. */
  retry: z
    .strictObject({
      attempts: z.int().min(2).max(10),
      initialMs: z.int().min(0).default(500),
      factor: z.number().min(1).max(10).default(2),
      maxMs: z.int().min(0).default(128_000),
    })
    .optional(),
  timeoutMs: z.int().positive().optional(),
  /** `key` is an expression. Defaults to the whole input of the node. */
  cache: z.strictObject({ key: Expression.optional(), ttlSeconds: z.int().positive() }).optional(),
  /** Wait for all parallel branches before running. */
  defer: z.boolean().optional(),
  effect: Effect.optional(),
}

const modelCall = {
  model: ModelSettings,
  prompt: Prompt,
  tools: z.array(ToolName).max(128).optional(),
  answer: Answer.optional(),
  output: ModelOutput.optional(),
}

export const ModelNode = z.strictObject({
  kind: z.literal('model'),
  ...anyNode,
  ...modelCall,
  toolChoice: z
    .union([z.enum(['auto', 'required', 'none']), z.strictObject({ tool: ToolName })])
    .optional(),
})

export const AgentNode = z.strictObject({
  kind: z.literal('agent'),
  ...anyNode,
  ...modelCall,
  /** Tools that require human approval before each call. */
  approvals: z.array(ToolName).optional(),
  maxSteps: z.int().positive().max(200).optional(),
  maxModelCalls: z.int().positive().optional(),
  maxToolCalls: z.int().positive().optional(),
  maxTotalTokens: z.int().positive().optional(),
  summarize: z
    .strictObject({ afterTokens: z.int().positive(), keepMessages: z.int().positive() })
    .optional(),
})

export const ToolsNode = z.strictObject({
  kind: z.literal('tools'),
  ...anyNode,
  /** The channel whose last message contains the pending calls. */
  channel: ChannelName.default('messages'),
  approvals: z.array(ToolName).optional(),
})

export const ToolNode = z.strictObject({
  kind: z.literal('tool'),
  ...anyNode,
  tool: ToolName,
  args: z.record(z.string().max(128), Value),
  writes: ChannelName.optional(),
  approval: z.boolean().optional(),
})

export const BranchNode = z.strictObject({
  kind: z.literal('branch'),
  ...anyNode,
  decide: z.discriminatedUnion('by', [
    z.strictObject({
      by: z.literal('rules'),
      rules: z.array(z.strictObject({ port: Port, when: Expression })).max(32),
    }),
    z.strictObject({
      by: z.literal('model'),
      model: ModelSettings,
      prompt: Prompt,
      choices: z.array(z.strictObject({ port: Port, description: z.string().max(1_000) })).max(32),
    }),
  ]),
  else: Port.default('else'),
})

export const CodeNode = z.strictObject({
  kind: z.literal('code'),
  ...anyNode,
  /** A JavaScript function body over `state`. Returns an object of channels to write. */
  code: z.string().max(100_000),
  writes: z.array(ChannelName),
})

export const SetNode = z.strictObject({
  kind: z.literal('set'),
  ...anyNode,
  values: z.record(ChannelName, Value),
})

export const RetrieveNode = z.strictObject({
  kind: z.literal('retrieve'),
  ...anyNode,
  collection: z.string().max(128),
  query: TemplateText,
  k: z.int().min(1).max(100).default(5),
  minScore: z.number().min(0).max(1).optional(),
  filter: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  writes: ChannelName,
})

export const AskNode = z.strictObject({
  kind: z.literal('ask'),
  ...anyNode,
  message: TemplateText,
  /** Fields that the human fills in, as a JSON Schema of an object. */
  form: JsonSchema.optional(),
  decisions: z
    .array(
      z.strictObject({
        port: Port,
        label: z.string().max(100).optional(),
        /**
         * Whether the form must be valid for this decision. By default only for the first decision.
         */
        needsForm: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(8),
  /** Milliseconds without an answer after which the run leaves by the port `timeout`. */
  deadlineMs: z.int().positive().optional(),
  /** Maps a channel to a path in `{ decision, values }`. */
  writes: z.record(ChannelName, z.string().max(256)).optional(),
  /** Distinguishes parallel copies. Required inside a fan-out. */
  key: Expression.optional(),
})

export const AgentCallNode = z.strictObject({
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

export const GraphNode = z.discriminatedUnion('kind', [
  ModelNode,
  AgentNode,
  ToolsNode,
  ToolNode,
  BranchNode,
  CodeNode,
  SetNode,
  RetrieveNode,
  AskNode,
  AgentCallNode,
])
export type GraphNode = z.infer<typeof GraphNode>
export type NodeKind = GraphNode['kind']
export type NodeOf<K extends NodeKind> = Extract<GraphNode, { kind: K }>
