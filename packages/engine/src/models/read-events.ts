import { createParser } from 'eventsource-parser'

const DONE = '[DONE]'
/** Some servers leave the connection open after their last word. */
const LAST_WAIT_MS = 100

/** The data of each server-sent event; whether the stream said that it is complete comes last. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<string, boolean> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let events: string[] = []
  let isDone = false
  const parser = createParser({
    onEvent({ data }) {
      if (data === DONE) isDone = true
      else events.push(data)
    },
  })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      parser.feed(done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true }))
      const ready = events
      events = []
      yield* ready
      if (done) return isDone
      if (isDone) break
    }
    await lastRead(reader)
    return true
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** A body read to its end gives its connection back for the next call. */
async function lastRead(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LAST_WAIT_MS)
  })
  const end = reader.read().catch(() => {})
  await Promise.race([end, enough])
  clearTimeout(timer)
}
