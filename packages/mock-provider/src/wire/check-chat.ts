import { badRequest } from '../errors.ts'
import { allowedToolNames, type ChatRequest, type Message, messageText } from './chat-request.ts'
import { checkSchema } from '../schema/check-schema.ts'
import { isObject } from './json.ts'

/** Throws the errors of OpenAI that concern several fields. */
export function checkChat(request: ChatRequest): void {
  checkToolMessages(request.messages)
  checkTools(request)
  checkFormat(request)
  if (request.max_tokens != null && request.max_completion_tokens != null) {
    throw badRequest(
      "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
      'max_tokens',
    )
  }
  if (request.stream_options != null && request.stream !== true) {
    throw badRequest(
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
      'stream_options',
    )
  }
}

/** Requires that tool messages follow the message with their calls, one for each call. */
function checkToolMessages(messages: readonly Message[]): void {
  let open = new Set<string>()
  const checkClosed = (index: number) => {
    if (open.size === 0) return
    throw badRequest(
      `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`,
      `messages[${index}].role`,
    )
  }
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (open.delete(message.tool_call_id)) continue
      throw badRequest(
        "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
        `messages[${index}].role`,
      )
    }
    checkClosed(index)
    if (message.role !== 'assistant') continue
    open = new Set(message.tool_calls?.map((call) => call.id))
    if (open.size === 0 && message.content == null && message.refusal == null) {
      throw badRequest(
        `Invalid value for 'content': expected a string, got null.`,
        `messages[${index}].content`,
      )
    }
  }
  checkClosed(messages.length)
}

function checkTools({ tools = [], tool_choice: choice }: ChatRequest): void {
  const names = new Set(tools.map((tool) => tool.function.name))
  if (names.size < tools.length) throw badRequest('Tool names must be unique.', 'tools')
  for (const [index, { function: tool }] of tools.entries()) {
    const param = `tools[${index}].function.parameters`
    if (tool.parameters) checkSchema(tool.parameters, tool.strict === true, param)
  }

  if (choice === undefined || choice === 'none') return
  if (tools.length === 0) {
    throw badRequest("'tool_choice' is only allowed when 'tools' are specified.", 'tool_choice')
  }
  const missing = isObject(choice) && allowedToolNames(choice).find((name) => !names.has(name))
  if (typeof missing === 'string') {
    throw badRequest(`Tool choice '${missing}' not found in 'tools' parameter.`, 'tool_choice')
  }
}

function checkFormat({ response_format: format, messages }: ChatRequest): void {
  if (format?.type === 'json_schema') {
    const { schema, strict } = format.json_schema
    if (schema) checkSchema(schema, strict === true, 'response_format.json_schema.schema')
  }
  if (
    format?.type === 'json_object' &&
    !messages.some((message) => /json/i.test(messageText(message)))
  ) {
    throw badRequest(
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      'messages',
    )
  }
}
