import type { GraphDocument, JsonObject, NodeOf } from '@lathe/contract'
import { promptMessages, toolDefinition } from '@lathe/graph/compile'
import type { Fetch, ModelConnection } from '../fetch/request.ts'
import { LatheError } from '../errors/lathe-error.ts'
import { createChatModel } from '../models/load-models.ts'
import { toJson } from '../record/to-json.ts'
import type { ToolRegistry } from '../tools/definition.ts'

/** Delivery options do not apply to batches. */
const STREAMING_FIELDS = new Set(['stream', 'stream_options'])
const NO_RETRY = { retries: 0, maxBackoffMs: 0, maxRetryAfterMs: 0 }
/** An empty answer that both APIs accept. */
const EMPTY_ANSWER = {
  choices: [{ index: 0, message: { role: 'assistant', content: '' } }],
  output: [],
}

type PromptCall = {
  document: GraphDocument
  node: NodeOf<'model'>
  tools: Pick<ToolRegistry, 'find'>
}

/**
 * Returns the request body that a graph of one prompt would send for this input, without sending
 * it.
 */
export async function batchRequestBody(
  { document, node, tools }: PromptCall,
  input: JsonObject,
  connection: ModelConnection,
): Promise<JsonObject> {
  if (!('messages' in node.prompt)) throw new Error('The prompt is not in the graph')
  let body: JsonObject = {}
  const captureBody: Fetch = async ({ json }) => {
    // The cast holds: LatheChatModel builds an object as body.
    body = json as JsonObject
    return Response.json(EMPTY_ANSWER)
  }
  const model = await createChatModel({
    connection,
    settings: node.model,
    fetch: captureBody,
    retry: NO_RETRY,
  })
  const toolDefinitions = (node.tools ?? []).map((name) => toolDefinition(getTool(name, tools)))
  await model.invoke(
    promptMessages(document, node.prompt.messages, input, toJson),
    toolDefinitions.length > 0 ? { tools: toolDefinitions } : {},
  )
  return Object.fromEntries(Object.entries(body).filter(([name]) => !STREAMING_FIELDS.has(name)))
}

function getTool(name: string, tools: PromptCall['tools']) {
  const tool = tools.find(name)
  if (tool) return tool
  throw new LatheError('GRAPH_INVALID', `There is no tool \`${name}\``)
}

/** Returns the API path for a request body. */
export const batchPath = (body: JsonObject | undefined): '/responses' | '/chat/completions' =>
  body && 'input' in body ? '/responses' : '/chat/completions'

/** Formats one request of a batch file. */
export const batchLine = (id: string, url: string, body: JsonObject): string =>
  `${JSON.stringify({ custom_id: id, method: 'POST', url, body })}\n`
