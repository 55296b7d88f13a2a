import type { ApiError } from '../api-error.ts'
import { badRequest } from '../api-error.ts'
import type { ChatRequest } from './chat-request.ts'
import { checkSchema } from './check-schema.ts'
import { isObject } from './json.ts'
import type { Message } from './messages.ts'
import { textOf } from './messages.ts'

/** What OpenAI refuses although every field alone is well formed. */
export function checkChat(request: ChatRequest): void {
  checkToolTurns(request.messages)
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

/** Each tool call is answered by exactly the tool messages that follow it. */
function checkToolTurns(messages: readonly Message[]): void {
  let open = new Set<string>()
  messages.forEach((message, index) => {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) throw strayToolMessage(index)
      return
    }
    if (open.size > 0) throw unanswered(open, index)
    if (message.role === 'assistant') {
      open = new Set(message.tool_calls?.map((call) => call.id))
      if (open.size === 0 && message.content == null && message.refusal == null) {
        throw badRequest(
          `Invalid value for 'content': expected a string, got null.`,
          `messages[${index}].content`,
        )
      }
    }
  })
  if (open.size > 0) throw unanswered(open, messages.length)
}

function strayToolMessage(index: number): ApiError {
  return badRequest(
    "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
    `messages[${index}].role`,
  )
}

function unanswered(ids: ReadonlySet<string>, index: number): ApiError {
  return badRequest(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...ids].join(', ')}`,
    `messages[${index}].role`,
  )
}

function checkTools(request: ChatRequest): void {
  const tools = request.tools ?? []
  const names = new Set(tools.map((tool) => tool.function.name))
  if (names.size < tools.length) throw badRequest('Tool names must be unique.', 'tools')
  tools.forEach((tool, index) => {
    const { parameters, strict } = tool.function
    if (parameters) checkSchema(parameters, strict === true, `tools[${index}].function.parameters`)
  })

  const choice = request.tool_choice
  if (choice === undefined || choice === 'none') return
  if (tools.length === 0) {
    throw badRequest("'tool_choice' is only allowed when 'tools' are specified.", 'tool_choice')
  }
  if (!isObject(choice)) return
  const wanted = choice.type === 'function' ? [choice] : choice.allowed_tools.tools
  const missing = wanted.find((tool) => !names.has(tool.function.name))
  if (missing) {
    throw badRequest(
      `Tool choice '${missing.function.name}' not found in 'tools' parameter.`,
      'tool_choice',
    )
  }
}

function checkFormat(request: ChatRequest): void {
  const format = request.response_format
  if (format?.type === 'json_schema') {
    const { schema, strict } = format.json_schema
    if (schema) checkSchema(schema, strict === true, 'response_format.json_schema.schema')
  }
  if (format?.type === 'json_object') {
    const says = request.messages.some((message) => /json/i.test(textOf(message.content)))
    if (!says) {
      throw badRequest(
        "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
        'messages',
      )
    }
  }
}
