import { type Exchange, type Json, ModelOutputs, type SpanDetail } from '@lathe/contract'

/** What was asked, without how it was sent. */
export function requestOf({ touch }: Exchange): Json {
  if (touch.type === 'call') return touch.request
  const { body, url, method } = touch.request
  const { stream: _, stream_options: __, ...rest } = isObject(body) ? body : { body }
  return { [method]: url, ...rest }
}

/** What was answered: a model's words rather than the pieces they came in. */
export function answerOf({ touch, error }: Exchange, span: SpanDetail | undefined): Json {
  if (error) return { error: error.code, message: error.message }
  if (touch.type === 'call') return touch.result
  const said = ModelOutputs.safeParse(span?.outputs).data?.message
  if (said) {
    const { content, reasoning, toolCalls } = said
    return {
      content: content as Json,
      ...(reasoning !== undefined && { reasoning }),
      ...(toolCalls && { toolCalls }),
    }
  }
  if (!touch.response) return null
  const text = touch.response.chunks.map(({ data }) => data).join('')
  return { status: touch.response.status, text }
}

const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
