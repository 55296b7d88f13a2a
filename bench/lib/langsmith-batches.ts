import { randomInt, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

const BOUNDARY = 'bench-boundary'
const SPANS = 10
const WORDS =
  'refund order policy customer delivery late warehouse agent answer question number please thanks'.split(
    ' ',
  )

export const batchType = `multipart/form-data; boundary=${BOUNDARY}`

export type TraceBatch = { body: Uint8Array<ArrayBuffer>; ids: string[] }

const text = (length: number): string => {
  let words = ''
  while (words.length < length) words += `${WORDS[randomInt(WORDS.length)]} `
  return words
}

const texts = Array.from({ length: 200 }, () => text(1_300))
export const anyText = () => texts[randomInt(texts.length)]

/** Occurs in one of a thousand traces. */
export const RARE_WORD = 'zanzibar'
export const isSaidRarely = () => randomInt(1_000) === 0

/** Metadata of programs. */
export const anyMetadata = () => ({
  customer: `customer-${randomInt(1_000)}`,
  env: randomInt(10) === 0 ? 'test' : 'prod',
})

/** UUIDv7, as the SDKs create. */
export function uuid7(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** Traces of ten spans of about 3 kB each, in the format of LangSmith's clients. */
export function traceBatch(spans: number, agoMs = 0): TraceBatch {
  const ids: string[] = []
  const parts: string[] = []
  const add = (name: string, value: unknown) =>
    parts.push(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(value)}\r\n`,
    )
  while (ids.length < spans) {
    const root = uuid7()
    const start = Date.now() - Math.floor(Math.random() * agoMs)
    for (let index = 0; index < SPANS; index++) {
      const id = index === 0 ? root : uuid7()
      const kind = index === 0 ? 'chain' : (['tool', 'llm', 'chain'][index % 3] ?? 'chain')
      ids.push(id)
      add(`post.${id}`, {
        id,
        trace_id: root,
        ...(index > 0 && { parent_run_id: root }),
        name: kind === 'llm' ? 'ChatOpenAI' : `${kind}-${index}`,
        run_type: kind,
        start_time: new Date(start + index * 20).toISOString(),
        end_time: start + index * 20 + randomInt(2_000),
        session_name: 'bench',
        ...(index === 0 && { tags: [randomInt(100) === 0 ? 'rare' : 'common'] }),
        ...(index === 0 && randomInt(20) === 0 && { error: 'Error: no answer' }),
      })
      add(`post.${id}.inputs`, {
        input: anyText(),
        ...(index === 0 && isSaidRarely() && { note: RARE_WORD }),
      })
      add(`post.${id}.outputs`, {
        output: anyText(),
        ...(kind === 'llm' && {
          usage_metadata: {
            input_tokens: randomInt(2_000),
            output_tokens: 80,
            total_tokens: 2_080,
          },
        }),
      })
      if (index === 0) add(`post.${id}.extra`, { metadata: anyMetadata() })
      if (kind === 'llm') add(`post.${id}.extra`, { metadata: { ls_model_name: 'gpt-5-mini' } })
    }
  }
  parts.push(`--${BOUNDARY}--\r\n`)
  return { body: new Uint8Array(Buffer.from(parts.join(''))), ids }
}

const agent = new Agent({ keepAlive: true })

/** Resolves once the batch is acknowledged. Resends it if the server is full. */
export async function sendBatch(url: string, batch: TraceBatch): Promise<void> {
  const status = await postBody(`${url}/api/v1/runs/multipart`, batchType, batch.body)
  if (status === 429) return await sendBatch(url, batch)
  if (status !== 202) throw new Error(`ingest: ${status}`)
}

/**
 * Uses `node:http`, because `fetch` takes 22 µs of CPU per span from the measured server instead of
 * 5.
 */
export const postBody = (
  url: string,
  type: string,
  body: Uint8Array,
): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': type, 'content-length': body.length }
    request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
      .on('error', reject)
      .end(body)
  })
