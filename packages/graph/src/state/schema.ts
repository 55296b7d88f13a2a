import type { Channel, GraphDocument, JsonObject, JsonSchema } from '@lathe/contract'

const MESSAGE: JsonSchema = {
  type: 'object',
  properties: {
    role: { enum: ['system', 'user', 'assistant', 'tool'] },
    content: { type: ['string', 'array'] },
  },
  required: ['role', 'content'],
}

/** Returns the JSON Schema of a channel's values. A conversation also accepts a single text. */
export function channelSchema(channel: Channel): JsonSchema {
  const { type, description, items, properties, required, minimum, maximum } = channel
  const descriptionField = description === undefined ? {} : { description }
  const base: JsonSchema =
    type === 'messages'
      ? { ...descriptionField, type: ['array', 'string'], items: MESSAGE, format: 'messages' }
      : { ...descriptionField, type }
  return {
    ...base,
    ...(items && type === 'array' && { items }),
    ...(type === 'object' && { ...(properties && { properties }), ...(required && { required }) }),
    ...(channel.enum && { enum: channel.enum }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(channel.default !== undefined && { default: channel.default }),
  }
}

/** Returns the JSON Schema of a run's input; channels without a default are required. */
export function inputSchema(document: Pick<GraphDocument, 'state' | 'input'>): JsonSchema {
  return channelsSchema(document, document.input)
}

export function outputSchema(document: GraphDocument): JsonSchema {
  return channelsSchema(document, document.output)
}

function channelsSchema(
  document: Pick<GraphDocument, 'state'>,
  names: readonly string[],
): JsonSchema {
  const properties: JsonObject = {}
  const required: string[] = []
  for (const name of names) {
    const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
    if (!channel) continue
    properties[name] = channelSchema(channel)
    if (channel.default === undefined) required.push(name)
  }
  return { type: 'object', properties, required, additionalProperties: false }
}
