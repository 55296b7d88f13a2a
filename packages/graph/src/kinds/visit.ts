import type { Answer, GraphNode, ModelOutput, Prompt, Value } from '@lathe/contract'

export type TextKind = 'template' | 'expression' | 'code'
export type ChannelRole = 'read' | 'write'

/** Called for every text and channel name of a node; the return value replaces it. */
export type NodeVisitor = {
  /** `field` is the path within the node: `prompt.messages.0.text`. */
  text: (text: string, kind: TextKind, field: string) => string
  channel: (name: string, role: ChannelRole, field: string) => string
}

/**
 * Visits every text and channel name of a node; the only function that knows which fields contain
 * them.
 */
export function visitNode(node: GraphNode, visitor: NodeVisitor): GraphNode {
  const { cache } = node
  const own = visitKind(node, visitor)
  if (cache?.key === undefined) return own
  return { ...own, cache: { ...cache, key: visitor.text(cache.key, 'expression', 'cache.key') } }
}

function visitKind(node: GraphNode, visitor: NodeVisitor): GraphNode {
  const { text, channel } = visitor
  const written = (name: string, field: string) => channel(name, 'write', field)
  switch (node.kind) {
    case 'model':
    case 'agent':
      return {
        ...node,
        prompt: visitPrompt(node.prompt, 'prompt', visitor),
        ...(node.answer && { answer: visitAnswer(node.answer, visitor) }),
        ...(node.output && { output: visitOutput(node.output, visitor) }),
      }
    case 'branch': {
      const { decide } = node
      if (decide.by === 'model') {
        return {
          ...node,
          decide: { ...decide, prompt: visitPrompt(decide.prompt, 'decide.prompt', visitor) },
        }
      }
      const rules = decide.rules.map((rule, index) => ({
        ...rule,
        when: text(rule.when, 'expression', `decide.rules.${index}.when`),
      }))
      return { ...node, decide: { ...decide, rules } }
    }
    case 'tools':
      channel(node.channel, 'read', 'channel')
      return { ...node, channel: written(node.channel, 'channel') }
    case 'tool': {
      const args = visitValues(node.args, 'args', (key) => key, visitor)
      return { ...node, args, ...(node.writes && { writes: written(node.writes, 'writes') }) }
    }
    case 'code': {
      const writes = node.writes.map((name, index) => written(name, `writes.${index}`))
      return { ...node, code: text(node.code, 'code', 'code'), writes }
    }
    case 'set':
      return { ...node, values: visitValues(node.values, 'values', written, visitor) }
    case 'retrieve': {
      const query = text(node.query, 'template', 'query')
      return { ...node, query, writes: written(node.writes, 'writes') }
    }
    case 'ask':
      return {
        ...node,
        message: text(node.message, 'template', 'message'),
        ...(node.writes && { writes: mapKeys(node.writes, 'writes', written) }),
        ...(node.key !== undefined && { key: text(node.key, 'expression', 'key') }),
      }
    default: {
      const input = visitValues(node.input, 'input', (key) => key, visitor)
      return { ...node, input, output: mapKeys(node.output, 'output', written) }
    }
  }
}

function visitPrompt(prompt: Prompt, field: string, visitor: NodeVisitor): Prompt {
  if (!('messages' in prompt)) return prompt
  const messages = prompt.messages.map((message, index) => {
    const at = `${field}.messages.${index}`
    if (message.role === 'placeholder') {
      return { ...message, channel: visitor.channel(message.channel, 'read', `${at}.channel`) }
    }
    const text = visitor.text(message.text, 'template', `${at}.text`)
    if (message.role !== 'user' || !message.images) return { ...message, text }
    const images = message.images.map((image, place) =>
      visitor.text(image, 'template', `${at}.images.${place}`),
    )
    return { ...message, text, images }
  })
  return { messages }
}

function visitAnswer(answer: Answer, { channel }: NodeVisitor): Answer {
  const writes = mapKeys(answer.writes, 'answer.writes', (name, field) =>
    channel(name, 'write', field),
  )
  return { ...answer, writes }
}

function visitOutput(output: ModelOutput, { channel }: NodeVisitor): ModelOutput {
  const { text, message } = output
  return {
    ...(text !== undefined && { text: channel(text, 'write', 'output.text') }),
    ...(message !== undefined && { message: channel(message, 'write', 'output.message') }),
  }
}

function visitValues(
  values: Record<string, Value>,
  field: string,
  nameOf: (key: string, field: string) => string,
  { text }: NodeVisitor,
): Record<string, Value> {
  const entries = Object.entries(values).map(([key, value]): [string, Value] => {
    const at = `${field}.${key}`
    const name = nameOf(key, at)
    if ('template' in value) {
      return [name, { template: text(value.template, 'template', `${at}.template`) }]
    }
    if ('expression' in value) {
      return [name, { expression: text(value.expression, 'expression', `${at}.expression`) }]
    }
    return [name, value]
  })
  return Object.fromEntries(entries)
}

function mapKeys(
  record: Record<string, string>,
  field: string,
  nameOf: (name: string, field: string) => string,
): Record<string, string> {
  const entries = Object.entries(record).map(([name, value]) => [
    nameOf(name, `${field}.${name}`),
    value,
  ])
  return Object.fromEntries(entries)
}
